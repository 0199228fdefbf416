// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seda.sandStorm.api.SignalIF;
import seda.sandStorm.api.SignalMgrIF;
import seda.sandStorm.api.SinkIF;

/** Delivers signals, lossily, to those who registered for exactly their class. */
final class SignalManager implements SignalMgrIF {
    private final Map<Class<?>, Set<SinkIF>> sinks = new HashMap<>();

    @Override
    public synchronized void register(SignalIF signalType, SinkIF sink) {
        sinks.computeIfAbsent(signalType.getClass(), c -> new LinkedHashSet<>()).add(sink);
    }

    @Override
    public synchronized void deregister(SignalIF signalType, SinkIF sink) {
        Set<SinkIF> registered = sinks.get(signalType.getClass());
        if (registered != null)
            registered.remove(sink);
    }

    void trigger(SignalIF signal) {
        List<SinkIF> registered;
        synchronized (this) {
            registered = List.copyOf(sinks.getOrDefault(signal.getClass(), Set.of()));
        }
        for (SinkIF s : registered)
            s.enqueue_lossy(signal);
    }
}
