// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.util.Random;

/** Looks for words, and reads a post. */
final class Searcher extends Visitor {
    Searcher(String root, Content content, Random random) {
        super(root, content, random);
    }

    @Override
    void visit() {
        String words = content.word(random) + "+" + content.word(random);
        then(Route.SEARCH, () -> http.get("/search/" + words).expect(200, "</html>"));
        read(content.post(random));
    }
}
