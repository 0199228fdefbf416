// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.text;

import java.io.PrintStream;

/** Comma-separated values (RFC 4180). */
public final class Csv {
    private Csv() {}

    public static void line(PrintStream out, String... cells) {
        String[] quoted = new String[cells.length];
        for (int i = 0; i < cells.length; i++)
            quoted[i] = cells[i].matches("[\\w.%() -]*") ? cells[i] : '"' + cells[i].replace("\"", "\"\"") + '"';
        out.print(String.join(",", quoted) + "\r\n");
    }
}
