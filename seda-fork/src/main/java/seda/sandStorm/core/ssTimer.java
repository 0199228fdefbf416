package seda.sandStorm.core;
public class ssTimer implements java.lang.Runnable, seda.sandStorm.api.ProfilableIF {
public ssTimer() {}
public seda.sandStorm.core.ssTimer.ssTimerEvent registerEvent(long p0, seda.sandStorm.api.QueueElementIF p1, seda.sandStorm.api.SinkIF p2) {throw new UnsupportedOperationException();}
public seda.sandStorm.core.ssTimer.ssTimerEvent registerEvent(java.util.Date p0, seda.sandStorm.api.QueueElementIF p1, seda.sandStorm.api.SinkIF p2) {throw new UnsupportedOperationException();}
public void doneWithTimer() {throw new UnsupportedOperationException();}
public int size() {throw new UnsupportedOperationException();}
public int profileSize() {throw new UnsupportedOperationException();}
public void cancelAll() {throw new UnsupportedOperationException();}
public void cancelEvent(seda.sandStorm.core.ssTimer.ssTimerEvent p0) {throw new UnsupportedOperationException();}
public void run() {throw new UnsupportedOperationException();}
public static void main(java.lang.String[] p0) {throw new UnsupportedOperationException();}
public static class ssTimerEvent {
public long time_millis;
public seda.sandStorm.api.QueueElementIF obj;
public seda.sandStorm.api.SinkIF queue;
public seda.sandStorm.core.ssTimer.ssTimerEvent nextE;
public seda.sandStorm.core.ssTimer.ssTimerEvent prevE;
public ssTimerEvent(long p0, seda.sandStorm.api.QueueElementIF p1, seda.sandStorm.api.SinkIF p2) {}
public java.lang.String toString() {throw new UnsupportedOperationException();}
}
}
