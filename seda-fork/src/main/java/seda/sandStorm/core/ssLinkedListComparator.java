// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

/** Recognises an item of a list. */
public interface ssLinkedListComparator {
    /** @return whether the item is the one that is looked for */
    boolean compare(Object item, Object wanted);
}
