// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.ArrayList;
import java.util.List;
import whodunit.profile.Context;
import whodunit.profile.Frame;
import whodunit.profile.RecordedProcess;

/** Which levels of a call path are drawn: all of a native one, of a JVM's the application's own, outermost first. */
final class Procedures {
    private Procedures() {}

    /** The drawn procedures of a sample's own stack, below the boundary of its tier. */
    static List<String> of(RecordedProcess process, List<Frame> stack) {
        List<String> names = new ArrayList<>();
        for (Frame f : stack)
            if (f.kind() == Frame.Kind.BOUNDARY)
                names.clear();
            else if (isDrawn(process, f.name()))
                names.add(f.name());
        return names;
    }

    /** The drawn procedures of a call path context, whose frames name lines too. */
    static List<String> of(RecordedProcess process, Context callPath) {
        return callPath.frames().stream().map(Frame::withoutLine).filter(name -> isDrawn(process, name)).toList();
    }

    private static boolean isDrawn(RecordedProcess process, String name) {
        return !process.jvm || process.application.has(name);
    }
}
