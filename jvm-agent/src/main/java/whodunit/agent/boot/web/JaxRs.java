// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

/** Paths of JAX-RS resources. */
public final class JaxRs {
    private JaxRs() {}

    /** @param path the templates of the class's and the method's @Path, one behind the other */
    public static void found(String path) {
        ServletRequests.routed(whole(path));
    }

    /**
     * The same where Vert.x Web has dispatched the request.
     *
     * @param parts what is in front of all resources, and the two templates; each may be null
     */
    public static void foundInVertx(String... parts) {
        StringBuilder path = new StringBuilder();
        for (String part : parts) {
            if (part != null && !part.isEmpty() && !part.equals("/"))
                path.append(part.startsWith("/") ? "" : "/")
                        .append(part, 0, part.endsWith("/") ? part.length() - 1 : part.length());
        }
        VertxRequests.routed(null, whole(path.toString()), true, null);
    }

    private static String whole(String path) {
        String whole = path.startsWith("/") ? path : "/" + path;
        return whole.length() > 1 && whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
    }
}
