// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

import seda.sandStorm.api.QueueElementIF;

/** An event with a name. */
public record Event(String name) implements QueueElementIF {}
