package whodunit.profile.read;

import java.nio.charset.StandardCharsets;
import one.jfr.JfrReader;
import one.jfr.event.Event;

/** async-profiler's user event; its data is bytes in the guise of a Latin-1 string. Created by JfrReader. */
public final class RecordEvent extends Event {
    final byte[] data;

    public RecordEvent(JfrReader jfr) {
        super(jfr.getVarlong(), jfr.getVarint(), 0);
        jfr.getVarint();
        String text = jfr.getString();
        data = text == null ? new byte[0] : text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
