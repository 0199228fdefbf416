// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.util.Map;

/** Spring's mappings of URLs to handlers. */
public final class SpringPatterns {
    private SpringPatterns() {}

    /**
     * Whether the application has registered the pattern. For a mapping's default handler Spring calls that a pattern
     * which a client has sent; of those only the root is a name.
     *
     * @param handlers by patterns; up to Spring 5 a pattern also matches with a slash at its end, and has it then
     */
    public static boolean isRegistered(Map<String, ?> handlers, String pattern) {
        return handlers.containsKey(pattern) || pattern.endsWith("/")
                && (pattern.length() == 1 || handlers.containsKey(pattern.substring(0, pattern.length() - 1)));
    }
}
