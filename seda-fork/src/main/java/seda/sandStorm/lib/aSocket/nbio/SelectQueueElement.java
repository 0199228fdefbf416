// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nbio;

import seda.nbio.SelectItem;

/** An item of a {@link seda.nbio.SelectSet} that became ready. */
public class SelectQueueElement extends seda.sandStorm.lib.aSocket.SelectQueueElement {
    public SelectItem item;

    public SelectQueueElement(SelectItem item) {
        this.item = item;
    }

    @Override
    public Object getItem() {
        return item;
    }

    @Override
    public Object getAttachment() {
        return item.getObj();
    }

    @Override
    public void clearEvents() {
        item.revents = 0;
    }
}
