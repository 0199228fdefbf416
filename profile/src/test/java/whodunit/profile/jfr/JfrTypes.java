// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.jfr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The metadata event of {@link JfrFile}: which types there are, and their fields. */
final class JfrTypes {
    private record Element(String name, Map<String, String> attributes, List<Element> children) {}

    private final List<String> strings = new ArrayList<>();

    private JfrTypes() {}

    static Bytes metadata() {
        List<Element> types = List.of(type(20, "java.lang.String", false), type(10, "long", false),
                type(21, "java.lang.Class", false, "classLoader", "name", "package", "modifiers"),
                type(22, "java.lang.Thread", false, "osName", "osThreadId", "javaName", "javaThreadId"),
                type(26, "jdk.types.StackTrace", false, "truncated", "frames"),
                type(28, "jdk.types.Method", false, "type", "name", "descriptor", "modifiers", "hidden"),
                type(30, "jdk.types.Symbol", true, "string"),
                type(40, "profiler.types.UserEventType", true, "name"),
                type(101, "jdk.ExecutionSample", false, "startTime", "sampledThread", "stackTrace", "state"),
                type(102, "profiler.UserEvent", false, "startTime", "eventThread", "type", "data"));
        Bytes tree = new Bytes();
        JfrTypes all = new JfrTypes();
        all.write(new Element("root", Map.of(), List.of(new Element("metadata", Map.of(), types))), tree);
        Bytes event = new Bytes().number(0).number(0).number(1).number(all.strings.size());
        all.strings.forEach(event::utf8);
        event.writeBytes(tree.toByteArray());
        return event;
    }

    private static Element type(int id, String name, boolean simple, String... fields) {
        List<Element> children = new ArrayList<>();
        for (String field : fields)
            children.add(new Element("field", Map.of("name", field, "class", "10"), List.of()));
        return new Element("class",
                Map.of("id", Integer.toString(id), "name", name, "simpleType", Boolean.toString(simple)), children);
    }

    private void write(Element e, Bytes out) {
        out.number(string(e.name)).number(e.attributes.size());
        e.attributes.forEach((key, value) -> out.number(string(key)).number(string(value)));
        out.number(e.children.size());
        e.children.forEach(c -> write(c, out));
    }

    private int string(String text) {
        if (!strings.contains(text))
            strings.add(text);
        return strings.indexOf(text);
    }
}
