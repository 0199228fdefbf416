// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.SourceIF;

/** A source of {@link SelectQueueElement}s: the sockets that became ready. One thread takes from it. */
public interface SelectSourceIF extends SourceIF {
    /** Registers something that knows by itself what it waits for. */
    void register(Object selectable);

    /**
     * @param selectable a channel
     * @param events     what to wait for, in the provider's terms
     * @return the registration, to be given to {@link #deregister} and {@link #update(Object)}
     */
    Object register(Object selectable, int events);

    void deregister(Object registration);

    /** Makes all changes of registrations known to the thread that waits. */
    void update();

    /** Makes the change of a registration known to the thread that waits. */
    void update(Object registration);

    int numRegistered();

    /** How many of the registered wait for something. */
    int numActive();

    /** How many are ready and were not taken yet. */
    @Override
    int size();

    /** The thread that waits, or the next one that wants to, returns at once. May be called from any thread. */
    void interruptSelect();
}
