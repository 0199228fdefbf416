// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nbio;

import java.io.IOException;
import seda.sandStorm.lib.aSocket.ATcpConnectRequest;
import seda.sandStorm.lib.aSocket.SelectSourceIF;

/** As with the other provider. */
public class ConnectSockState extends seda.sandStorm.lib.aSocket.nio.ConnectSockState {
    public ConnectSockState(ATcpConnectRequest request, SelectSourceIF source) throws IOException {
        super(request, source);
    }

    protected ConnectSockState(ATcpConnectRequest request) throws IOException {
        super(request);
    }
}
