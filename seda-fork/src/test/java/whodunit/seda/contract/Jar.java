// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Holds loaded classes against the contract and says what differs. */
final class Jar {
    /** They are no part of what callers and subclasses link against. */
    private static final Set<String> FREE = Set.of("synchronized", "native");

    private final List<String> differences = new ArrayList<>();

    private Jar() {}

    static List<String> differences(TypeDecl expected, Class<?> actual) {
        Jar jar = new Jar();
        jar.type(expected, actual);
        for (MemberDecl m : expected.members())
            jar.member(m, actual);
        jar.nothingMoreToImplement(expected, actual);
        return jar.differences;
    }

    private void type(TypeDecl expected, Class<?> actual) {
        int modifiers = actual.getModifiers();
        check(Modifier.isPublic(modifiers), "is not public");
        check(!Modifier.isFinal(modifiers), "is final");
        check(actual.isInterface() == expected.isInterface(),
                "is " + (actual.isInterface() ? "an interface" : "a class"));
        if (!expected.isInterface()) {
            check(Modifier.isAbstract(modifiers) == expected.kind().startsWith("abstract"), "is abstract or should be");
            String superclass = expected.superclass() == null ? "java.lang.Object" : expected.superclass();
            check(superclasses(actual).contains(superclass), "does not extend " + superclass);
        }
        if (expected.outer() != null)
            check(Modifier.isStatic(modifiers) != expected.isInner(), "is static or should be");
        for (String i : expected.interfaces())
            check(interfaces(actual).contains(i), "does not implement " + i);
    }

    private static Set<String> superclasses(Class<?> c) {
        Set<String> names = new TreeSet<>();
        for (Class<?> s = c.getSuperclass(); s != null; s = s.getSuperclass())
            names.add(s.getName());
        return names;
    }

    private static Set<String> interfaces(Class<?> c) {
        Set<String> names = new TreeSet<>();
        for (Class<?> s = c; s != null; s = s.getSuperclass())
            for (Class<?> i : s.getInterfaces()) {
                names.add(i.getName());
                names.addAll(interfaces(i));
            }
        return names;
    }

    /** As the linker looks: in the class, then in its supertypes. */
    private void member(MemberDecl expected, Class<?> c) {
        Member actual = find(expected, c);
        if (actual == null || !sameType(expected, actual)) {
            check(false, "has no " + expected + (actual == null ? "" : ", but " + actual));
            return;
        }
        Set<String> modifiers = words(actual.getModifiers());
        Set<String> wanted = new TreeSet<>(expected.modifiers());
        wanted.removeAll(FREE);
        check(modifiers.equals(wanted), expected + " is " + modifiers);
        if (actual instanceof Method m)
            check(checked(m.getExceptionTypes()).equals(checked(expected, c)),
                    expected + " throws " + checked(m.getExceptionTypes()));
        if (actual instanceof Constructor<?> k)
            check(checked(k.getExceptionTypes()).equals(checked(expected, c)),
                    expected + " throws " + checked(k.getExceptionTypes()));
    }

    private static Member find(MemberDecl expected, Class<?> c) {
        try {
            if (expected.isField())
                return c.getDeclaredField(expected.name());
            Class<?>[] parameters = expected.parameters().stream().map(p -> load(p, c)).toArray(Class<?>[]::new);
            return expected.isConstructor() ? c.getDeclaredConstructor(parameters)
                    : c.getDeclaredMethod(expected.name(), parameters);
        } catch (NoSuchFieldException | NoSuchMethodException e) {
            Class<?> above = c.getSuperclass();
            return expected.isConstructor() || above == null || above == Object.class ? null : find(expected, above);
        }
    }

    private static boolean sameType(MemberDecl expected, Member actual) {
        return actual instanceof Field f ? f.getType() == load(expected.type(), f.getDeclaringClass())
                : !(actual instanceof Method m) || m.getReturnType() == load(expected.type(), m.getDeclaringClass());
    }

    private static Set<String> words(int modifiers) {
        Set<String> words = new TreeSet<>(
                Arrays.asList(Modifier.toString(modifiers & ~(Modifier.TRANSIENT | Modifier.VOLATILE)).split(" ")));
        words.removeAll(FREE);
        return words;
    }

    private static Set<String> checked(Class<?>[] exceptions) {
        Set<String> names = new TreeSet<>();
        for (Class<?> e : exceptions)
            if (!RuntimeException.class.isAssignableFrom(e) && !Error.class.isAssignableFrom(e))
                names.add(e.getName());
        return names;
    }

    private static Set<String> checked(MemberDecl expected, Class<?> c) {
        return checked(expected.exceptions().stream().map(e -> load(e, c)).toArray(Class<?>[]::new));
    }

    /** An abstract method more is one that applications' classes do not have. */
    private void nothingMoreToImplement(TypeDecl expected, Class<?> actual) {
        for (Method m : actual.getDeclaredMethods()) {
            boolean known = expected.members().stream().anyMatch(e -> !e.isField() && !e.isConstructor()
                    && e.name().equals(m.getName())
                    && e.parameters().equals(Arrays.stream(m.getParameterTypes()).map(Class::getTypeName).toList()));
            boolean inherited = (m.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
            check(known || !inherited || !Modifier.isAbstract(m.getModifiers()), "has one more to implement: " + m);
        }
    }

    static Class<?> load(String name, Class<?> from) {
        if (name.endsWith("[]"))
            return load(name.substring(0, name.length() - 2), from).arrayType();
        return switch (name) {
            case "void" -> void.class;
            case "boolean" -> boolean.class;
            case "byte" -> byte.class;
            case "short" -> short.class;
            case "char" -> char.class;
            case "int" -> int.class;
            case "long" -> long.class;
            case "float" -> float.class;
            case "double" -> double.class;
            default -> {
                try {
                    yield Class.forName(name, false, from.getClassLoader());
                } catch (ClassNotFoundException e) {
                    throw new AssertionError("no type " + name, e);
                }
            }
        };
    }

    private void check(boolean right, String difference) {
        if (!right)
            differences.add(difference);
    }
}
