package seda.util;
public class MDWUtil {
public MDWUtil() {}
public static long currentTimeUsec() {throw new UnsupportedOperationException();}
public static void usleep(long p0) {throw new UnsupportedOperationException();}
public static java.lang.String format(double p0) {throw new UnsupportedOperationException();}
public static void sleep(long p0) {throw new UnsupportedOperationException();}
}
