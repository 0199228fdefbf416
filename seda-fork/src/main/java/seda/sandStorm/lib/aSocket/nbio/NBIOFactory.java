// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nbio;

import seda.sandStorm.lib.aSocket.nio.NIOFactory;

/** The provider that old configurations name: sockets on java.nio, without a native library. */
public class NBIOFactory extends NIOFactory {
    public NBIOFactory() {}
}
