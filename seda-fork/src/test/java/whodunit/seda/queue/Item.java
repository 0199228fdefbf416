// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import seda.sandStorm.api.QueueElementIF;

/** An element that knows who has made it, and when among his. */
record Item(int producer, int number) implements QueueElementIF {
    static Item[] numbered(int producer, int from, int count) {
        Item[] items = new Item[count];
        for (int i = 0; i < count; i++)
            items[i] = new Item(producer, from + i);
        return items;
    }
}
