// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import whodunit.harness.HttpConnection;

/** Clients that behave badly, in every way we could think of, as long as they are not closed. */
public final class Hostile implements AutoCloseable {
    private static final int HELD = 16;

    private final int port;
    private final Pages pages;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong deeds = new AtomicLong();
    private volatile boolean ended;

    public Hostile(int port, Pages pages, int clients) {
        this.port = port;
        this.pages = pages;
        for (int i = 0; i < clients; i++) {
            SplittableRandom random = new SplittableRandom(i);
            Thread thread = new Thread(null, () -> run(random), "hostile-" + i, 256 * 1024);
            threads.add(thread);
            thread.start();
        }
    }

    /** How many things were done. */
    public long deeds() {
        return deeds.get();
    }

    private void run(SplittableRandom random) {
        List<HttpConnection> held = new ArrayList<>();
        while (!ended)
            try {
                HttpConnection client = Pages.connect(port);
                held.add(client);
                misbehave(client, random);
                if (held.size() > HELD)
                    held.remove(0).reset();
                deeds.incrementAndGet();
                Thread.sleep(random.nextInt(10));
            } catch (IOException e) {
                // the server has shown the door
            } catch (InterruptedException e) {
                break;
            }
        for (HttpConnection client : held)
            try {
                client.close();
            } catch (IOException e) {
                // it is over anyway
            }
    }

    /** Afterwards nothing is done with the connection for a while. */
    private void misbehave(HttpConnection client, SplittableRandom random) throws IOException, InterruptedException {
        String url = pages.next(random, 0.5), request = Pages.request(url, true);
        switch (random.nextInt(9)) {
            case 0 -> client.send(request.substring(0, random.nextInt(request.length())));
            case 1 -> {
                client.send(request.substring(0, random.nextInt(request.length())));
                client.reset();
            }
            case 2 -> client.send("GET /" + "x".repeat(200_000) + " HTTP/1.1\r\n");
            case 3 -> client.send("GET / HTTP/1.1\r\n" + "X-Header: y\r\n".repeat(20_000));
            case 4 -> client.send(request.repeat(500)); // and reads nothing
            case 5 -> {
                byte[] garbage = new byte[1000];
                for (int i = 0; i < garbage.length; i++)
                    garbage[i] = (byte) random.nextInt();
                client.send(garbage);
            }
            case 6 -> {
                for (int i = 0; i < 30; i++) {
                    client.send(request.substring(i, i + 1));
                    Thread.sleep(1);
                }
            }
            case 7 -> {
                client.send("POST /form HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n" + "a=b&".repeat(100));
                client.reset();
            }
            default -> client.send("POST /form HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n");
        }
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        for (Thread thread : threads)
            thread.interrupt();
        for (Thread thread : threads)
            thread.join();
    }
}
