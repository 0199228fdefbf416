// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.nio.charset.StandardCharsets;
import one.jfr.JfrReader;
import one.jfr.event.Event;

/** async-profiler's user event; its data is bytes in the guise of a Latin-1 string. Created by JfrReader. */
public final class RecordEvent extends Event {
    private static final String TYPES = "profiler.types.UserEventType";

    /** Null if another user of the sampler has written it. */
    final byte[] data;

    public RecordEvent(JfrReader jfr) {
        super(jfr.getVarlong(), jfr.getVarint(), 0);
        int type = jfr.getVarint();
        boolean ours = jfr.enums.containsKey(TYPES) && "whodunit".equals(jfr.getEnumValue(TYPES, type));
        String text = ours ? jfr.getString() : null;
        data = text == null ? null : text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
