// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** Delivers signals. A sink gets the signals whose class is exactly that of the object it was registered with. */
public interface SignalMgrIF {
    void register(SignalIF signalType, SinkIF sink);

    void deregister(SignalIF signalType, SinkIF sink);
}
