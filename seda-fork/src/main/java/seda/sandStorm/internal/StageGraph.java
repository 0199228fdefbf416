package seda.sandStorm.internal;
public class StageGraph {
StageGraph() {}
public synchronized seda.sandStorm.api.internal.StageWrapperIF[] getStages() {throw new UnsupportedOperationException();}
public synchronized seda.sandStorm.internal.StageGraphEdge[] getEdges() {throw new UnsupportedOperationException();}
public synchronized seda.sandStorm.internal.StageGraphEdge[] getEdgesFromStage(seda.sandStorm.api.internal.StageWrapperIF p0) {throw new UnsupportedOperationException();}
public synchronized seda.sandStorm.api.internal.StageWrapperIF getStageFromThread(java.lang.Thread p0) {throw new UnsupportedOperationException();}
public synchronized void addStage(seda.sandStorm.api.internal.StageWrapperIF p0) {throw new UnsupportedOperationException();}
public synchronized void addThread(java.lang.Thread p0, seda.sandStorm.api.internal.StageWrapperIF p1) {throw new UnsupportedOperationException();}
public synchronized void addEdge(seda.sandStorm.internal.StageGraphEdge p0) {throw new UnsupportedOperationException();}
public synchronized void dumpGraph() {throw new UnsupportedOperationException();}
}
