package whodunit.cli.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import whodunit.profile.Profile;

/** The table as comma-separated values (RFC 4180). */
public final class CsvReport implements Report {
    private final String by;

    public CsvReport(String by) {
        this.by = by;
    }

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        PrintStream csv = new PrintStream(out, false, StandardCharsets.UTF_8);
        for (String[] row : Tables.of(profile, by)) {
            String[] quoted = new String[row.length];
            for (int i = 0; i < row.length; i++)
                quoted[i] = row[i].matches("[\\w.%() -]*") ? row[i] : '"' + row[i].replace("\"", "\"\"") + '"';
            csv.print(String.join(",", quoted) + "\r\n");
        }
        csv.flush();
    }
}
