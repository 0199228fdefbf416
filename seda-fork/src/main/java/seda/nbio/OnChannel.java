// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.nio.channels.SelectableChannel;

/** How this package's sockets are known to its selector. */
interface OnChannel extends Selectable {
    SelectableChannel channel();
}
