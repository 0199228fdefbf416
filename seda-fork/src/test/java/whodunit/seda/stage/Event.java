package whodunit.seda.stage;

import seda.sandStorm.api.QueueElementIF;

/** An event with a name. */
public record Event(String name) implements QueueElementIF {}
