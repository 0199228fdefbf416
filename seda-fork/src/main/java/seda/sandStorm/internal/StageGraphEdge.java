package seda.sandStorm.internal;
class StageGraphEdge {
StageGraphEdge() {}
}
