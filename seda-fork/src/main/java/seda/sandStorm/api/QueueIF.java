package seda.sandStorm.api;

/** Both ends. */
public interface QueueIF extends SourceIF, SinkIF {}
