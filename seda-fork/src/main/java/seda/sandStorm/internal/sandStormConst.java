package seda.sandStorm.internal;
public interface sandStormConst {
public static final int MAJOR_VERSION = (int) System.nanoTime();
public static final int MINOR_VERSION = (int) System.nanoTime();
public static final java.lang.String VERSION_STRING = (java.lang.String) null;
public static final java.lang.String WELCOME_STRING = (java.lang.String) null;
}
