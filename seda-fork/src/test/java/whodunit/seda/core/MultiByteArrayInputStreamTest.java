// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import seda.sandStorm.lib.util.MultiByteArrayInputStream;

class MultiByteArrayInputStreamTest {
    /** Against the JDK's stream over the same bytes in one piece. */
    @Test
    void readsAsOneArray() throws Exception {
        Random random = new Random(7);
        byte[] all = new byte[20_000];
        random.nextBytes(all);
        ByteArrayInputStream expected = new ByteArrayInputStream(all);
        MultiByteArrayInputStream in = new MultiByteArrayInputStream();
        int added = 0;
        boolean marked = false;
        while (expected.available() > 0) {
            while (added < all.length && random.nextInt(3) > 0) {
                int n = Math.min(random.nextInt(200), all.length - added);
                in.addArray(Arrays.copyOfRange(all, added, added += n));
            }
            int there = added - (all.length - expected.available());
            assertThat(in.available()).isEqualTo(there);
            int n = random.nextInt(300);
            switch (random.nextInt(6)) {
                case 0 -> assertThat(in.read()).isEqualTo(there == 0 ? -1 : expected.read());
                case 1 -> assertThat(in.nbRead()).isEqualTo(there == 0 ? -1 : expected.read());
                case 2 -> assertThat(in.skip(n)).isEqualTo(expected.skip(Math.min(n, there)));
                case 3 -> {
                    in.mark(Integer.MAX_VALUE);
                    expected.mark(0);
                    marked = true;
                }
                case 4 -> {
                    if (marked && random.nextInt(4) == 0) {
                        in.reset();
                        expected.reset();
                    }
                }
                default -> {
                    byte[] got = new byte[n];
                    byte[] want = new byte[n];
                    int read = in.read(got);
                    assertThat(read).isEqualTo(
                            n > 0 && there == 0 ? -1 : Math.max(0, expected.read(want, 0, Math.min(n, there))));
                    assertThat(got).isEqualTo(want);
                }
            }
        }
        assertThat(in.read()).isEqualTo(-1);
    }

    /** A connection's stream lives long: what was read is let go. */
    @Test
    void whatWasReadIsForgotten() throws Exception {
        MultiByteArrayInputStream in = new MultiByteArrayInputStream(new byte[][] {{1}, {2}});
        for (int i = 0; i < 1000; i++) {
            in.addArray(new byte[] {3});
            assertThat(in.read()).isPositive();
        }
        assertThat(in.numArrays()).isLessThan(10);
        in.clear();
        assertThat(in.numArrays()).isZero();
        assertThat(in.available()).isZero();
    }

    @Test
    void endsAndErrors() throws Exception {
        MultiByteArrayInputStream in = new MultiByteArrayInputStream(new byte[][] {{-1}});
        assertThatThrownBy(in::reset).isInstanceOf(IOException.class);
        assertThat(in.read()).isEqualTo(255);
        assertThat(in.read(new byte[1])).isEqualTo(-1);
        assertThat(in.read(new byte[0])).isZero();
        in.close();
        assertThatThrownBy(in::read).isInstanceOf(IOException.class);
    }
}
