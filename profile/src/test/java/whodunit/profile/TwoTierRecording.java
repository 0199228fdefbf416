// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Arrays;
import java.util.List;

/** A web tier and a database, made by hand, whose shares are known. */
public final class TwoTierRecording {
    public static final long WEB = 0xaa;
    public static final long DB = 0xbb;

    public final RecordedProcess web = new RecordedProcess(WEB, "web", true);
    public final RecordedProcess db = new RecordedProcess(DB, "db", false);

    /** Contexts: 2 and 3 transaction types, 4 and 5 call paths that send; 10 and 11 in the database receive them. */
    public TwoTierRecording() {
        context(web, 2, 0, Context.Kind.TRANSACTION, "Best");
        context(web, 3, 0, Context.Kind.TRANSACTION, "Home");
        web.contexts.put(4, new Context(4, 2, Context.Kind.CALL_PATH, "",
                List.of("shop.Best.page:10", "driver.Query.run:5"), 0, 0));
        web.contexts.put(5, new Context(5, 3, Context.Kind.CALL_PATH, "",
                List.of("shop.Home.page:20", "driver.Query.run:5"), 0, 0));
        web.counts.put(2, new ContextCounts(10, 0, 0, 0));
        web.counts.put(3, new ContextCounts(40, 0, 0, 0));
        remote(db, 10, WEB, 4);
        remote(db, 11, WEB, 5);
        web.add(new RecordedProcess.Label.Of(2), java("java.lang.Thread.run", "shop.Best.page"), 5);
        web.add(new RecordedProcess.Label.Of(3), java("java.lang.Thread.run", "shop.Home.page"), 15);
        db.add(new RecordedProcess.Label.Of(10), nativeStack("start_thread", "handle_query", "filesort"), 60);
        db.add(new RecordedProcess.Label.Of(11), nativeStack("start_thread", "handle_query", "lookup"), 20);
        db.add(new RecordedProcess.Label.Missing("background thread"), nativeStack("start_thread", "purge"), 20);
    }

    /**
     * Adds waits in the database. Best waits for Home twice, 30 and 10 ms, and for its own type once, 5 ms; Home waits
     * for Best 40 times, 8 ms in all, at another place. One wait of Best runs into its timeout after 100 ms, and one,
     * of 1 ms, is ended by a thread without transaction. So Best waits 4.5 ms per request, Home 0.2 ms.
     */
    public TwoTierRecording withWaits() {
        callPath(db, 20, "start_thread", "mysql_lock_tables", "thr_multi_lock", "pthread_cond_timedwait");
        callPath(db, 21, "start_thread", "mysql_unlock_tables", "thr_multi_unlock");
        callPath(db, 22, "start_thread", "open_table", "pthread_mutex_lock");
        wait(new LockWait(10, 11, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 20, 21), 30_000_000, 10_000_000);
        wait(new LockWait(10, 10, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 20, 21), 5_000_000);
        long[] times = new long[40];
        Arrays.fill(times, 200_000);
        wait(new LockWait(11, 10, LockWait.End.WOKEN, LockWait.Kind.MUTEX, "LOCK_open", 22, 0), times);
        wait(new LockWait(10, 0, LockWait.End.TIMEOUT, LockWait.Kind.CONDITION, "", 20, 0), 100_000_000);
        wait(new LockWait(10, 0, LockWait.End.WOKEN, LockWait.Kind.MUTEX, "LOCK_open", 22, 21), 1_000_000);
        return this;
    }

    /**
     * Adds messages. Best and Home send statements to the database, 10 and 40, and get their responses; one of Home's
     * came with bytes of another. Nobody who is recorded has asked the web tier, 50 times, and got its pages; Best has
     * also sent twice to a mail server. The web tier could not tell whose 3 sends were, the database whose 2 receives.
     */
    public TwoTierRecording withMessages() {
        callPath(db, 30, "start_thread", "handle_query", "send_result");
        db.contexts.put(30, new Context(30, 10, Context.Kind.CALL_PATH, "", db.contexts.get(30).frames(), 0, 0));
        remote(web, 50, DB, 30);
        remote(web, 51, DB, 11);
        message(db, Message.Kind.REQUEST, 10, 10, "", "127.0.0.1:3306", true, 10, 1_000, 0);
        message(db, Message.Kind.REQUEST, 11, 11, "", "127.0.0.1:3306", true, 40, 2_000, 0);
        message(db, Message.Kind.SENT, 30, 0, "", "127.0.0.1:3306", true, 10, 90_000, 0);
        message(db, Message.Kind.SENT, 11, 0, "", "127.0.0.1:3306", true, 40, 8_000, 0);
        message(db, Message.Kind.UNKNOWN, 0, 0, "table full", "127.0.0.1:3306", true, 2, 30, 0);
        message(web, Message.Kind.SENT, 4, 0, "", "127.0.0.1:3306", false, 10, 1_000, 0);
        message(web, Message.Kind.SENT, 5, 0, "", "127.0.0.1:3306", false, 40, 2_000, 0);
        message(web, Message.Kind.RESPONSE, 4, 50, "", "127.0.0.1:3306", false, 20, 90_000, 0);
        message(web, Message.Kind.RESPONSE, 5, 51, "", "127.0.0.1:3306", false, 40, 8_000, 1);
        message(web, Message.Kind.BEGUN, 2, 0, "", "127.0.0.1:80", true, 10, 4_000, 0);
        message(web, Message.Kind.BEGUN, 3, 0, "", "127.0.0.1:80", true, 40, 16_000, 0);
        message(web, Message.Kind.SENT, 2, 0, "", "127.0.0.1:80", true, 10, 5_000_000, 0);
        message(web, Message.Kind.SENT, 3, 0, "", "127.0.0.1:80", true, 40, 400_000, 0);
        message(web, Message.Kind.SENT, 4, 0, "", "10.0.0.9:25", false, 2, 700, 0);
        message(web, Message.Kind.SENT, 0, 0, "several requests open", "127.0.0.1:3306", false, 3, 90, 0);
        return this;
    }

    /** Adds messages by TCP; it is not known when. */
    public static void message(RecordedProcess s, Message.Kind kind, int context, int from, String reason,
            String service, boolean accepted, long calls, long bytes, long mixed) {
        s.messages.put(new Message(kind, Message.Transport.TCP, context, from, reason, service, accepted),
                new MessageCounts(calls, bytes, mixed));
    }

    /** Adds waits of these lengths in nanoseconds to the database's; it is not known when. */
    public void wait(LockWait wait, long... nanos) {
        WaitHistogram times = new WaitHistogram();
        for (long t : nanos) {
            Integer[] log2 = new Integer[64 - Long.numberOfLeadingZeros(t)];
            Arrays.fill(log2, 0);
            log2[log2.length - 1] = 1;
            times.add(1, t, t, List.of(log2));
        }
        db.waits.put(wait, times);
    }

    public static void callPath(RecordedProcess s, int id, String... frames) {
        s.contexts.put(id, new Context(id, 0, Context.Kind.CALL_PATH, "", List.of(frames), 0, 0));
    }

    public static void context(RecordedProcess s, int id, int parent, Context.Kind kind, String name) {
        s.contexts.put(id, new Context(id, parent, kind, name, List.of(), 0, 0));
    }

    public static void remote(RecordedProcess s, int id, long uid, int synopsis) {
        s.contexts.put(id, new Context(id, 0, Context.Kind.REMOTE, "", List.of(), uid, synopsis));
    }

    public static List<Frame> java(String... names) {
        return Arrays.stream(names).map(n -> new Frame(n, Frame.Kind.JAVA)).toList();
    }

    public static List<Frame> nativeStack(String... names) {
        return Arrays.stream(names).map(n -> new Frame(n, Frame.Kind.NATIVE)).toList();
    }
}
