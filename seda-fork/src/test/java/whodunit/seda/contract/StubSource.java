// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Java sources with the contract's signatures and nothing behind them, for compiling applications as if against the
 * original: nothing of the drop-in goes into them. Constants have no known value, so they are not compile-time
 * constants here and are linked, not inlined.
 */
final class StubSource {
    private final Map<String, TypeDecl> types = new LinkedHashMap<>();
    /** Types that are not public but named by public ones. */
    private final Map<String, String> hidden = new TreeMap<>();

    StubSource(Collection<TypeDecl> declared) {
        declared.forEach(t -> types.put(t.name(), t));
    }

    /** Binary name of each top-level type to its source. */
    Map<String, String> sources() {
        for (TypeDecl t : types.values()) {
            hide(t.outer());
            t.members().stream().filter(m -> !m.isField()).forEach(m -> m.parameters().forEach(this::hide));
        }
        Map<String, String> sources = new LinkedHashMap<>();
        for (TypeDecl t : types.values())
            if (t.outer() == null)
                sources.put(t.name(), "package " + t.packageName() + ";\n" + body(t, "public "));
        hidden.forEach((name, source) -> sources.put(name, source));
        return sources;
    }

    private void hide(String name) {
        if (name == null || !name.startsWith("seda.") || name.contains("[") || types.containsKey(name)
                || hidden.containsKey(name))
            return;
        TypeDecl t = new TypeDecl("class", name, hiddenSuperclass(name), List.of(), List.of());
        hidden.put(name, "");
        hidden.put(name, "package " + t.packageName() + ";\n" + body(t, ""));
    }

    /** An inner class that extends another type's inner class needs an outer class that extends that type. */
    private String hiddenSuperclass(String name) {
        return types.values().stream()
                .filter(t -> name.equals(t.outer()) && t.superclass() != null && t.superclass().contains("$"))
                .map(t -> t.superclass().substring(0, t.superclass().indexOf('$'))).findAny().orElse(null);
    }

    private String body(TypeDecl t, String access) {
        String name = t.simpleName().substring(t.simpleName().lastIndexOf('$') + 1);
        StringBuilder s = new StringBuilder(access);
        if (t.outer() != null && !t.isInner())
            s.append("static ");
        s.append(t.kind()).append(' ').append(name);
        if (t.superclass() != null)
            s.append(" extends ").append(source(t.superclass()));
        if (!t.interfaces().isEmpty())
            s.append(t.isInterface() ? " extends " : " implements ")
                    .append(t.interfaces().stream().map(StubSource::source).collect(Collectors.joining(", ")));
        s.append(" {\n");
        if (t.members().stream().noneMatch(MemberDecl::isConstructor) && !t.isInterface())
            s.append(name).append("() {").append(superCall(t)).append("}\n");
        for (MemberDecl m : t.members())
            s.append(member(t, name, m));
        for (TypeDecl nested : types.values())
            if (t.name().equals(nested.outer()))
                s.append(body(nested, "public "));
        return s.append("}\n").toString();
    }

    private String member(TypeDecl t, String name, MemberDecl m) {
        String modifiers = m.modifiers().stream().filter(w -> !w.equals("native")).collect(Collectors.joining(" "))
                + " ";
        if (m.isField())
            return modifiers + source(m.type()) + " " + m.name()
                    + (m.has("final") ? " = (" + source(m.type()) + ") " + value(m.type()) : "") + ";\n";
        List<String> parameters = new ArrayList<>();
        boolean inner = m.isConstructor() && t.isInner();
        for (int i = inner ? 1 : 0; i < m.parameters().size(); i++)
            parameters.add(source(m.parameters().get(i)) + " p" + i);
        String exceptions = m.exceptions().isEmpty() ? ""
                : " throws " + m.exceptions().stream().map(StubSource::source).collect(Collectors.joining(", "));
        String head = modifiers + (m.isConstructor() ? name : source(m.type()) + " " + m.name()) + "("
                + String.join(", ", parameters) + ")" + exceptions;
        if (m.has("abstract"))
            return head + ";\n";
        return head + " {" + (m.isConstructor() ? superCall(t) : "throw new UnsupportedOperationException();") + "}\n";
    }

    /** A call of the superclass's constructor with least parameters. */
    private String superCall(TypeDecl t) {
        TypeDecl superclass = types.get(t.superclass());
        if (superclass == null)
            return "";
        List<String> fewest = superclass.members().stream().filter(MemberDecl::isConstructor)
                .map(MemberDecl::parameters)
                .min((a, b) -> a.size() - b.size()).orElse(List.of());
        return "super(" + fewest.stream().skip(superclass.isInner() ? 1 : 0).map(p -> "(" + source(p) + ") " + value(p))
                .collect(Collectors.joining(", ")) + ");";
    }

    /** An expression of the type that is no compile-time constant. */
    private static String value(String type) {
        return switch (type) {
            case "boolean" -> "Boolean.parseBoolean(\"\")";
            case "byte", "short", "char", "int", "long", "float", "double" -> "System.nanoTime()";
            default -> "null";
        };
    }

    private static String source(String binary) {
        return binary.replace('$', '.');
    }
}
