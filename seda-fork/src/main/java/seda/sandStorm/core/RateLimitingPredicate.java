package seda.sandStorm.core;
public class RateLimitingPredicate implements seda.sandStorm.api.EnqueuePredicateIF {
public RateLimitingPredicate(seda.sandStorm.api.SinkIF p0, double p1, int p2) {}
public boolean accept(seda.sandStorm.api.QueueElementIF p0) {throw new UnsupportedOperationException();}
public double getTargetRate() {throw new UnsupportedOperationException();}
public int getDepth() {throw new UnsupportedOperationException();}
public int getBucketSize() {throw new UnsupportedOperationException();}
public void setTargetRate(double p0) {throw new UnsupportedOperationException();}
public void setDepth(int p0) {throw new UnsupportedOperationException();}
}
