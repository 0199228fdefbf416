package seda.sandStorm.core;
public abstract class TimeStampedEvent implements seda.sandStorm.api.QueueElementIF {
public long timestamp;
protected TimeStampedEvent() {}
}
