package whodunit.profile;

/** What happened under one context of one process: transactions begun, messages sent and received, bytes that carrying added. */
public record Counts(long begun, long sent, long received, long bytesAdded) {
    public static final Counts NONE = new Counts(0, 0, 0, 0);

    public Counts plus(Counts o) {
        return new Counts(begun + o.begun, sent + o.sent, received + o.received, bytesAdded + o.bytesAdded);
    }
}
