// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonArray;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

/** Strings by number, in the order of their first use. */
final class StringTable {
    private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
    private final JsonArray names = new JsonArray();

    int id(String name) {
        int fresh = names.size();
        int id = ids.computeIfAbsent(name, n -> fresh);
        if (id == fresh)
            names.add(name);
        return id;
    }

    JsonArray json() {
        return names;
    }
}
