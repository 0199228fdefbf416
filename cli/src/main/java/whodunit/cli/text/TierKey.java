// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.text;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * Tiers in our JSON: under {@code tier} or {@code tiers}, and beside it under the key of version 0.1, which said
 * "stage".
 */
public final class TierKey {
    private TierKey() {}

    /** The name of one tier. */
    public static void addName(JsonObject o, String tier) {
        o.addProperty("tier", tier);
        o.addProperty("stage", tier);
    }

    /** Something by the names of tiers. */
    public static void addAll(JsonObject o, JsonElement byTier) {
        o.add("tiers", byTier);
        o.add("stages", byTier);
    }
}
