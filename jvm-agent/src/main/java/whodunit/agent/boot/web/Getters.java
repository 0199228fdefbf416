// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;

/** Public methods of other people's classes, by name. */
final class Getters {
    private Getters() {}

    /**
     * Calls one getter on what the one before has returned.
     *
     * @param classesAndNames a class, a name, and so on
     * @return from Object to Object
     */
    static MethodHandle chain(ClassLoader loader, String... classesAndNames) throws ReflectiveOperationException {
        MethodHandle all = MethodHandles.identity(Object.class);
        for (int i = 0; i < classesAndNames.length; i += 2) {
            Class<?> type = Class.forName(classesAndNames[i], false, loader);
            all = MethodHandles.filterReturnValue(all, MethodHandles.publicLookup()
                    .unreflect(type.getMethod(classesAndNames[i + 1])).asType(MethodType.genericMethodType(1)));
        }
        return all;
    }

    static String text(MethodHandle getter, Object object) throws Throwable {
        return (String) (Object) getter.invokeExact(object);
    }

    /** Of a getter that returns an Optional: what is in it, as a text, or null. */
    static String optionalText(MethodHandle getter, Object object) throws Throwable {
        return ((Optional<?>) (Object) getter.invokeExact(object)).map(Object::toString).orElse(null);
    }
}
