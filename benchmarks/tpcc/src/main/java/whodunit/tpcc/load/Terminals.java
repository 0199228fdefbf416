// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.load;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.agent.api.Whodunit;
import whodunit.harness.Results;
import whodunit.harness.option.Commands;
import whodunit.tpcc.data.Draw;
import whodunit.tpcc.transaction.Session;
import whodunit.tpcc.transaction.Transaction;

/** The terminals: a program of their own, so that they can be recorded. Prints what they have seen. */
@Command(name = "terminals")
public final class Terminals implements Callable<Integer> {
    /** A deadlock's victim, and who has waited too long for a row: to be tried again. */
    private static final Set<Integer> TRY_AGAIN = Set.of(1213, 1205);
    private static final long LAST_SECONDS = 60;
    /** The recording begins later than the server's command, by less than this. */
    private static final double RECORDER_SECONDS = 3;

    @Option(names = "--url", required = true)
    private String url;

    @Option(names = "--warehouses", required = true)
    private int warehouses;

    @Option(names = "--clients", required = true)
    private int clients;

    @Option(names = "--warm-up", required = true)
    private double warmUp;

    @Option(names = "--seconds", required = true)
    private double seconds;

    /** When the server was started, in ms of the Epoch. */
    @Option(names = "--server-started", required = true)
    private long started;

    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final LongAdder retries = new LongAdder();
    private volatile boolean running = true;
    private volatile Results window;

    public static void main(String[] args) {
        System.exit(Commands.execute(new Terminals(), args));
    }

    @Override
    public Integer call() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            int number = i;
            Thread t = new Thread(() -> work(number), "terminal-" + i);
            t.setDaemon(true);
            t.start();
            threads.add(t);
        }
        pause(warmUp);
        Results results = new Results(Arrays.stream(Transaction.Type.values()).map(t -> t.title).toList());
        retries.reset();
        double since = (System.currentTimeMillis() - started) / 1e3;
        long start = System.nanoTime();
        window = results;
        pause(seconds);
        window = null;
        results.seconds = (System.nanoTime() - start) / 1e9;
        long tried = retries.sum();
        running = false;
        for (Thread t : threads)
            t.join(LAST_SECONDS * 1000);
        if (failure.get() != null)
            throw new IOException("a transaction failed: " + failure.get(), failure.get());
        results.print(System.out, "transactions", "tps");
        System.out.printf("%d transactions were tried again after a deadlock%n", tried);
        System.out.printf("measured, for whodunit waits: --since %.0f --until %.0f%n", Math.ceil(since),
                Math.floor(since + results.seconds - RECORDER_SECONDS));
        System.out.printf("NewOrder/min: %.0f%n", results.counts().get(Transaction.Type.NEW_ORDER.title) * 60
                / results.seconds);
        return 0;
    }

    private void pause(double length) throws InterruptedException {
        long end = System.nanoTime() + (long) (length * 1e9);
        while (System.nanoTime() < end && failure.get() == null)
            Thread.sleep(Math.min(100, Math.max(1, (end - System.nanoTime()) / 1_000_000)));
    }

    private void work(int number) {
        Draw draw = new Draw(1 + number);
        Deck deck = new Deck(draw);
        Transaction.Terminal terminal = new Transaction.Terminal(1 + number % warehouses,
                1 + number / warehouses % Draw.DISTRICTS, warehouses);
        try (Session session = new Session(url)) {
            while (running) {
                Transaction.Type type = deck.next();
                Transaction transaction = type.make(draw, terminal);
                long start = System.nanoTime();
                int before = Whodunit.begin(type.title);
                try {
                    complete(transaction, session);
                } finally {
                    Whodunit.end(before);
                }
                Results r = window;
                if (r != null)
                    r.add(type.title, System.nanoTime() - start);
            }
        } catch (SQLException | RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void complete(Transaction transaction, Session session) throws SQLException {
        while (true)
            try {
                transaction.run(session);
                return;
            } catch (SQLException e) {
                if (!TRY_AGAIN.contains(e.getErrorCode()))
                    throw e;
                session.rollback();
                retries.increment();
            }
    }
}
