// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import whodunit.cli.html.HtmlPage;
import whodunit.cli.html.HtmlReport;
import whodunit.cli.html.PageData;
import whodunit.cli.html.Walked;
import whodunit.cli.waits.WaitGraphs;
import whodunit.cli.waits.WaitsPage;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.LockWait;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.WaitHistogram;

/** Profiles whose truth is known, and their pages. */
final class Pages {
    private Pages() {}

    static Path write(Path file, Profile profile) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            new HtmlReport("transaction").write(profile, out);
        }
        return file;
    }

    /** {@link #tiers} with the graph of the waits of threads. */
    static Path writeWaits(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            new HtmlReport("transaction", WaitsPage.tree(Map.of("thread", WaitGraphs.converter())), Walked.NOTHING_ELSE)
                    .write(tiers(), out);
        }
        return file;
    }

    /** A page that compares two profiles, as {@code whodunit diff} makes it. */
    static Path writeCompared(Path file, Profile before, Profile after) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            HtmlPage.write(out, PageData.of(after, "transaction"), PageData.of(before, "transaction"));
        }
        return file;
    }

    static Profile tiers() {
        TwoTierRecording tiers = new TwoTierRecording().withWaits();
        return Profile.stitch(List.of(tiers.web, tiers.db));
    }

    /** A request goes through all three; nine tenths of what the last one does are of no transaction. */
    static Profile threeTiers() {
        RecordedProcess web = new RecordedProcess(0xaa, "web", false), app = new RecordedProcess(0xbb, "app", false),
                db = new RecordedProcess(0xcc, "db", false);
        TwoTierRecording.context(web, 2, 0, Context.Kind.TRANSACTION, "Best");
        web.counts.put(2, new ContextCounts(10, 0, 0, 0));
        TwoTierRecording.remote(app, 2, 0xaa, 3);
        TwoTierRecording.remote(db, 2, 0xbb, 3);
        for (RecordedProcess caller : List.of(web, app))
            caller.contexts.put(3, new Context(3, 2, Context.Kind.CALL_PATH, "", List.of("main", "ask"), 0, 0));
        for (RecordedProcess tier : List.of(web, app, db))
            tier.add(new RecordedProcess.Label.Of(2), TwoTierRecording.nativeStack("main", "serve"), 10);
        db.add(new RecordedProcess.Label.Missing("background thread"), TwoTierRecording.nativeStack("flush"), 90);
        return Profile.stitch(List.of(web, app, db));
    }

    /**
     * One tier, ten seconds: Early runs in the first five, 10 samples each, Late in the other five, 20 each; both call
     * themselves.
     */
    static Profile earlyAndLate() {
        RecordedProcess tier = new RecordedProcess(0xee, "app", true);
        for (int type = 0; type < 2; type++) {
            TwoTierRecording.context(tier, 2 + type, 0, Context.Kind.TRANSACTION, type == 0 ? "Early" : "Late");
            tier.counts.put(2 + type, new ContextCounts(10, 0, 0, 0));
            int label = tier.samples.label(new RecordedProcess.Label.Of(2 + type));
            int stack = tier.samples
                    .stack(TwoTierRecording.java("java.lang.Thread.run", "app.Tree.walk", "app.Tree.visit",
                            "app.Tree.walk", "app.Tree.visit", "app.Leaf.work"));
            for (int second = 0; second < 5; second++)
                tier.samples.add(label, stack, (1_700_000_000L + 5 * type + second) * 1_000_000_000L,
                        type == 0 ? 10 : 20);
        }
        return Profile.stitch(List.of(tier));
    }

    /** When the recording of {@link #inFiles} begins, in nanoseconds since 1970. */
    static final long START = 1_700_000_000_000_000_000L;

    /**
     * Half a minute of two tiers, in files of ten seconds, the database's three seconds later than those of the web
     * tier. Early has requests, samples and waits in the first fifteen seconds, Late in all; no two files say the same.
     */
    static Profile inFiles() {
        RecordedProcess web = new RecordedProcess(0xaa, "web", true), db = new RecordedProcess(0xbb, "db", false);
        web.firstNanos = db.firstNanos = START;
        TwoTierRecording.callPath(db, 20, "start_thread", "thr_multi_lock");
        TwoTierRecording.callPath(db, 21, "start_thread", "open_table");
        for (int type = 0; type < 2; type++) {
            TwoTierRecording.context(web, 2 + type, 0, Context.Kind.TRANSACTION, type == 0 ? "Early" : "Late");
            web.contexts.put(4 + type, new Context(4 + type, 2 + type, Context.Kind.CALL_PATH, "",
                    List.of("shop.Page.get", "driver.Query.run"), 0, 0));
            TwoTierRecording.remote(db, 10 + type, 0xaa, 4 + type);
            int webStack = web.samples.stack(TwoTierRecording.java("java.lang.Thread.run", "shop.Page.get"));
            int dbStack = db.samples
                    .stack(TwoTierRecording.nativeStack("start_thread", type == 0 ? "filesort" : "lookup"));
            for (int half = 0; half < (type == 0 ? 30 : 60); half++) {
                web.samples.add(web.samples.label(new RecordedProcess.Label.Of(2 + type)), webStack,
                        START + half * 500_000_000L,
                        1 + half % 3);
                db.samples.add(db.samples.label(new RecordedProcess.Label.Of(10 + type)), dbStack,
                        START + half * 500_000_000L,
                        2 + half % 5 + type);
            }
            for (int file = 0; file < (type == 0 ? 2 : 3); file++) {
                long begins = START + file * 10_000_000_000L, ends = begins + 10_000_000_000L - 1;
                web.counts.add(2 + type, begins, ends, new ContextCounts(4 + 3 * type + 2 * file, 0, 0, 0));
                LockWait byRow = new LockWait(10 + type, 11 - type, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 20,
                        20);
                LockWait byMutex = new LockWait(10 + type, 11, LockWait.End.WOKEN, LockWait.Kind.MUTEX, "LOCK_open", 21,
                        21);
                db.waits.add(byRow, begins + 3_000_000_000L, ends + 3_000_000_000L,
                        waitOf((7 + 6L * file + type) * 1_000_000));
                db.waits.add(byMutex, begins + 3_000_000_000L, ends + 3_000_000_000L,
                        waitOf((2 + 3L * file) * 1_100_000));
            }
        }
        return Profile.stitch(List.of(web, db));
    }

    /**
     * Half a minute of a proxy's handlers and of a database, with all that a graph does not draw: in any second a
     * procedure and a handler that are too small, and procedures that only call one other. Some handlers and procedures
     * have samples in a part of the time only.
     */
    static Profile handlersAndProcedures() {
        RecordedProcess proxy = new RecordedProcess(0xaa, "proxy", false), db = new RecordedProcess(0xbb, "db", false);
        proxy.firstNanos = db.firstNanos = START;
        List<String> handlers = List.of("accept", "read", "write");
        for (int i = 0; i < handlers.size(); i++)
            TwoTierRecording.context(proxy, 2 + i, i == 0 ? 0 : 1 + i, Context.Kind.HANDLER, handlers.get(i));
        TwoTierRecording.context(proxy, 5, 2, Context.Kind.HANDLER, "rare");
        TwoTierRecording.remote(db, 10, 0xaa, 3);
        TwoTierRecording.remote(db, 11, 0xaa, 4);
        for (int second = 0; second < 30; second++) {
            sample(proxy, new RecordedProcess.Label.Of(2), second, 1000 + 7 * second, "main");
            sample(proxy, new RecordedProcess.Label.Of(3), second, second < 20 ? 2000 : 0, "main");
            sample(proxy, new RecordedProcess.Label.Of(4), second, second < 10 ? 0 : 3000, "main");
            sample(proxy, new RecordedProcess.Label.Of(5), second, 1, "main");
            sample(db, new RecordedProcess.Label.Of(10), second, 1, "start_thread");
            sample(db, new RecordedProcess.Label.Of(10), second, 500, "start_thread", "handle");
            sample(db, new RecordedProcess.Label.Of(10), second, 1, "start_thread", "handle", "tiny");
            sample(db, new RecordedProcess.Label.Of(10), second, second < 20 ? 1500 + 10 * second : 0, "start_thread",
                    "handle",
                    "sort");
            sample(db, new RecordedProcess.Label.Of(10), second, 1, "start_thread", "handle", "pass");
            sample(db, new RecordedProcess.Label.Of(10), second, 200 + second, "start_thread", "handle", "pass",
                    "lookup");
            sample(db, new RecordedProcess.Label.Of(11), second, second < 10 ? 0 : 100 * second, "start_thread",
                    "handle",
                    "lookup");
            sample(db, new RecordedProcess.Label.Missing("background thread"), second, second < 20 ? 0 : 300,
                    "start_thread",
                    "purge");
        }
        return Profile.stitch(List.of(proxy, db));
    }

    private static void sample(RecordedProcess tier, RecordedProcess.Label label, int second, long n, String... stack) {
        if (n > 0)
            tier.samples.add(tier.samples.label(label), tier.samples.stack(TwoTierRecording.nativeStack(stack)),
                    START + second * 1_000_000_000L, n);
    }

    /** Names that want to be more than names. */
    static Profile hostile() {
        List<String> names = List.of("</script><script>window.hacked = 1</script>",
                "<img src=x onerror='window.hacked = 1'>", "\u0000\u001b[31m\u0007\n\r\t",
                "\u202egnp.exe\u202c\u200f\u2066", "\"';--${window.hacked=1}`", "x".repeat(1 << 20), "\ud800 alone",
                "__proto__", "constructor", "");
        RecordedProcess web = new RecordedProcess(0xaa, names.get(0), true),
                db = new RecordedProcess(0xbb, names.get(1), false);
        for (int i = 0; i < names.size(); i++) {
            TwoTierRecording.context(web, 2 + i, 0, Context.Kind.TRANSACTION, names.get(i));
            web.contexts.put(100 + i,
                    new Context(100 + i, 2 + i, Context.Kind.CALL_PATH, "", List.of(names.get(i)), 0, 0));
            web.counts.put(2 + i, new ContextCounts(1, 0, 0, 0));
            web.add(new RecordedProcess.Label.Of(2 + i), TwoTierRecording.java("java.lang.Thread.run", names.get(i)),
                    10 + i);
            TwoTierRecording.remote(db, 2 + i, 0xaa, 100 + i);
            db.add(new RecordedProcess.Label.Of(2 + i), TwoTierRecording.nativeStack("start_thread", names.get(i)),
                    20 + i);
            TwoTierRecording.context(db, 50 + i, 0, Context.Kind.REASON, names.get(i));
            db.add(new RecordedProcess.Label.Of(50 + i), TwoTierRecording.nativeStack("start_thread", "idle"), 1);
            TwoTierRecording.callPath(db, 200 + i, names.get(i), "pthread_mutex_lock");
        }
        for (int i = 0; i < names.size(); i++)
            db.waits.put(
                    new LockWait(2 + i, 2 + (i + 1) % names.size(), LockWait.End.WOKEN, LockWait.Kind.MUTEX,
                            names.get(i), 200 + i,
                            200 + i),
                    waitOf(1_000_000L * (i + 1)));
        db.problems.add(names.get(0));
        return Profile.stitch(List.of(web, db));
    }

    /** Names of 300 characters and more, of letters that are wide, from right to left, or of two halves each. */
    static Profile longNames() {
        List<String> names = List.of("/shop/" + "item-with-a-long-name/".repeat(14), "W".repeat(300),
                "\u05e9\u05dc\u05d5\u05dd ".repeat(60), "\ud83d\ude00".repeat(151), "GET /short");
        RecordedProcess web = new RecordedProcess(0xaa, "W".repeat(127), false),
                db = new RecordedProcess(0xbb, "\ud83d\ude00".repeat(31), false);
        for (int i = 0; i < names.size(); i++) {
            TwoTierRecording.context(web, 2 + i, 0, Context.Kind.TRANSACTION, names.get(i));
            web.contexts.put(100 + i,
                    new Context(100 + i, 2 + i, Context.Kind.CALL_PATH, "", List.of(names.get(i)), 0, 0));
            web.counts.put(2 + i, new ContextCounts(1_000_000_000L, 0, 0, 0));
            web.add(new RecordedProcess.Label.Of(2 + i), TwoTierRecording.nativeStack("main", names.get(i)), 10);
            TwoTierRecording.remote(db, 2 + i, 0xaa, 100 + i);
            db.add(new RecordedProcess.Label.Of(2 + i), TwoTierRecording.nativeStack("main", names.get(i)), 20);
            TwoTierRecording.callPath(db, 200 + i, names.get(i), "pthread_mutex_lock");
        }
        for (int i = 0; i < names.size(); i++)
            db.waits.put(new LockWait(2 + i, 2 + (i + 1) % names.size(), LockWait.End.WOKEN, LockWait.Kind.MUTEX,
                    names.get(i), 200 + i, 200 + i), waitOf(1_000_000L * (i + 1)));
        db.problems.add(names.get(1));
        return Profile.stitch(List.of(web, db));
    }

    /** One tier with sixty types, "page 0" to "page 59". */
    static Profile manyTypes() {
        RecordedProcess web = new RecordedProcess(0xaa, "web", false);
        for (int i = 0; i < 60; i++) {
            TwoTierRecording.context(web, 2 + i, 0, Context.Kind.TRANSACTION, "page " + i);
            web.counts.put(2 + i, new ContextCounts(1, 0, 0, 0));
            web.add(new RecordedProcess.Label.Of(2 + i), TwoTierRecording.nativeStack("main", "serve"), 60 - i);
        }
        return Profile.stitch(List.of(web));
    }

    /** The tiers with waits, and thirty functions that call each other. */
    static Profile deep() {
        TwoTierRecording tiers = new TwoTierRecording().withWaits();
        String[] path = IntStream.range(0, 30).mapToObj(i -> "a::function_number_" + i).toArray(String[]::new);
        tiers.db.add(new RecordedProcess.Label.Of(10), TwoTierRecording.nativeStack(path), 200);
        return Profile.stitch(List.of(tiers.web, tiers.db));
    }

    /** A process that was recorded and did nothing. */
    static Profile withoutSamples() {
        return Profile.stitch(List.of(new RecordedProcess(0xaa, "web", false)));
    }

    private static WaitHistogram waitOf(long nanos) {
        WaitHistogram times = new WaitHistogram();
        Integer[] log2 = new Integer[64 - Long.numberOfLeadingZeros(nanos)];
        Arrays.fill(log2, 0);
        log2[log2.length - 1] = 1;
        times.add(1, nanos, nanos, List.of(log2));
        return times;
    }
}
