package seda.sandStorm.core;
public class NullElement implements seda.sandStorm.api.QueueElementIF {
public NullElement() {}
}
