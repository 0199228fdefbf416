// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonObject;
import java.util.Set;
import java.util.TreeSet;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.drill.Ending;

/** What the page walks to the bottleneck: the entries of both times, and what functions say of what is waited for. */
final class DrillColumns {
    private DrillColumns() {}

    static JsonObject json(Profile shown, Walked walked) {
        JsonObject root = new JsonObject();
        Set<String> names = new TreeSet<>();
        for (Profile profile : new Profile[] {walked.running() == null ? shown : walked.running(), walked.waiting()})
            if (profile != null)
                profile.entries.forEach(e -> e.stack().forEach((Frame f) -> names.add(f.name())));
        JsonObject texts = new JsonObject(), kinds = new JsonObject();
        for (Ending ending : Ending.values())
            texts.addProperty(ending.key(), ending.text());
        for (String name : names) {
            Ending ending = Ending.ofWaitIn(name);
            if (ending != Ending.WAIT)
                kinds.addProperty(name, ending.key());
        }
        root.add("texts", texts);
        root.add("kinds", kinds);
        add(root, "running", walked.running());
        add(root, "waiting", walked.waiting());
        return root;
    }

    private static void add(JsonObject root, String name, Profile profile) {
        if (profile == null)
            return;
        JsonObject columns = new JsonObject();
        EntryColumns.add(columns, profile);
        root.add(name, columns);
    }
}
