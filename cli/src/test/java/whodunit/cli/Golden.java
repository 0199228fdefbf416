// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What commands are known to answer, in src/test/resources/golden. After a wanted change run the tests once with
 * WHODUNIT_WRITE_GOLDEN=1 and read the difference before committing it.
 */
public final class Golden {
    private static final Path DIRECTORY = Path.of("src/test/resources/golden");

    private Golden() {}

    public static void check(String name, byte[] actual) throws IOException {
        Path file = DIRECTORY.resolve(name);
        if (System.getenv("WHODUNIT_WRITE_GOLDEN") != null)
            Files.write(file, actual);
        assertThat(new String(actual, StandardCharsets.UTF_8)).as(name).isEqualTo(Files.readString(file));
    }
}
