// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version, which pom.xml says and nobody else; the build writes it into a resource. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return new String[] {"whodunit " + properties.getProperty("version")};
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
