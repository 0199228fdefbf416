// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api.internal;

/** Runs stages. */
public interface ThreadManagerIF {
    void register(StageWrapperIF stage);

    void deregister(StageWrapperIF stage);

    void deregisterAll();

    /** One of the stages has got work. */
    void wake();
}
