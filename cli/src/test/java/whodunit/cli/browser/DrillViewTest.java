// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.cli.html.HtmlReport;
import whodunit.cli.html.Walked;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;
import whodunit.profile.Selection;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.drill.CallTree;
import whodunit.profile.drill.Drill;

/** The page's walk to the bottleneck: it is that of {@code whodunit drill}, whatever is selected. */
class DrillViewTest {
    private static final String KERNEL = "k:";
    private static final List<String> TIERS = List.of("web", "db");

    @TempDir
    private static Path directory;
    private static Browser browser;
    private static Path page;
    private static final Profile RUNNING = profile(SampledTime.CPU), WAITING = profile(SampledTime.WAITING);

    private final Tab tab = browser.open(1280, 900);

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser();
        page = write("walked.html", RUNNING, new Walked(null, WAITING));
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    @AfterEach
    void nothingWentWrong() {
        assertThat(tab.errors).isEmpty();
    }

    private static Path write(String name, Profile shown, Walked walked) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            new HtmlReport("transaction", new JsonObject(), walked).write(shown, out);
        }
        return file;
    }

    /** Pages ask a database, which creates files, waits for the disk and for locks; idle threads wait for events. */
    private static Profile profile(SampledTime time) {
        RecordedProcess web = new RecordedProcess(TwoTierRecording.WEB, "web", true);
        RecordedProcess db = new RecordedProcess(TwoTierRecording.DB, "db", false);
        TwoTierRecording.context(web, 2, 0, Context.Kind.TRANSACTION, "Best");
        TwoTierRecording.context(web, 3, 0, Context.Kind.TRANSACTION, "Home");
        for (int type = 2; type < 4; type++) {
            web.counts.put(type, new ContextCounts(10, 0, 0, 0));
            web.contexts.put(2 + type, new Context(2 + type, type, Context.Kind.CALL_PATH, "",
                    List.of("shop.Page.get", "driver.Query.run"), 0, 0));
            TwoTierRecording.remote(db, 8 + type, TwoTierRecording.WEB, 2 + type);
        }
        for (RecordedProcess p : List.of(web, db)) {
            p.engine = "kernel";
            p.time = time;
            p.intervalNanos = 1_000_000;
        }
        if (time == SampledTime.CPU) {
            add(web, 2, 40, "Thread.run", "shop.Page.get", "shop.Page.sort");
            add(web, 3, 25, "Thread.run", "shop.Page.get");
            add(db, 10, 70, "start_thread", "serve", "open", "k:do_sys_open", "k:ext4_create");
            add(db, 10, 12, "start_thread", "serve", "open", "k:do_sys_open");
            add(db, 11, 33, "start_thread", "serve", "parse");
            add(db, 0, 4, "start_thread", "purge", "parse");
        } else {
            add(web, 2, 90, "Thread.run", "shop.Page.get", "recv", "k:tcp_recvmsg", "k:schedule");
            add(db, 10, 60, "start_thread", "serve", "pread", "k:filemap_read", "k:io_schedule", "k:schedule");
            add(db, 11, 45, "start_thread", "serve", "lock", "k:do_futex", "k:schedule");
            add(db, 11, 9, "start_thread", "serve", "__proto__", "k:schedule");
            add(db, 11, 12, "start_thread", "tcp_pause", "k:do_sys_pause", "k:schedule");
            add(db, 11, 11, "start_thread", "epoll_wait", "k:unknown", "k:unknown");
            add(db, 11, 10, "start_thread", "serve", "read", "k:eventfd_read", "k:do_wait_intr_irq");
            add(db, 11, 20, "main", "__pthread_clockjoin_ex", "__futex_wait", "k:do_syscall_64", "k:futex_do_wait");
            add(db, 0, 210, "start_thread", "idle", "k:ep_poll", "k:schedule");
        }
        return Profile.stitch(List.of(web, db));
    }

    private static void add(RecordedProcess p, int context, int millis, String... stack) {
        List<Frame> frames = new ArrayList<>();
        for (String name : stack)
            frames.add(name.startsWith(KERNEL)
                    ? new Frame(name.substring(KERNEL.length()), Frame.Kind.KERNEL)
                    : new Frame(name, p.jvm && name.contains(".") ? Frame.Kind.JAVA : Frame.Kind.NATIVE));
        p.add(context == 0 ? new RecordedProcess.Label.Missing("background thread")
                : new RecordedProcess.Label.Of(context), frames, millis * (1_000_000 / p.countedNanos()));
    }

    /** As the page is to show it: the sentence, then each step. */
    private static List<String> walk(String tier, Profile running, Profile waiting, double threshold) {
        Drill walk = Drill.of(CallTree.of(tier, running, waiting), threshold);
        List<String> lines = new ArrayList<>(List.of(walk.sentence()));
        walk.steps.forEach(s -> lines(walk, s, 0, lines));
        return lines;
    }

    private static void lines(Drill walk, Drill.Step step, int depth, List<String> lines) {
        String ending = walk.ends.stream().filter(e -> e.step() == step).findFirst()
                .map(e -> " \u2190 " + e.ending().text()).orElse("");
        boolean kernel = step.node().frame.kind() == Frame.Kind.KERNEL;
        lines.add(depth + " " + step.node().frame.name() + (kernel ? " kernel" : "") + ending + " "
                + percent(step.percent()) + " " + percent(step.selfPercent()));
        step.next().forEach(s -> lines(walk, s, depth + 1, lines));
    }

    private static String percent(double x) {
        return String.format(Locale.ROOT, x >= 10 ? "%.1f %%" : "%.2f %%", x);
    }

    private List<String> shown() {
        List<String> lines = new ArrayList<>();
        tab.evaluate("""
                [...document.querySelectorAll('#drill .walk')].flatMap(w => [w.querySelector('h2').textContent,
                  ...[...w.querySelectorAll('tbody tr')].map(r =>
                    `${(parseInt(r.cells[0].style.paddingLeft) - 8) / 10} ` +
                    [...r.cells].slice(0, 3).map(c => c.textContent).join(' '))])""")
                .getAsJsonArray().forEach(l -> lines.add(l.getAsString()));
        return lines;
    }

    private void threshold(int percent) {
        tab.evaluate("(s => { s.value = " + percent
                + "; s.dispatchEvent(new Event('input')); })(document.getElementById('drill-threshold'))");
    }

    private void time(String which) {
        tab.evaluate("(s => { s.value = '" + which
                + "'; s.dispatchEvent(new Event('change')); })(document.getElementById('drill-time'))");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Best", "Home", "(background thread)"})
    void theWalkIsThatOfTheCommand(String type) {
        Selection selection = new Selection(type.isEmpty() ? Set.of() : Set.of(type), Set.of(), Long.MIN_VALUE,
                Long.MAX_VALUE);
        Profile running = RUNNING.select(selection), waiting = WAITING.select(selection);
        tab.load(page.toUri() + "#view=drill&type=" + type.replace(' ', '+'));
        if (type.isEmpty())
            tab.load(page.toUri() + "#view=drill");
        for (int threshold : new int[] {20, 3, 10, 40, 100}) {
            threshold(threshold);
            List<String> expected = new ArrayList<>();
            for (String tier : TIERS)
                if (CallTree.of(tier, running, waiting).root.total() > 0)
                    expected.addAll(walk(tier, running, waiting, threshold));
            assertThat(shown()).as(type + " at " + threshold + "%").isEqualTo(expected);
        }
    }

    @Test
    void whatThreadsRanAndWaitedIsWalkedAlone() {
        tab.load(page.toUri() + "#view=drill&tier=db");
        time("running");
        assertThat(shown()).isEqualTo(walk("db", RUNNING, null, 20)).anyMatch(l -> l.contains("ext4_create kernel"));
        time("waiting");
        assertThat(shown()).isEqualTo(walk("db", null, WAITING, 20)).anyMatch(l -> l.contains("waits for events"));
    }

    /** Another time is shown by the other views: the walk is the same. */
    @Test
    void aPageOfWallTimeWalksTheSame() throws IOException {
        Profile wall = profile(SampledTime.WAITING);
        wall.processes.forEach(p -> p.time = SampledTime.WALL);
        tab.load(write("wall.html", wall, new Walked(RUNNING, WAITING)).toUri() + "#view=drill&tier=db");
        assertThat(shown()).isEqualTo(walk("db", RUNNING, WAITING, 20));
    }

    @Test
    void withoutWaitsItIsAWalkOfWhatThreadsRan() throws IOException {
        tab.load(Pages.write(directory.resolve("running.html"), RUNNING).toUri() + "#view=drill&tier=db");
        assertThat(shown()).isEqualTo(walk("db", RUNNING, null, 20));
        assertThat(tab.count("#drill-time")).isZero();
        assertThat(tab.text("#view")).contains("Waits were not recorded");
    }
}
