// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.util.Random;

/**
 * Asks for a page that is not there, before all others: what all pages have in common is compiled, and each worker and
 * connection has done something.
 */
public final class FirstComer extends Visitor {
    public FirstComer(String root, Content content) {
        super(root, content, new Random(0));
    }

    @Override
    void visit() {
        then(Route.NOTHING, () -> http.get("/nothing").expect(404, "</html>"));
    }
}
