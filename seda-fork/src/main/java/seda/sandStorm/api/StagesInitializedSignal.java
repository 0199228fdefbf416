// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** Sent once, after all stages of the configuration have been initialised. */
public class StagesInitializedSignal implements SignalIF {
    public StagesInitializedSignal() {}
}
