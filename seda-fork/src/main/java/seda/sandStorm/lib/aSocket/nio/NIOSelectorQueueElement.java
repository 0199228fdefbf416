// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nio;

import java.nio.channels.SelectionKey;
import seda.sandStorm.lib.aSocket.SelectQueueElement;

/** A key that became ready. */
public class NIOSelectorQueueElement extends SelectQueueElement {
    public SelectionKey item;

    public NIOSelectorQueueElement(SelectionKey key) {
        item = key;
    }

    @Override
    public Object getItem() {
        return item;
    }

    /** Nothing to forget: a key's ready set is renewed by each selection. */
    @Override
    public void clearEvents() {}

    @Override
    public Object getAttachment() {
        return item.attachment();
    }
}
