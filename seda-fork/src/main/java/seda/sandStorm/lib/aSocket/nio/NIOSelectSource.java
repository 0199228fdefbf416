// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nio;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.ArrayList;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.lib.aSocket.SelectSourceIF;

/**
 * A selector as a source. Whatever is in the selected-key set is taken, also when select() says that nothing is new,
 * so that no ready socket is ever forgotten.
 */
public class NIOSelectSource implements SelectSourceIF, Closeable {
    private final Selector selector;
    private final boolean balance;
    private final ArrayDeque<NIOSelectorQueueElement> ready = new ArrayDeque<>();

    public NIOSelectSource() {
        this(false);
    }

    /** @param balance whether sockets that are ready together come in changing order */
    public NIOSelectSource(boolean balance) {
        this.balance = balance;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Selector getSelector() {
        return selector;
    }

    /** @return the SelectionKey; null if the channel is closed */
    @Override
    public Object register(Object channel, int interest) {
        try {
            return ((SelectableChannel) channel).register(selector, interest);
        } catch (ClosedChannelException e) {
            return null;
        }
    }

    /** @param key a key of this selector; it is what it waits for already */
    @Override
    public void register(Object key) {
        update(key);
    }

    @Override
    public void deregister(Object key) {
        ((SelectionKey) key).cancel();
        selector.wakeup();
    }

    @Override
    public void update() {
        selector.wakeup();
    }

    @Override
    public void update(Object key) {
        selector.wakeup();
    }

    @Override
    public int numRegistered() {
        return selector.keys().size();
    }

    @Override
    public int numActive() {
        int active = 0;
        for (SelectionKey key : List.copyOf(selector.keys()))
            try {
                if (key.interestOps() != 0)
                    active++;
            } catch (CancelledKeyException e) {
                // no longer registered
            }
        return active;
    }

    @Override
    public int size() {
        return ready.size();
    }

    @Override
    public QueueElementIF dequeue() {
        return blocking_dequeue(0);
    }

    @Override
    public QueueElementIF[] dequeue_all() {
        return blocking_dequeue_all(0);
    }

    @Override
    public QueueElementIF[] dequeue(int most) {
        return blocking_dequeue(0, most);
    }

    @Override
    public QueueElementIF blocking_dequeue(int timeoutMillis) {
        select(timeoutMillis);
        return ready.poll();
    }

    @Override
    public QueueElementIF[] blocking_dequeue_all(int timeoutMillis) {
        return blocking_dequeue(timeoutMillis, Integer.MAX_VALUE);
    }

    @Override
    public QueueElementIF[] blocking_dequeue(int timeoutMillis, int most) {
        select(timeoutMillis);
        if (ready.isEmpty())
            return null;
        QueueElementIF[] taken = new QueueElementIF[Math.min(most, ready.size())];
        for (int i = 0; i < taken.length; i++)
            taken[i] = ready.poll();
        return taken;
    }

    /** @param timeoutMillis 0 polls, -1 waits forever */
    private void select(int timeoutMillis) {
        if (!ready.isEmpty())
            return;
        try {
            if (timeoutMillis == 0)
                selector.selectNow();
            else
                selector.select(Math.max(timeoutMillis, 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (selector.selectedKeys().isEmpty())
            return;
        List<SelectionKey> keys = new ArrayList<>(selector.selectedKeys());
        selector.selectedKeys().clear();
        if (balance)
            Collections.shuffle(keys);
        for (SelectionKey key : keys)
            ready.add(new NIOSelectorQueueElement(key));
    }

    @Override
    public void interruptSelect() {
        selector.wakeup();
    }

    /** Closes the selector and everything registered with it. */
    @Override
    public void close() throws IOException {
        for (SelectionKey key : List.copyOf(selector.keys()))
            key.channel().close();
        selector.close();
    }

    @Override
    public String toString() {
        return "NIOSelectSource [" + selector + "]";
    }
}
