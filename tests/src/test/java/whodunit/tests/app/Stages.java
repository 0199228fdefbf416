// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.main.Sandstorm;
import seda.sandStorm.main.SandstormConfig;

/**
 * A SEDA application: cache, miss and write stage, the write stage reached on two paths. Prints the CPU nanoseconds
 * that each path has spent there, by its own count. Argument: a database that the miss stage asks.
 */
public final class Stages {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int REQUESTS = 600;
    private static final AtomicLong[] SPENT = {new AtomicLong(), new AtomicLong()};
    private static final AtomicInteger WRITTEN = new AtomicInteger();

    private static volatile double sink;

    private Stages() {}

    private record Request(boolean hit) implements QueueElementIF {}

    /** What a stage does with a request. */
    private interface Work {
        void on(Request request) throws Exception;
    }

    private record Handler(Work work) implements EventHandlerIF {
        @Override
        public void handleEvent(QueueElementIF element) {
            try {
                work.on((Request) element);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void handleEvents(QueueElementIF[] elements) {
            for (QueueElementIF e : elements)
                handleEvent(e);
        }

        @Override
        public void init(ConfigDataIF config) {}

        @Override
        public void destroy() {}
    }

    public static void main(String[] args) throws Exception {
        SandstormConfig config = new SandstormConfig();
        config.putBoolean("global.aSocket.enable", false);
        ManagerIF manager = new Sandstorm(config).getManager();
        try (Connection c = DriverManager.getConnection(args[0]); Statement s = c.createStatement()) {
            SinkIF write = manager.createStage("write", new Handler(Stages::write), null).getSink();
            SinkIF miss = manager.createStage("miss", new Handler(r -> {
                try (ResultSet answer = s.executeQuery("SELECT BENCHMARK(40000, MD5('x'))")) {
                    answer.next();
                }
                write.enqueue(r);
            }), null).getSink();
            SinkIF cache = manager.createStage("cache", new Handler(r -> (r.hit() ? write : miss).enqueue(r)), null)
                    .getSink();
            for (int i = 0; i < REQUESTS; i++)
                cache.enqueue(new Request(i % 3 != 0));
            while (WRITTEN.get() < REQUESTS)
                Thread.sleep(10);
        }
        System.out.println("hit " + SPENT[0] + "\nmiss " + SPENT[1]);
        System.exit(0);
    }

    private static void write(Request request) {
        long start = THREADS.getCurrentThreadCpuTime();
        burn(request.hit() ? 8_000_000 : 4_000_000);
        SPENT[request.hit() ? 0 : 1].addAndGet(THREADS.getCurrentThreadCpuTime() - start);
        WRITTEN.incrementAndGet();
    }

    private static void burn(int nanos) {
        long end = THREADS.getCurrentThreadCpuTime() + nanos;
        while (THREADS.getCurrentThreadCpuTime() < end)
            for (int i = 0; i < 1000; i++)
                sink += Math.sqrt(i);
    }
}
