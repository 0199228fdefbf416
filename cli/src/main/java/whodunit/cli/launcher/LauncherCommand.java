// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.launcher;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that the launcher, the shell script {@code whodunit}, runs itself. Here is only what is to be said about
 * it, once for help, manual page and completion; {@code scripts/} does it.
 */
@Command
abstract class LauncherCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "'" + spec.name() + "' is a command of the launcher; run: ./whodunit " + spec.name());
    }
}
