// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import whodunit.harness.HttpConnection;

/**
 * The pages of the test site, some of them hot: they are few, so they stay in a cache; the cold ones come in turn and
 * are more than fit, so they are never in it. What is asked for decides the hit rate. Also how to ask for them, and
 * whether a reply is right. Thread-safe.
 */
public final class Pages {
    private static final int HOT = 8;
    private static final int COLD = 2048;
    private static final int STALLED_MILLIS = 20_000;

    private final int size;
    private final Map<String, byte[]> contents = new ConcurrentHashMap<>();
    private final AtomicLong nextHot = new AtomicLong(), nextCold = new AtomicLong();

    /** @param size bytes of each page */
    public Pages(int size) {
        this.size = size;
    }

    /** Bytes of the cache that the hot pages fit in and the cold ones do not. */
    public long cacheSize() {
        return 256L * size;
    }

    /** Writes all of them. */
    public void create(Path root) throws IOException {
        Files.createDirectories(root);
        for (int i = 0; i < HOT; i++)
            Files.write(root.resolve("hot-" + i + ".html"), content("/hot-" + i + ".html"));
        for (int i = 0; i < COLD; i++)
            Files.write(root.resolve("cold-" + i + ".html"), content("/cold-" + i + ".html"));
    }

    /** The URL of the next request. */
    public String next(RandomGenerator random, double hitRate) {
        return random.nextDouble() < hitRate ? "/hot-" + nextHot.getAndIncrement() % HOT + ".html"
                : "/cold-" + nextCold.getAndIncrement() % COLD + ".html";
    }

    /** What the page holds. Not to be changed. */
    public byte[] content(String url) {
        return contents.computeIfAbsent(url, this::make);
    }

    /** @param keepAlive false: the server is to close after this */
    static String request(String url, boolean keepAlive) {
        return "GET " + url + " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: seda-web load\r\nAccept: */*\r\n"
                + (keepAlive ? "\r\n" : "Connection: close\r\n\r\n");
    }

    /** No reply for so long: the server has stalled. */
    static HttpConnection connect(int port) throws IOException {
        return new HttpConnection(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), STALLED_MILLIS);
    }

    /** Byte by byte. */
    void check(HttpConnection.Response response, String url) throws IOException {
        if (response.status() != 200 || !Arrays.equals(response.body(), content(url)))
            throw new IOException("a wrong reply to " + url + ": status " + response.status() + ", "
                    + response.body().length + " bytes");
    }

    /** The URL decides each byte. */
    private byte[] make(String url) {
        byte[] bytes = new byte[size];
        long x = url.hashCode() | 1;
        for (int i = 0; i < size; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            bytes[i] = (byte) ('a' + (x >>> 60));
        }
        return bytes;
    }
}
