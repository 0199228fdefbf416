// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;

/** Waits for any of several sockets, on a selector of java.nio. */
public class SelectSet {
    /** What counts as reading, and as writing: a channel takes of them what it knows. */
    private static final int READS = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
    private static final int WRITES = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;

    private final Selector selector;
    private final List<SelectItem> items = new ArrayList<>();

    public SelectSet() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public synchronized void add(SelectItem item) {
        items.add(item);
        update(item);
    }

    public void add(SelectItem[] items) {
        for (SelectItem item : items)
            add(item);
    }

    public synchronized void remove(SelectItem item) {
        items.remove(item);
        SelectionKey key = channel(item).keyFor(selector);
        if (key != null)
            key.cancel();
        selector.wakeup();
    }

    public void remove(SelectItem[] items) {
        for (SelectItem item : items)
            remove(item);
    }

    public void remove(int index) {
        remove(elementAt(index));
    }

    /** Takes over what the items now wait for. */
    public synchronized void update() {
        items.forEach(this::update);
    }

    public void update(SelectItem item) {
        try {
            channel(item).register(selector, interest(item), item);
        } catch (ClosedChannelException e) {
            item.revents = Selectable.SELECT_ERROR;
        } catch (CancelledKeyException e) { // removed this moment: the selector has to let go of it first
            try {
                selector.selectNow();
                channel(item).register(selector, interest(item), item);
            } catch (IOException closed) {
                item.revents = Selectable.SELECT_ERROR;
            }
        }
        selector.wakeup();
    }

    private static SelectableChannel channel(SelectItem item) {
        return ((OnChannel) item.getSelectable()).channel();
    }

    private static int interest(SelectItem item) {
        int wanted = ((item.events & Selectable.READ_READY) != 0 ? READS : 0)
                | ((item.events & Selectable.WRITE_READY) != 0 ? WRITES : 0);
        return wanted & channel(item).validOps();
    }

    public synchronized int size() {
        return items.size();
    }

    /** How many items wait for something. */
    public synchronized int numActive() {
        return (int) items.stream().filter(i -> i.events != 0).count();
    }

    public synchronized SelectItem elementAt(int index) {
        return items.get(index);
    }

    /**
     * Waits until an item is ready.
     *
     * @param timeoutMillis 0 polls, -1 waits forever
     * @return how many are ready
     */
    public int select(int timeoutMillis) {
        try {
            if (timeoutMillis == 0)
                selector.selectNow();
            else
                selector.select(Math.max(timeoutMillis, 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int ready = 0;
        synchronized (this) {
            for (SelectItem item : items)
                item.revents = 0;
        }
        for (SelectionKey key : selector.selectedKeys()) {
            ((SelectItem) key.attachment()).revents = key.isValid() ? events(key.readyOps()) : Selectable.SELECT_ERROR;
            ready++;
        }
        selector.selectedKeys().clear();
        return ready;
    }

    private static short events(int ready) {
        return (short) (((ready & READS) != 0 ? Selectable.READ_READY : 0)
                | ((ready & WRITES) != 0 ? Selectable.WRITE_READY : 0));
    }

    /** Those that came ready for one of these events in the last {@link #select}. */
    public synchronized SelectItem[] getEvents(short mask) {
        return items.stream().filter(i -> (i.revents & mask) != 0).toArray(SelectItem[]::new);
    }

    public SelectItem[] getEvents() {
        return getEvents((short) -1);
    }

    @Override
    public String toString() {
        return "SelectSet [" + size() + " items]";
    }

    /** May be called from any thread. */
    public void interruptSelect() {
        selector.wakeup();
    }
}
