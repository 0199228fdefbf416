// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.util.Random;

/** Comes to the first page, reads some posts, looks into a topic; now and then it is a program that fetches the feed.
 * */
final class Reader extends Visitor {
    private static final int FEED_EVERY = 5;

    Reader(String root, Content content, Random random) {
        super(root, content, random);
    }

    @Override
    void visit() {
        if (random.nextInt(FEED_EVERY) == 0) {
            then(Route.FEED, () -> http.get("/feed").expect(200, "</rss>"));
            return;
        }
        then(Route.HOME, () -> http.get("/").expect(200, "</html>"));
        then(Route.STYLE, () -> http.get("/wp-content/themes/twentytwentyone/style.css").expect(200, "body"));
        read(content.post(random));
        read(content.post(random));
        String topic = content.topic(random);
        then(Route.TOPIC, () -> http.get("/archives/category/" + topic).expect(200, "</html>"));
        read(content.post(random));
    }
}
