package whodunit.profile;

import java.util.Arrays;
import java.util.List;

/** A web tier and a database, made by hand, whose shares are known. */
public final class Tiers {
    public static final long WEB = 0xaa;
    public static final long DB = 0xbb;

    public final Stage web = new Stage(WEB, "web", true);
    public final Stage db = new Stage(DB, "db", false);

    /** Contexts: 2 and 3 transaction types, 4 and 5 call paths that send; 10 and 11 in the database receive them. */
    public Tiers() {
        context(web, 2, 0, Context.Kind.TRANSACTION, "Best");
        context(web, 3, 0, Context.Kind.TRANSACTION, "Home");
        web.contexts.put(4, new Context(4, 2, Context.Kind.CALL_PATH, "", List.of("shop.Best.page:10", "driver.Query.run:5"), 0, 0));
        web.contexts.put(5, new Context(5, 3, Context.Kind.CALL_PATH, "", List.of("shop.Home.page:20", "driver.Query.run:5"), 0, 0));
        web.counts.put(2, new Counts(10, 0, 0, 0));
        web.counts.put(3, new Counts(40, 0, 0, 0));
        remote(db, 10, WEB, 4);
        remote(db, 11, WEB, 5);
        web.add(new Stage.Label.Of(2), java("java.lang.Thread.run", "shop.Best.page"), 5);
        web.add(new Stage.Label.Of(3), java("java.lang.Thread.run", "shop.Home.page"), 15);
        db.add(new Stage.Label.Of(10), nativeStack("start_thread", "handle_query", "filesort"), 60);
        db.add(new Stage.Label.Of(11), nativeStack("start_thread", "handle_query", "lookup"), 20);
        db.add(new Stage.Label.Missing("background thread"), nativeStack("start_thread", "purge"), 20);
    }

    public static void context(Stage s, int id, int parent, Context.Kind kind, String name) {
        s.contexts.put(id, new Context(id, parent, kind, name, List.of(), 0, 0));
    }

    public static void remote(Stage s, int id, long uid, int synopsis) {
        s.contexts.put(id, new Context(id, 0, Context.Kind.REMOTE, "", List.of(), uid, synopsis));
    }

    public static List<Frame> java(String... names) {
        return Arrays.stream(names).map(n -> new Frame(n, Frame.Kind.JAVA)).toList();
    }

    public static List<Frame> nativeStack(String... names) {
        return Arrays.stream(names).map(n -> new Frame(n, Frame.Kind.NATIVE)).toList();
    }
}
