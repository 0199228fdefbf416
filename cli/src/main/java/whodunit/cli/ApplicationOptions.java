// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.List;
import picocli.CommandLine.Option;
import whodunit.profile.ApplicationCode;
import whodunit.profile.RecordedProcess;

/** What is application code, where the user says so at report time. */
final class ApplicationOptions {
    @Option(names = "--app", paramLabel = "PATTERN",
            description = "Which Java methods are the application's own, such as com.acme.* and !com.acme.util.*; "
                    + "instead of what was recorded with the option app.")
    private List<String> patterns = List.of();

    /** The processes, with what was given in place of what was recorded. */
    List<RecordedProcess> given(List<RecordedProcess> processes) {
        if (!patterns.isEmpty())
            processes.forEach(p -> p.application = ApplicationCode.of(patterns));
        return processes;
    }
}
