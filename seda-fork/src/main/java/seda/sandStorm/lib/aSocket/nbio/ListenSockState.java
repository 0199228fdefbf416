// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nbio;

import java.io.IOException;
import seda.sandStorm.lib.aSocket.ATcpListenRequest;
import seda.sandStorm.lib.aSocket.SelectSourceIF;

/** As with the other provider. */
public class ListenSockState extends seda.sandStorm.lib.aSocket.nio.ListenSockState {
    public ListenSockState(ATcpListenRequest request, SelectSourceIF source) throws IOException {
        super(request, source);
    }
}
