package whodunit.profile;

import java.util.List;

/**
 * On whose behalf something was done, and where.
 *
 * @param type   the transaction type, or null
 * @param reason why there is no type, or null
 * @param stack  outermost first, from the first tier's root to this stage's leaf, with a boundary frame per stage
 */
public record Party(String type, String reason, List<Frame> stack) {
    static Party without(String reason) {
        return new Party(null, reason, List.of());
    }

    /** The type, or the reason for having none in brackets. */
    public String name() {
        return type != null ? type : "(" + reason + ")";
    }
}
