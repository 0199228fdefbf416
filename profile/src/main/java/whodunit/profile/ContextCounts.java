// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * What happened under one context of one process: transactions begun, messages sent and received, bytes that carrying
 * added.
 */
public record ContextCounts(long begun, long sent, long received, long bytesAdded) {
    public static final ContextCounts NONE = new ContextCounts(0, 0, 0, 0);

    public ContextCounts plus(ContextCounts o) {
        return new ContextCounts(begun + o.begun, sent + o.sent, received + o.received, bytesAdded + o.bytesAdded);
    }
}
