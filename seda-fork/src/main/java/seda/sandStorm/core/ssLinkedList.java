package seda.sandStorm.core;
public class ssLinkedList {
public ssLinkedList() {}
public int size() {throw new UnsupportedOperationException();}
public void add_to_tail(java.lang.Object p0) {throw new UnsupportedOperationException();}
public java.lang.Object get_tail() {throw new UnsupportedOperationException();}
public java.lang.Object remove_tail() {throw new UnsupportedOperationException();}
public void add_to_head(java.lang.Object p0) {throw new UnsupportedOperationException();}
public java.lang.Object get_head() {throw new UnsupportedOperationException();}
public java.lang.Object remove_head() {throw new UnsupportedOperationException();}
public void remove_all() {throw new UnsupportedOperationException();}
public java.lang.Object get_comparator(java.lang.Object p0, seda.sandStorm.core.ssLinkedListComparator p1) {throw new UnsupportedOperationException();}
public java.lang.Object remove_comparator(java.lang.Object p0, seda.sandStorm.core.ssLinkedListComparator p1) {throw new UnsupportedOperationException();}
public java.lang.Object get_item(java.lang.Object p0) {throw new UnsupportedOperationException();}
public java.lang.Object remove_item(java.lang.Object p0) {throw new UnsupportedOperationException();}
public java.util.Enumeration elements() {throw new UnsupportedOperationException();}
public java.lang.String toString() {throw new UnsupportedOperationException();}
public java.lang.String toString(java.lang.String p0) {throw new UnsupportedOperationException();}
public static void main(java.lang.String[] p0) {throw new UnsupportedOperationException();}
public class ssLinkedListEnumeration implements java.util.Enumeration {
public ssLinkedListEnumeration() {}
public boolean hasMoreElements() {throw new UnsupportedOperationException();}
public java.lang.Object nextElement() throws java.util.NoSuchElementException {throw new UnsupportedOperationException();}
}
}
