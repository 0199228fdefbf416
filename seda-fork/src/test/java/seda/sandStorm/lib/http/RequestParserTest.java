// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestParserTest {
    private static final String REQUESTS = "GET /a?b=c HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n"
            + "POST /form HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 11\n\nkey=v%61lue"
            + "\r\nGET / HTTP/1.0\r\n\r\n"
            + "POST /chunks HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Type: "
            + "application/x-www-form-urlencoded\r\n\r\n4\r\na=b&\r\nC;ext\r\nlong=0123456\r\n0\r\n\r\n"
            + "GET /last HTTP/1.1\r\nX-Long: " + "y".repeat(5000) + "\r\nX-Twice: 1\r\nx-twice: 2\r\n\r\n";

    private static List<String> parse(byte[] bytes, Random cut) throws BadRequest {
        RequestParser parser = new RequestParser();
        List<String> requests = new ArrayList<>();
        for (int done = 0; done < bytes.length;) {
            int n = cut == null ? bytes.length
                    : Math.min(bytes.length - done, 1 + cut.nextInt(cut.nextBoolean() ? 5 : 500));
            byte[] packet = java.util.Arrays.copyOfRange(bytes, done, done + n);
            parser.add(packet, 0, n);
            done += n;
            for (httpRequest r; (r = parser.next(null)) != null;)
                requests.add(r + " " + r.getQuery("key") + r.getQuery("a") + r.getQuery("long"));
        }
        assertThat(parser.isWithinRequest()).isFalse();
        return requests;
    }

    @Test
    void howBytesAreCutIntoPacketsMakesNoDifference() throws Exception {
        byte[] bytes = REQUESTS.getBytes(StandardCharsets.ISO_8859_1);
        List<String> whole = parse(bytes, null);
        assertThat(whole).hasSize(5);
        assertThat(whole.get(1)).endsWith("valuenullnull");
        assertThat(whole.get(3)).endsWith("nullb0123456");
        assertThat(whole.get(4)).contains("x-twice=1, 2");
        for (int seed = 0; seed < 2000; seed++)
            assertThat(parse(bytes, new Random(seed))).isEqualTo(whole);
    }

    /** Anything may arrive: it is a request, or not yet, or refused, and nothing else. */
    @Test
    void damagedBytesDoNoHarm() {
        byte[] bytes = REQUESTS.getBytes(StandardCharsets.ISO_8859_1);
        int refused = 0;
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] damaged = bytes.clone();
            for (int i = random.nextInt(4); i >= 0; i--)
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            RequestParser parser = new RequestParser();
            parser.add(damaged, 0, damaged.length);
            try {
                for (int n = 0; parser.next(null) != null; n++)
                    assertThat(n).isLessThan(damaged.length);
            } catch (BadRequest e) {
                refused++;
                assertThat(e.code).isIn(400, 413, 431, 501);
            }
        }
        assertThat(refused).isPositive();
    }
}
