// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import seda.sandStorm.api.ProfilableIF;
import seda.sandStorm.api.ProfilerIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.util.MDWUtil;

/**
 * Writes sizes to {@code global.profile.filename}: a line of names whenever there are new ones, and a line of sizes
 * every {@code global.profile.delay} ms.
 */
final class Profiler implements ProfilerIF, Runnable {
    private record Column(String name, ProfilableIF profilable) {}

    private final boolean enabled;
    private final int delay;
    private final StageGraph graph;
    private final List<Column> columns = new ArrayList<>();
    private final PrintWriter out;
    private boolean named;
    private volatile boolean stopped;

    /** @throws IOException the file cannot be written */
    Profiler(SandstormConfigIF config) throws IOException {
        enabled = config.getBoolean("global.profile.enable");
        delay = config.getInt("global.profile.delay");
        graph = new StageGraph(config.getString("global.profile.graphfilename"));
        out = enabled ? new PrintWriter(config.getString("global.profile.filename"), StandardCharsets.UTF_8) : null;
    }

    void start() {
        if (!enabled)
            return;
        Thread thread = new Thread(this, "Sandstorm profiler");
        thread.setDaemon(true);
        thread.start();
    }

    void stop() {
        stopped = true;
    }

    @Override
    public boolean enabled() {
        return enabled;
    }

    @Override
    public synchronized void add(String name, ProfilableIF profilable) {
        if (!enabled)
            return;
        columns.add(new Column(name, profilable));
        named = false;
    }

    @Override
    public StageGraph getGraphProfiler() {
        return graph;
    }

    @Override
    public void run() {
        while (!stopped) {
            write();
            MDWUtil.sleep(delay);
        }
        out.close();
    }

    private synchronized void write() {
        if (!named) {
            out.print("# milliseconds");
            columns.forEach(c -> out.print("\t" + c.name));
            out.println();
            named = true;
        }
        out.print(System.currentTimeMillis());
        columns.forEach(c -> out.print("\t" + c.profilable.profileSize()));
        out.println();
        out.flush();
    }
}
