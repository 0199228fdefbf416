// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.run;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of commands that run the shop's services: how these run. */
public final class ServiceOptions {
    @Option(names = "--virtual-threads", description = "Serve each request on a virtual thread (JDK 21 or later).")
    private boolean virtual;

    @Option(names = "--jdk", paramLabel = "PATH", description = "JDK that runs the services (the one that runs this).")
    private String jdk = System.getProperty("java.home");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** @throws ParameterException if there is no such JDK */
    public String jdk() {
        if (!Files.isExecutable(Path.of(jdk, "bin", "java")))
            throw new ParameterException(command.commandLine(), "--jdk: there is no bin/java in '" + jdk + "'");
        return jdk;
    }

    /** Whether each request is served on a virtual thread. */
    public boolean virtualThreads() {
        return virtual;
    }
}
