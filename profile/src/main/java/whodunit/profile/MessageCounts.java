// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * How many.
 *
 * @param calls that sent or received
 * @param mixed of these: received bytes of several contexts
 */
public record MessageCounts(long calls, long bytes, long mixed) {
    public static final MessageCounts NONE = new MessageCounts(0, 0, 0);

    public MessageCounts plus(MessageCounts o) {
        return new MessageCounts(calls + o.calls, bytes + o.bytes, mixed + o.mixed);
    }
}
