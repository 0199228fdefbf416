// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.util.Random;

/** Comes to the first page, before all others: what all pages have in common is compiled for it. */
public final class FirstComer extends Visitor {
    public FirstComer(String root, Content content) {
        super(root, content, new Random(0));
    }

    @Override
    void visit() {
        then(Route.HOME, () -> http.get("/").expect(200, "</html>"));
    }
}
