// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.List;

/**
 * On whose behalf something was done, and where.
 *
 * @param type   the transaction type, or null
 * @param reason why there is no type, or null
 * @param stack  outermost first, from the first tier's root to this process's leaf, with a boundary frame per process
 */
public record Attribution(String type, String reason, List<Frame> stack) {
    static Attribution without(String reason) {
        return new Attribution(null, reason, List.of());
    }

    /** The type, or the reason for having none in brackets. */
    public String name() {
        return type != null ? type : "(" + reason + ")";
    }
}
