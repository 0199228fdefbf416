package seda.sandStorm.internal;
public class AggThrottleBatchSorter implements seda.sandStorm.api.internal.BatchSorterIF {
public AggThrottleBatchSorter() {}
public void init(seda.sandStorm.api.internal.StageWrapperIF p0, seda.sandStorm.api.ManagerIF p1) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.internal.BatchDescrIF nextBatch(int p0) {throw new UnsupportedOperationException();}
}
