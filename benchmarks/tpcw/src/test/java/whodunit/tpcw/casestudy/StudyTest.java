// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonParser;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import whodunit.harness.Results;
import whodunit.tpcw.run.Processors;

/** A study whose figures are made up: conclusions, files and plots say what they must. */
class StudyTest {
    @TempDir
    private Path directory;

    private static Point point(Variant v, int clients, double perSecond, double adminMs) {
        return new Point(v.key(), clients, 10, perSecond, 5, 0.5, 0.5,
                Double.isNaN(adminMs) ? Map.of()
                        : Map.of("AdminConfirm", new Results.Statistics(3, adminMs, adminMs, adminMs, adminMs)));
    }

    private static Plan plan(int items, List<Integer> clients) {
        return new Plan(clients, 1, 10, 100, 20, 0.5, 1, items, new Processors("0", "1"));
    }

    private static Study study() {
        Study s = new Study();
        s.plan = plan(1000, List.of(100, 200));
        s.add(point(Variant.CACHED, 200, 1800, 2));
        s.add(point(Variant.MYISAM, 100, 400, 20));
        s.add(point(Variant.MYISAM, 200, 500, 50));
        s.add(point(Variant.INNODB, 100, 450, 10));
        s.add(point(Variant.INNODB, 200, 600, 40));
        s.add(point(Variant.MYISAM, 300, 500, 60));
        s.add(point(Variant.INNODB, 300, 590, Double.NaN));
        s.add(Variant.MYISAM, JsonParser.parseString("""
                {"findings": ["AdminConfirm waits longest"], "crosstalk_holders": {"mariadb": {"none": {"count": 1}}},
                 "transactions": [
                  {"type": "Home", "requests": 9, "tiers": {"mariadb": {"cpu_pct": 60}},
                   "crosstalk_mean_ms_by_tier": {"tomcat": 900, "mariadb": 1}},
                  {"type": "AdminConfirm", "requests": 2, "tiers": {}, "crosstalk_mean_ms_by_tier": {"mariadb": 30}}]}
                """).getAsJsonObject());
        return s;
    }

    @Test
    void conclusionsAreThoseOfTheFigures() {
        Conclusions c = Conclusions.of(study());
        assertThat(c.longestWaiterMyisam()).isEqualTo("AdminConfirm");
        assertThat(c.adminConfirmCrosstalkMs()).containsExactly(Map.entry("myisam", 30.0));
        assertThat(c.adminConfirmFasterPct()).containsOnlyKeys(100, 200);
        assertThat(c.adminConfirmFasterPct().get(100)).isEqualTo(50, within(1e-9));
        assertThat(c.adminConfirmFasterPct().get(200)).isEqualTo(20, within(1e-9));
        assertThat(c.peakPerSecond()).containsEntry("myisam", 500.0).containsEntry("cached", 1800.0);
        assertThat(c.cachingGain()).isEqualTo(3, within(1e-9));
    }

    @Test
    void nothingMeasuredConcludesNothing() {
        Conclusions c = Conclusions.of(new Study());
        assertThat(c.longestWaiterMyisam()).isNull();
        assertThat(c.cachingGain()).isNull();
        assertThat(c.peakPerSecond()).isEmpty();
    }

    @Test
    void itGoesOnFromItsFile() throws Exception {
        Path file = directory.resolve("casestudy.json");
        Study before = study();
        before.save(file);
        Study after = Study.load(file);
        assertThat(after.points).isEqualTo(before.points);
        assertThat(after.reports.get("myisam").types()).isEqualTo(before.reports.get("myisam").types());
        assertThat(after.plan).isEqualTo(before.plan);
        assertThat(after.plan.comparable(plan(1000, List.of(300)))).isTrue();
        assertThat(after.plan.comparable(plan(2000, List.of(100, 200)))).isFalse();
        after.add(point(Variant.MYISAM, 100, 999, 1));
        assertThat(after.of(Variant.MYISAM)).extracting(Point::perSecond).containsExactly(999.0, 500.0, 500.0);
    }

    @Test
    void tablesHaveALineForEachFigure() throws Exception {
        study().writeCsv(directory);
        assertThat(Files.readString(directory.resolve("points.csv")).lines()).hasSize(7)
                .contains("myisam,200,500.00,0.500,0.500,AdminConfirm,3,50.000,50.000,50.000,50.000");
        assertThat(Files.readString(directory.resolve("crosstalk.csv")).lines()).containsExactly(
                "variant,type,requests,database_cpu_pct,crosstalk_mean_ms",
                "myisam,Home,9,60.000,1.0000", "myisam,AdminConfirm,2,0.000,30.0000");
    }

    @Test
    void aPlotIsWellFormedAndKeepsItsPointsInside() throws Exception {
        Path file = directory.resolve("plot.svg");
        new Chart("a < b & c", "x", "y").line("one", List.of(new double[] {0, 0}, new double[] {700, 3.3}))
                .line("none", List.of()).write(file);
        String svg = Files.readString(file);
        var root = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg))).getDocumentElement();
        assertThat(root.getTagName()).isEqualTo("svg");
        var markers = root.getElementsByTagName("circle");
        assertThat(markers.getLength()).isEqualTo(3); // two points and the legend
        double x = Double.parseDouble(markers.item(1).getAttributes().getNamedItem("cx").getNodeValue());
        double y = Double.parseDouble(markers.item(1).getAttributes().getNamedItem("cy").getNodeValue());
        assertThat(x).isBetween(500.0, 700.0);
        assertThat(y).isBetween(140.0, 160.0); // two thirds of the way up to 5
    }

    @Test
    void anEmptyPlotIsNotWritten() throws Exception {
        Path file = directory.resolve("empty.svg");
        new Chart("t", "x", "y").line("one", List.of()).write(file);
        assertThat(file).doesNotExist();
    }
}
