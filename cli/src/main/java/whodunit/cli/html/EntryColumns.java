// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;

/**
 * A profile's entries as columns of numbers. Stacks are one tree of frames, in which an entry names its innermost node;
 * times are slots of equal length.
 */
final class EntryColumns {
    private EntryColumns() {}

    /** Adds processes, types, entries, tree and times. */
    static void add(JsonObject root, Profile profile) {
        JsonArray processes = new JsonArray();
        for (RecordedProcess s : profile.processes) {
            JsonObject o = new JsonObject();
            o.addProperty("tier", s.tier);
            o.addProperty("metric", s.metric().key());
            o.addProperty("ms_per_sample", s.millis(1));
            processes.add(o);
        }
        root.add("processes", processes);
        FrameTree tree = new FrameTree();
        StringTable types = new StringTable();
        JsonArray process = new JsonArray(), type = new JsonArray(), node = new JsonArray(), samples = new JsonArray();
        for (Profile.Entry e : profile.entries) {
            process.add(profile.processes.indexOf(e.process()));
            type.add(types.id(e.transaction()));
            node.add(tree.add(e.stack()));
            samples.add(e.samples());
        }
        root.add("types", types.json());
        JsonObject entries = new JsonObject();
        entries.add("process", process);
        entries.add("type", type);
        entries.add("node", node);
        entries.add("samples", samples);
        root.add("entries", entries);
        root.add("tree", tree.json());
        root.add("times", TimeColumns.of(profile).json());
    }
}
