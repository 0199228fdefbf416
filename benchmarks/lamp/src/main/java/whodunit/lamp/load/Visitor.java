// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;

/** Somebody who makes one request after the other. */
public abstract class Visitor {
    /** The requests of a visit. */
    private final Queue<Step> plan = new ArrayDeque<>();
    final Http http;
    final Content content;
    final Random random;

    /** One request. */
    interface Request {
        void make() throws IOException;
    }

    private record Step(Route route, Request request) {}

    Visitor(String root, Content content, Random random) {
        this.http = new Http(root);
        this.content = content;
        this.random = random;
    }

    /** Plans the requests of a visit, one or more. */
    abstract void visit();

    final void then(Route route, Request request) {
        plan.add(new Step(route, request));
    }

    /** Whose request comes next. */
    public final Route route() {
        if (plan.isEmpty())
            visit();
        return plan.peek().route;
    }

    /**
     * Makes the request of {@link #route}.
     *
     * @throws IOException if the answer is not what it should be
     */
    public final void request() throws IOException {
        route();
        Step step = plan.remove();
        http.name(step.route);
        step.request.make();
    }

    /** Reads a post; visitors come to one in the end. */
    final void read(int post) {
        then(Route.POST, () -> http.get("/archives/" + post).expect(200, "id=\"post-" + post + "\""));
    }
}
