// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** How many there are of each kind. */
public record Visitors(int readers, int searchers, int commenters, int editors) {
    private interface Kind {
        Visitor make(String root, Content content, Random random);
    }

    /** Makes them; the same ones for the same seed. */
    public List<Visitor> make(String root, Content content, long seed) {
        List<Visitor> all = new ArrayList<>();
        add(all, readers, Reader::new, root, content, seed);
        add(all, searchers, Searcher::new, root, content, seed);
        add(all, commenters, Commenter::new, root, content, seed);
        add(all, editors, Editor::new, root, content, seed);
        return all;
    }

    private static void add(List<Visitor> all, int n, Kind kind, String root, Content content, long seed) {
        for (int i = 0; i < n; i++)
            // neighbouring seeds themselves would draw nearly the same first numbers
            all.add(kind.make(root, content, new Random((seed + all.size()) * 0x9E3779B97F4A7C15L)));
    }

    public int all() {
        return readers + searchers + commenters + editors;
    }
}
