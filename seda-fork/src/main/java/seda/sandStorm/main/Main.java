package seda.sandStorm.main;
public class Main {
public Main() {}
public static void main(java.lang.String[] p0) {throw new UnsupportedOperationException();}
}
