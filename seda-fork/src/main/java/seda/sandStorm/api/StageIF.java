// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

import seda.sandStorm.api.internal.StageWrapperIF;

/** A stage, as others see it. */
public interface StageIF {
    String getName();

    /** Where to enqueue events for the stage. */
    SinkIF getSink();

    StageWrapperIF getWrapper();

    void destroy();
}
