// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

/** Paths of JAX-RS resources. */
public final class JaxRs {
    private JaxRs() {}

    /** @param path the templates of the class's and the method's @Path, one behind the other */
    public static void found(String path) {
        String whole = path.startsWith("/") ? path : "/" + path;
        ServletRequests.routed(whole.length() > 1 && whole.endsWith("/") ? whole.substring(0, whole.length() - 1)
                : whole);
    }
}
