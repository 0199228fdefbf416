// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.nio.file.Path;

/** Whether somebody is looking. */
final class Terminal {
    private Terminal() {}

    /** @param file where the output goes; null: standard output */
    static boolean isColoured(Path file) {
        return file == null && System.console() != null && System.getenv("NO_COLOR") == null
                && !"dumb".equals(System.getenv("TERM"));
    }
}
