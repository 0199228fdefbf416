// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.List;
import whodunit.profile.Frame;

/** Stacks that share what they begin with: node 0 is the root, a node comes after its parent. */
final class FrameTree {
    private final Object2IntOpenHashMap<Frame> frameIds = new Object2IntOpenHashMap<>();
    private final JsonArray names = new JsonArray();
    private final StringBuilder kinds = new StringBuilder();
    private final Long2IntOpenHashMap nodes = new Long2IntOpenHashMap();
    private final JsonArray parents = new JsonArray();
    private final JsonArray frames = new JsonArray();
    private final JsonObject sources = new JsonObject();

    /** @return the node of the innermost frame */
    int add(List<Frame> stack) {
        int node = 0;
        for (Frame f : stack) {
            long key = (long) node << 32 | frame(f);
            int fresh = nodes.size() + 1;
            int child = nodes.computeIfAbsent(key, k -> fresh);
            if (child == fresh) {
                parents.add(fresh - node);
                frames.add((int) key);
            }
            node = child;
        }
        return node;
    }

    private int frame(Frame f) {
        int fresh = names.size();
        int id = frameIds.computeIfAbsent(f.withoutModule(), k -> fresh);
        if (id == fresh) {
            names.add(f.name());
            kinds.append(f.kind().name().charAt(0));
            if (f.source() != null)
                sources.addProperty(Integer.toString(id), f.source().toString());
        }
        return id;
    }

    /**
     * Parents as distances, which compress well; frames' kinds as the first letters of {@link Frame.Kind}; file and
     * line of the frames of which they are known.
     */
    JsonObject json() {
        JsonObject o = new JsonObject();
        o.add("names", names);
        o.addProperty("kinds", kinds.toString());
        o.add("sources", sources);
        o.add("parent", parents);
        o.add("frame", frames);
        return o;
    }
}
