// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

/** What is waited for on one socket, and what came. */
public class SelectItem {
    /** To wait for: some of the constants of {@link Selectable}. */
    public short events;
    /** What came. */
    public short revents;
    /** The application's own. */
    public Object obj;
    private final Selectable selectable;

    public SelectItem(Selectable selectable, Object obj, short events) {
        this.selectable = selectable;
        this.obj = obj;
        this.events = events;
    }

    public SelectItem(Selectable selectable, short events) {
        this(selectable, null, events);
    }

    public Selectable getSelectable() {
        return selectable;
    }

    public Object getObj() {
        return obj;
    }

    public short getEvents() {
        return events;
    }

    public short returnedEvents() {
        return revents;
    }

    @Override
    public String toString() {
        return "SelectItem [" + selectable + ", events " + events + ", came " + revents + "]";
    }
}
