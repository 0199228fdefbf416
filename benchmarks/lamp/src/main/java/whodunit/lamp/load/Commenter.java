// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.util.Map;
import java.util.Random;

/** Reads a post, says something, and sees it there. */
final class Commenter extends Visitor {
    private static final int WORDS = 12;

    private int said;

    Commenter(String root, Content content, Random random) {
        super(root, content, random);
    }

    @Override
    void visit() {
        int post = content.post(random);
        String name = content.word(random);
        // WordPress refuses what was said before
        String comment = content.sentence(random, WORDS) + " " + random.nextInt(1000) + "-" + ++said;
        read(post);
        then(Route.COMMENT, () -> http.post("/wp-comments-post.php",
                Map.of("comment_post_ID", Integer.toString(post), "comment_parent", "0", "author", name, "email",
                        name + "@example.org", "url", "", "comment", comment))
                .expect(302, "/archives/" + post + "#comment-"));
        read(post);
    }
}
