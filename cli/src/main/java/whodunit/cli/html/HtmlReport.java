// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import whodunit.cli.report.Report;
import whodunit.profile.Profile;

/** The report as one self-contained page that works offline. */
public final class HtmlReport implements Report {
    private final String by;

    private final JsonObject waits;
    private final Walked walked;

    /** Without a view of waits. */
    public HtmlReport(String by) {
        this(by, new JsonObject(), Walked.NOTHING_ELSE);
    }

    /**
     * @param waits  graphs of waits (WaitsPage); without any the page has no view of them
     * @param walked by the page's walk to the bottleneck
     */
    public HtmlReport(String by, JsonObject waits, Walked walked) {
        this.by = by;
        this.waits = waits;
        this.walked = walked;
    }

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        JsonObject data = PageData.of(profile, by, walked);
        if (waits.size() > 0)
            data.add("wait_graphs", waits);
        HtmlPage.write(out, data, null);
    }
}
