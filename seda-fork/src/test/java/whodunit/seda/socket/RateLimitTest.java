// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpInPacket;
import seda.sandStorm.lib.aSocket.ATcpListenSuccessEvent;
import seda.sandStorm.lib.aSocket.ATcpServerSocket;
import whodunit.seda.Events;
import whodunit.seda.Running;

class RateLimitTest {
    private static final int PACKETS = 100, RATE = 200;

    /** However slow the machine is, packets never come faster than allowed; and none is lost. */
    @Test
    void theReadStageKeepsToItsRate() throws Exception {
        try (Running sandstorm = new Running("global.aSocket.rateController.enable", "true",
                "global.aSocket.rateController.rate", "" + RATE)) {
            Events accepted = new Events(), read = new Events();
            ATcpServerSocket server = new ATcpServerSocket(0, accepted);
            accepted.next(ATcpListenSuccessEvent.class);
            try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                peer.setTcpNoDelay(true);
                accepted.next(ATcpConnection.class).startReader(read);
                long begin = System.nanoTime();
                for (int i = 0; i < PACKETS; i++) {
                    peer.getOutputStream().write(i);
                    assertThat(read.next(ATcpInPacket.class).size()).isEqualTo(1);
                }
                assertThat((System.nanoTime() - begin) / 1e9).as("seconds").isGreaterThan(0.9 * PACKETS / RATE);
            }
            server.close();
        }
    }
}
