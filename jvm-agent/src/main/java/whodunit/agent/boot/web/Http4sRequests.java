// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.FiberPropagation;

/**
 * Requests of http4s. A server's application is a function: one that begins the request's transaction is put in front
 * of it. That stays with the fiber that has called the function, and with those that this one makes, until the fiber
 * reads the next request.
 */
public final class Http4sRequests {
    private static final String APPLICATIONS_CLASS = "cats.data.Kleisli", FUNCTION = "scala.Function1";
    private static final Application APPLICATION = new Application("");

    private Http4sRequests() {}

    /** A server's arguments, with the application among them replaced by one that begins transactions. */
    public static Object[] withNames(Object[] arguments) throws ReflectiveOperationException {
        Object[] all = arguments.clone();
        for (int i = 0; i < all.length; i++)
            if (all[i] != null && all[i].getClass().getName().equals(APPLICATIONS_CLASS))
                all[i] = named(all[i]);
        return all;
    }

    private static Object named(Object application) throws ReflectiveOperationException {
        Class<?> type = application.getClass();
        Class<?> function = Class.forName(FUNCTION, false, type.getClassLoader());
        Object run = type.getMethod("run").invoke(application);
        return type.getConstructor(function).newInstance(Proxy.newProxyInstance(function.getClassLoader(),
                new Class<?>[] {function}, new Beginning(run)));
    }

    /** The function in front of the application's. */
    private record Beginning(Object run) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.isDefault()) // andThen, compose
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            boolean applies = method.getName().equals("apply"), inFiber = FiberPropagation.current() != null;
            if (applies && inFiber)
                begin(arguments[0]);
            try {
                Object result = method.invoke(run, arguments);
                return !applies || inFiber || result == null ? result
                        : Later.OF.get(result.getClass()).begins(arguments[0], result);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    /** Blaze calls the function on a thread of its own; what that returns is run by a fiber later: from there on. */
    private record Later(Class<?> function, MethodHandle defer) {
        private static final String EFFECT = "cats.effect.IO", THUNK = "scala.Function0";

        static final ClassValue<Later> OF = new ClassValue<>() {
            @Override
            protected Later computeValue(Class<?> effect) {
                try {
                    ClassLoader loader = effect.getClassLoader();
                    Class<?> io = Class.forName(EFFECT, false, loader);
                    Class<?> function = Class.forName(THUNK, false, loader);
                    MethodHandle defer = MethodHandles.publicLookup().findStatic(io, "defer",
                            MethodType.methodType(io, function));
                    return io.isAssignableFrom(effect)
                            ? new Later(function, defer.asType(MethodType.genericMethodType(1)))
                            : new Later(null, null);
                } catch (ReflectiveOperationException e) {
                    return new Later(null, null); // of another library than cats-effect
                }
            }
        };

        Object begins(Object request, Object effect) {
            if (function == null)
                return effect;
            InvocationHandler thunk = (proxy, method, arguments) -> {
                if (method.isDefault())
                    return InvocationHandler.invokeDefault(proxy, method, arguments);
                if (!method.getName().equals("apply"))
                    return method.invoke(effect, arguments);
                begin(request);
                return effect;
            };
            try {
                return (Object) defer.invokeExact(
                        Proxy.newProxyInstance(function.getClassLoader(), new Class<?>[] {function}, thunk));
            } catch (Throwable e) {
                return effect;
            }
        }
    }

    private static void begin(Object request) {
        try {
            OpenRequest begun = Reader.OF.get(request.getClass()).open(request);
            begun.settle();
            FiberPropagation.become(begun.context());
        } catch (Throwable e) {
            FiberPropagation.become(0); // another version's request
        }
    }

    /** The calling fiber waits for its connection's next request. */
    public static void reads() {
        FiberPropagation.become(0);
    }

    /** How a request is read. */
    private record Reader(MethodHandle method, MethodHandle path, MethodHandle headers, MethodHandle hasNext,
            MethodHandle next, MethodHandle name, MethodHandle value) {
        private static final String HTTP = "org.http4s.", HEADER = HTTP + "Header$Raw",
                ITERATOR = "scala.collection.Iterator";

        static final ClassValue<Reader> OF = new ClassValue<>() {
            @Override
            protected Reader computeValue(Class<?> request) {
                try {
                    return of(request.getName(), request.getClassLoader());
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        };

        private static Reader of(String request, ClassLoader loader) throws ReflectiveOperationException {
            return new Reader(Getters.chain(loader, request, "method", HTTP + "Method", "name"),
                    Getters.chain(loader, request, "uri", HTTP + "Uri", "path", HTTP + "Uri$Path", "renderString"),
                    Getters.chain(loader, request, "headers", "scala.collection.IterableOnce", "iterator"),
                    Getters.chain(loader, ITERATOR, "hasNext"), Getters.chain(loader, ITERATOR, "next"),
                    Getters.chain(loader, HEADER, "name", "org.typelevel.ci.CIString", "toString"),
                    Getters.chain(loader, HEADER, "value"));
        }

        OpenRequest open(Object request) throws Throwable {
            return OpenRequest.byPath(APPLICATION, Getters.text(method, request), Getters.text(path, request),
                    header(request, Baggage.HEADER), header(request, "traceparent"));
        }

        /** The first of this name, or null. */
        private String header(Object request, String name) throws Throwable {
            Object all = (Object) headers.invokeExact(request);
            while ((boolean) (Object) hasNext.invokeExact(all)) {
                Object header = (Object) next.invokeExact(all);
                if (name.equalsIgnoreCase(Getters.text(this.name, header)))
                    return Getters.text(value, header);
            }
            return null;
        }
    }
}
