package seda.sandStorm.core;
public interface ssLinkedListComparator {
public abstract boolean compare(java.lang.Object p0, java.lang.Object p1);
}
