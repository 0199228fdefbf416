// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import whodunit.cli.text.Csv;
import whodunit.profile.Profile;

/** The table as comma-separated values. */
public final class CsvReport implements Report {
    private final String by;

    public CsvReport(String by) {
        this.by = by;
    }

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        PrintStream csv = new PrintStream(out, false, StandardCharsets.UTF_8);
        for (String[] row : ReportTables.of(profile, by, Integer.MAX_VALUE))
            Csv.line(csv, row);
        csv.flush();
    }
}
