// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import java.io.IOException;
import java.io.OutputStream;
import whodunit.cli.report.Report;
import whodunit.profile.Profile;

/** The report as one self-contained page that works offline. */
public final class HtmlReport implements Report {
    private final String by;

    public HtmlReport(String by) {
        this.by = by;
    }

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        HtmlPage.write(out, PageData.of(profile, by), null);
    }
}
