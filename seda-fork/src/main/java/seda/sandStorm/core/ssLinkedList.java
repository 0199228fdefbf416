// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.NoSuchElementException;

/** A list with two ends. Not thread-safe. Looking at or removing what is not there gives null. */
public class ssLinkedList {
    private final LinkedList<Object> items = new LinkedList<>();

    public ssLinkedList() {}

    public int size() {
        return items.size();
    }

    public void add_to_tail(Object item) {
        items.addLast(item);
    }

    public Object get_tail() {
        return items.peekLast();
    }

    public Object remove_tail() {
        return items.pollLast();
    }

    public void add_to_head(Object item) {
        items.addFirst(item);
    }

    public Object get_head() {
        return items.peekFirst();
    }

    public Object remove_head() {
        return items.pollFirst();
    }

    public void remove_all() {
        items.clear();
    }

    /** The first item that the comparator recognises. */
    public Object get_comparator(Object wanted, ssLinkedListComparator comparator) {
        return find(wanted, comparator, false);
    }

    public Object remove_comparator(Object wanted, ssLinkedListComparator comparator) {
        return find(wanted, comparator, true);
    }

    /** The first item that is equal to the wanted one. */
    public Object get_item(Object wanted) {
        return find(wanted, Object::equals, false);
    }

    public Object remove_item(Object wanted) {
        return find(wanted, Object::equals, true);
    }

    private Object find(Object wanted, ssLinkedListComparator comparator, boolean remove) {
        for (Iterator<Object> i = items.iterator(); i.hasNext();) {
            Object item = i.next();
            if (comparator.compare(item, wanted)) {
                if (remove)
                    i.remove();
                return item;
            }
        }
        return null;
    }

    @SuppressWarnings("rawtypes")
    public Enumeration elements() {
        return new ssLinkedListEnumeration();
    }

    @Override
    public String toString() {
        return items.toString();
    }

    /** One item a line, each with this in front. */
    public String toString(String prefix) {
        StringBuilder text = new StringBuilder();
        for (Object item : items)
            text.append(prefix).append(item).append('\n');
        return text.toString();
    }

    /** Shows the arguments as a list and what is at its ends. */
    public static void main(String[] args) {
        ssLinkedList list = new ssLinkedList();
        for (String a : args)
            list.add_to_tail(a);
        System.out.println(list + ", size " + list.size() + ", head " + list.get_head() + ", tail " + list.get_tail());
    }

    /** From head to tail. */
    @SuppressWarnings("rawtypes")
    public class ssLinkedListEnumeration implements Enumeration {
        private final Iterator<Object> rest = items.iterator();

        public ssLinkedListEnumeration() {}

        @Override
        public boolean hasMoreElements() {
            return rest.hasNext();
        }

        @Override
        public Object nextElement() throws NoSuchElementException {
            return rest.next();
        }
    }
}
