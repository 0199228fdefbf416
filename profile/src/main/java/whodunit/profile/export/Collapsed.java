// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.SampleUnits;

/**
 * Collapsed stacks: the transaction, then the frames, outermost first, joined by ';', and the samples, in
 * {@link SampleUnits}. Where some tiers' samples are of CPU and others' of wall time, the metric comes first.
 */
public final class Collapsed implements Exporter {
    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        SampleUnits units = new SampleUnits(profile.processes);
        boolean mixed = profile.metrics().size() > 1;
        Map<String, Long> lines = new TreeMap<>();
        for (Profile.Entry e : profile.entries) {
            StringBuilder line = new StringBuilder(mixed ? e.process().metric().key() + ";" : "")
                    .append(clean(e.transaction()));
            for (Frame f : e.stack())
                line.append(';').append(clean(f.name()));
            lines.merge(line.toString(), units.of(e.process(), e.samples()), Long::sum);
        }
        for (Map.Entry<String, Long> line : lines.entrySet())
            out.write((line.getKey() + " " + line.getValue() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The format has no escapes: what would break it becomes an underscore. */
    private static String clean(String name) {
        return name.replaceAll("[;\\p{C}\\p{Zl}\\p{Zp}]", "_");
    }
}
