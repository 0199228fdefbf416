// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nbio;

import seda.sandStorm.lib.aSocket.nio.NIOSelectSource;

/** As with the other provider. */
public class SelectSource extends NIOSelectSource {
    public SelectSource() {}

    public SelectSource(boolean balance) {
        super(balance);
    }

    /** The selector. */
    public Object getSelectSet() {
        return getSelector();
    }
}
