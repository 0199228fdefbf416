// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.locks;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Routes that wait for much, but each for what is its own: its lock, its connection's answers, its pool's tasks. */
@RestController
class Strangers {
    private final Stranger a, b, c, d;

    Strangers(@Value("${locks.answerer}") int answerer) {
        a = new Stranger(answerer);
        b = new Stranger(answerer);
        c = new Stranger(answerer);
        d = new Stranger(answerer);
    }

    @GetMapping("/strangers/a")
    String a() throws IOException, InterruptedException, ExecutionException {
        return a.work();
    }

    @GetMapping("/strangers/b")
    String b() throws IOException, InterruptedException, ExecutionException {
        return b.work();
    }

    @GetMapping("/strangers/c")
    String c() throws IOException, InterruptedException, ExecutionException {
        return c.work();
    }

    @GetMapping("/strangers/d")
    String d() throws IOException, InterruptedException, ExecutionException {
        return d.work();
    }

    /** What one route has. */
    private static final class Stranger {
        private static final long NANOS = 300_000;

        private final int answerer;
        private final ReentrantLock lock = new ReentrantLock();
        private final ExecutorService pool = Executors.newFixedThreadPool(2);
        private final ConcurrentHashMap<Integer, Integer> answers = new ConcurrentHashMap<>();
        private Socket connection;

        Stranger(int answerer) {
            this.answerer = answerer;
        }

        String work() throws IOException, InterruptedException, ExecutionException {
            int answer = ask();
            answers.merge(answer, 1, Integer::sum);
            pool.submit(Stranger::burn).get();
            return "done";
        }

        private int ask() throws IOException {
            lock.lock();
            try {
                if (connection == null)
                    connection = new Socket("127.0.0.1", answerer);
                connection.getOutputStream().write(1);
                return connection.getInputStream().read();
            } finally {
                lock.unlock();
            }
        }

        private static void burn() {
            for (long end = System.nanoTime() + NANOS; System.nanoTime() < end;)
                Thread.onSpinWait();
        }
    }
}
