// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

import seda.sandStorm.internal.StageGraph;

/** Writes the sizes of queues and thread pools to a file at regular times ({@code global.profile.*}). */
public interface ProfilerIF {
    boolean enabled();

    /** Adds a column. */
    void add(String name, ProfilableIF profilable);

    StageGraph getGraphProfiler();
}
