// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;

/** A socket that is ready for something. */
public abstract class SelectQueueElement implements QueueElementIF {
    /** What was registered, in the provider's terms. */
    protected abstract Object getItem();

    /** The state of the socket: what the registration was attached to. */
    protected abstract Object getAttachment();

    /** Forgets what it was ready for. */
    protected abstract void clearEvents();
}
