package whodunit.cli.browser;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import whodunit.cli.html.HtmlReport;
import whodunit.profile.Context;
import whodunit.profile.Counts;
import whodunit.profile.Profile;
import whodunit.profile.Stage;
import whodunit.profile.Tiers;
import whodunit.profile.Wait;
import whodunit.profile.WaitTimes;

/** Profiles whose truth is known, and their pages. */
final class Pages {
    private Pages() {}

    static Path write(Path file, Profile profile) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            new HtmlReport("transaction").write(profile, out);
        }
        return file;
    }

    static Profile tiers() {
        Tiers tiers = new Tiers().withWaits();
        return Profile.stitch(List.of(tiers.web, tiers.db));
    }

    /** One tier, ten seconds: Early runs in the first five, 10 samples each, Late in the other five, 20 each; both call themselves. */
    static Profile earlyAndLate() {
        Stage stage = new Stage(0xee, "app", true);
        for (int type = 0; type < 2; type++) {
            Tiers.context(stage, 2 + type, 0, Context.Kind.TRANSACTION, type == 0 ? "Early" : "Late");
            stage.counts.put(2 + type, new Counts(10, 0, 0, 0));
            int label = stage.samples.label(new Stage.Label.Of(2 + type));
            int stack = stage.samples.stack(Tiers.java("java.lang.Thread.run", "app.Tree.walk", "app.Tree.visit", "app.Tree.walk", "app.Tree.visit", "app.Leaf.work"));
            for (int second = 0; second < 5; second++)
                stage.samples.add(label, stack, (1_700_000_000L + 5 * type + second) * 1_000_000_000L, type == 0 ? 10 : 20);
        }
        return Profile.stitch(List.of(stage));
    }

    /** Names that want to be more than names. */
    static Profile hostile() {
        List<String> names = List.of("</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 1'>", "\u0000\u001b[31m\u0007\n\r\t",
                "\u202egnp.exe\u202c\u200f\u2066", "\"';--${window.hacked=1}`", "x".repeat(1 << 20), "\ud800 alone", "__proto__", "constructor", "");
        Stage web = new Stage(0xaa, names.get(0), true), db = new Stage(0xbb, names.get(1), false);
        for (int i = 0; i < names.size(); i++) {
            Tiers.context(web, 2 + i, 0, Context.Kind.TRANSACTION, names.get(i));
            web.contexts.put(100 + i, new Context(100 + i, 2 + i, Context.Kind.CALL_PATH, "", List.of(names.get(i)), 0, 0));
            web.counts.put(2 + i, new Counts(1, 0, 0, 0));
            web.add(new Stage.Label.Of(2 + i), Tiers.java("java.lang.Thread.run", names.get(i)), 10 + i);
            Tiers.remote(db, 2 + i, 0xaa, 100 + i);
            db.add(new Stage.Label.Of(2 + i), Tiers.nativeStack("start_thread", names.get(i)), 20 + i);
            Tiers.context(db, 50 + i, 0, Context.Kind.REASON, names.get(i));
            db.add(new Stage.Label.Of(50 + i), Tiers.nativeStack("start_thread", "idle"), 1);
            Tiers.callPath(db, 200 + i, names.get(i), "pthread_mutex_lock");
        }
        for (int i = 0; i < names.size(); i++)
            db.waits.put(new Wait(2 + i, 2 + (i + 1) % names.size(), Wait.End.WOKEN, Wait.Kind.MUTEX, names.get(i), 200 + i, 200 + i),
                    waitOf(1_000_000L * (i + 1)));
        db.problems.add(names.get(0));
        return Profile.stitch(List.of(web, db));
    }

    private static WaitTimes waitOf(long nanos) {
        WaitTimes times = new WaitTimes();
        times.add(1, nanos, nanos, List.of());
        return times;
    }
}
