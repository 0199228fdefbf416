// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import one.jfr.JfrReader;
import one.jfr.event.Event;

/** Where a native library's code was mapped: async-profiler's jdk.NativeLibrary. Created by JfrReader. */
public final class LibraryEvent extends Event {
    final String path;
    final long base;
    final long top;

    public LibraryEvent(JfrReader jfr) {
        super(jfr.getVarlong(), 0, 0);
        path = jfr.getString();
        base = jfr.getVarlong();
        top = jfr.getVarlong();
    }
}
