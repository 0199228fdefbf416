// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.nio.charset.StandardCharsets;

/** The wire forms of this process's contexts. */
public final class OwnWire {
    /** That of synopsis 0. */
    static final byte[] NONE = WireForm.none(Native.processUid()).getBytes(StandardCharsets.US_ASCII);

    private OwnWire() {}

    /** The context's, for a message that is sent and counted with this; null for the root. */
    public static String send(int context) {
        if (context == 0)
            return null;
        Native.count(context, Native.SENT, 1);
        return WireForm.of(NONE, context);
    }
}
