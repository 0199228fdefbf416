// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sources of classes that use every public instance member of the contract, on null: the JVM links a member before it
 * looks at its object, so that all that may happen is a NullPointerException.
 */
final class Links {
    private static final String PACKAGE = "links";

    private Links() {}

    /**
     * @param known all public types
     * @return binary name to source; each has a method {@code static void link()}
     */
    static Map<String, String> sources(Collection<TypeDecl> types, Set<String> known) {
        Map<String, String> sources = new LinkedHashMap<>();
        for (TypeDecl t : types) {
            if (t.outer() != null && !known.contains(t.outer()))
                continue; // cannot be named outside of its package
            String uses = t.members().stream().filter(m -> m.has("public") && !m.has("static") && !m.isConstructor())
                    .map(m -> use(t.name().replace('$', '.'), m, known)).collect(Collectors.joining());
            String name = "L" + sources.size();
            sources.put(PACKAGE + "." + name, "package " + PACKAGE + ";\npublic class " + name
                    + " { public static void link() throws Throwable {\n" + uses + "} }\n");
        }
        return sources;
    }

    private static String use(String type, MemberDecl m, Set<String> known) {
        String what = "((" + type + ") null)." + m.name();
        if (!m.isField())
            what += m.parameters().stream().map(p -> argument(p, known)).collect(Collectors.joining(", ", "(", ")"));
        String statement = m.isField() ? "Object o = " + what : what;
        return "try { " + statement + "; throw new AssertionError(); } catch (NullPointerException expected) { }\n";
    }

    private static String argument(String type, Set<String> known) {
        return switch (type) {
            case "boolean" -> "false";
            case "byte", "short", "char", "int", "long", "float", "double" -> "(" + type + ") 0";
            // what is not public cannot be named
            default -> type.startsWith("seda.") && !known.contains(type.replace("[]", "")) ? "null"
                    : "(" + type.replace('$', '.') + ") null";
        };
    }
}
