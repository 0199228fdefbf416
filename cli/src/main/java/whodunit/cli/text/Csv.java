// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.text;

import java.io.PrintStream;

/** Comma-separated values (RFC 4180), of names as they may be shown: people look at them in a terminal as well. */
public final class Csv {
    private Csv() {}

    public static void line(PrintStream out, String... cells) {
        String[] quoted = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            String cell = PrintableName.of(cells[i]);
            quoted[i] = cell.matches("[\\w.%() -]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
        }
        out.print(String.join(",", quoted) + "\r\n");
    }
}
