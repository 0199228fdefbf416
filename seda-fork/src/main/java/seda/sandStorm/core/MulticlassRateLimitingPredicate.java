package seda.sandStorm.core;
public class MulticlassRateLimitingPredicate implements seda.sandStorm.api.EnqueuePredicateIF {
public MulticlassRateLimitingPredicate(seda.sandStorm.api.SinkIF p0, int p1, double p2, int p3) {}
public boolean accept(seda.sandStorm.api.QueueElementIF p0) {throw new UnsupportedOperationException();}
public double getTargetRate(int p0) {throw new UnsupportedOperationException();}
public int getDepth(int p0) {throw new UnsupportedOperationException();}
public int getBucketSize(int p0) {throw new UnsupportedOperationException();}
public void setTargetRate(int p0, double p1) {throw new UnsupportedOperationException();}
public void setDepth(int p0, int p1) {throw new UnsupportedOperationException();}
}
