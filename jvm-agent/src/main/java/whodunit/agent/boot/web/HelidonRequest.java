// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import whodunit.agent.boot.Baggage;

/** How a request of Helidon's is read, whose classes are newer than the JDK that the agent is built with. */
public final class HelidonRequest {
    private static final String WEB = "io.helidon.webserver.http.";
    private static final String HTTP = "io.helidon.http.";

    private static final ClassValue<HelidonRequest> COPIES = new ClassValue<>() {
        @Override
        protected HelidonRequest computeValue(Class<?> request) {
            try {
                return new HelidonRequest(request.getClassLoader());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private final MethodHandle method, path, baggage, traceparent;

    private HelidonRequest(ClassLoader loader) throws ReflectiveOperationException {
        method = Getters.chain(loader, WEB + "ServerRequest", "prologue", HTTP + "HttpPrologue", "method",
                HTTP + "Method",
                "text");
        path = Getters.chain(loader, WEB + "ServerRequest", "prologue", HTTP + "HttpPrologue", "uriPath",
                "io.helidon.common.uri.UriPath", "rawPath");
        baggage = header(loader, Baggage.HEADER);
        traceparent = header(loader, "traceparent");
    }

    private static MethodHandle header(ClassLoader loader, String name) throws ReflectiveOperationException {
        Class<?> names = Class.forName(HTTP + "HeaderNames", false, loader);
        Class<?> headers = Class.forName(HTTP + "Headers", false, loader);
        Class<?> type = Class.forName(HTTP + "HeaderName", false, loader);
        MethodHandle value = MethodHandles.publicLookup().findVirtual(headers, "value",
                MethodType.methodType(Optional.class, type));
        Object its = names.getMethod("create", String.class).invoke(null, name);
        return MethodHandles.filterReturnValue(Getters.chain(loader, WEB + "ServerRequest", "headers"),
                MethodHandles.insertArguments(value, 1, its).asType(MethodType.genericMethodType(1)));
    }

    /** As {@link SynchronousRequests#enter}. */
    public static Object enter(Object request) throws Throwable {
        HelidonRequest copy = COPIES.get(request.getClass());
        return SynchronousRequests.enter(request, Getters.text(copy.method, request),
                Getters.text(copy.path, request), Getters.optionalText(copy.baggage, request),
                Getters.optionalText(copy.traceparent, request));
    }
}
