package seda.sandStorm.internal;
public class NullBatchSorter implements seda.sandStorm.api.internal.BatchSorterIF {
public NullBatchSorter() {}
public void init(seda.sandStorm.api.internal.StageWrapperIF p0, seda.sandStorm.api.ManagerIF p1) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.internal.BatchDescrIF nextBatch(int p0) {throw new UnsupportedOperationException();}
}
