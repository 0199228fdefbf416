// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * What messages of a process agree in: calls that sent or received on channels (docs/format.md, "Messages"). Contexts
 * are those of the process that recorded it.
 *
 * @param context  0: none
 * @param from     a remote context: the sender, and the context that it had there; 0: not known, or {@link Kind#SENT}
 * @param reason   why it is not known whose it is; else empty
 * @param service  the address that was connected to; empty: not known
 * @param accepted whether the channel was accepted by this process
 */
public record Message(Kind kind, Transport transport, int context, int from, String reason, String service,
        boolean accepted) {
    /** What was done, and what became of the context. In the order of the schema's numbers. */
    public enum Kind {
        SENT, REQUEST, RESPONSE, KEPT, BEGUN, UNKNOWN
    }

    /** In the order of the schema's numbers. */
    public enum Transport { OTHER, TCP, UNIX, PIPE, UDP }

    /** Whether it is not known whose transaction it was of. */
    public boolean isUnknown() {
        return kind == Kind.UNKNOWN || !reason.isEmpty();
    }

    /** Whether this process asks and the other end answers; what pipes and datagrams bring is never an answer. */
    public boolean isClients() {
        return !accepted && (transport == Transport.TCP || transport == Transport.UNIX);
    }
}
