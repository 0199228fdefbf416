// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import whodunit.profile.Frame;

/** All frames of a recording, numbered, so that stacks are arrays of numbers until it is known which ones are new. */
final class FrameTable {
    private final Object2IntOpenHashMap<Frame> ids = new Object2IntOpenHashMap<>();
    private final List<Frame> frames = new ArrayList<>();

    FrameTable() {
        ids.defaultReturnValue(-1);
    }

    int id(Frame frame) {
        int fresh = frames.size();
        int id = ids.putIfAbsent(frame, fresh);
        if (id >= 0)
            return id;
        frames.add(frame);
        return fresh;
    }

    Frame get(int id) {
        return frames.get(id);
    }

    List<Frame> list(int[] stack) {
        Frame[] all = new Frame[stack.length];
        for (int i = 0; i < all.length; i++)
            all[i] = frames.get(stack[i]);
        return List.of(all);
    }
}
