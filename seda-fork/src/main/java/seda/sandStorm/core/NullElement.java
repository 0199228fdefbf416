// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import seda.sandStorm.api.QueueElementIF;

/** An element that says nothing. */
public class NullElement implements QueueElementIF {
    public NullElement() {}
}
