// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads api.txt, the contract: every public type of Sandstorm with its members, and its configuration's defaults. */
final class ApiText {
    private static final Set<String> PRIMITIVE = Set.of("void", "boolean", "byte", "short", "char", "int", "long",
            "float", "double");
    private static final Set<String> MODIFIERS = Set.of("public", "protected", "static", "final", "abstract",
            "synchronized", "native");
    private static final List<String> IMPORTED = List.of("java.lang.", "java.util.", "java.io.", "java.net.");
    private static final List<String> SHORTENED = List.of("api", "core", "internal", "lib", "main");

    /** Gnutella is left out of the drop-in. */
    static final String LEFT_OUT = "seda.sandStorm.lib.Gnutella";

    final List<TypeDecl> types = new ArrayList<>();
    final Map<String, String> defaults = new LinkedHashMap<>();
    /**
     * Package to its numbers of types, of methods and constructors, and of fields, as the contract itself counts them.
     */
    final Map<String, List<Integer>> counts = new LinkedHashMap<>();

    private ApiText() {}

    static ApiText read() {
        ApiText api = new ApiText();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                ApiText.class.getResourceAsStream("/whodunit/seda/api.txt"), StandardCharsets.UTF_8))) {
            for (String line; (line = in.readLine()) != null;)
                api.line(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        api.types.removeIf(t -> t.packageName().equals(LEFT_OUT));
        api.counts.remove(LEFT_OUT);
        return api;
    }

    private void line(String line) {
        String[] f = line.split("\\|", -1);
        switch (f[0]) {
            case "T" -> types.add(type(f[1], f[2], f[3]));
            case "M" -> types.get(types.size() - 1).members().add(member(types.get(types.size() - 1), f[1]));
            case "C" ->
                counts.put(f[1], List.of(Integer.parseInt(f[2]), Integer.parseInt(f[3]), Integer.parseInt(f[4])));
            case "D" -> defaults.put(f[1], f[2]);
            default -> {} // comments, and lists that say which members a certain server links
        }
    }

    private static TypeDecl type(String kind, String name, String clauses) {
        String superclass = null;
        List<String> interfaces = new ArrayList<>();
        String[] words = clauses.isEmpty() ? new String[0] : clauses.split(" ");
        for (int i = 0; i < words.length; i += 2) {
            List<String> named = Arrays.stream(words[i + 1].split(",")).map(ApiText::resolve).toList();
            if (words[i].equals("extends") && !kind.equals("interface"))
                superclass = named.get(0);
            else
                interfaces.addAll(named);
        }
        return new TypeDecl(kind, resolve(name), superclass, interfaces, new ArrayList<>());
    }

    private static MemberDecl member(TypeDecl type, String text) {
        int thrown = text.indexOf(" throws ");
        List<String> exceptions = thrown < 0 ? List.of() : list(text.substring(thrown + " throws ".length()));
        String signature = thrown < 0 ? text : text.substring(0, thrown);
        int open = signature.indexOf('(');
        List<String> parameters = open < 0 ? null : list(signature.substring(open + 1, signature.length() - 1));
        String[] words = (open < 0 ? signature : signature.substring(0, open)).split(" ");
        List<String> modifiers = Arrays.stream(words).takeWhile(MODIFIERS::contains).toList();
        String name = words[words.length - 1];
        if (modifiers.size() == words.length - 1) {
            assert resolve(name).equals(type.name());
            return new MemberDecl(modifiers, null, type.name(), parameters, exceptions);
        }
        return new MemberDecl(modifiers, resolve(words[modifiers.size()]), name, parameters, exceptions);
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : Arrays.stream(text.split(", *")).map(ApiText::resolve).toList();
    }

    /** The full name of a type whose usual prefix was dropped. */
    private static String resolve(String name) {
        int array = name.indexOf('[');
        if (array > 0)
            return resolve(name.substring(0, array)) + name.substring(array);
        if (PRIMITIVE.contains(name) || name.startsWith("seda.") || name.startsWith("java."))
            return name;
        int dot = name.indexOf('.');
        if (dot > 0 && SHORTENED.contains(name.substring(0, dot)))
            return "seda.sandStorm." + name;
        for (String p : IMPORTED) {
            try {
                return Class.forName(p + name, false, null).getName();
            } catch (ClassNotFoundException e) {
                // the next one
            }
        }
        throw new IllegalArgumentException("unknown type " + name);
    }
}
