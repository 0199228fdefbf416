package seda.sandStorm.core;
public class QueueThresholdPredicate implements seda.sandStorm.api.EnqueuePredicateIF {
public QueueThresholdPredicate(seda.sandStorm.api.SinkIF p0, int p1) {}
public boolean accept(seda.sandStorm.api.QueueElementIF p0) {throw new UnsupportedOperationException();}
public int getThreshold() {throw new UnsupportedOperationException();}
public void setThreshold(int p0) {throw new UnsupportedOperationException();}
}
