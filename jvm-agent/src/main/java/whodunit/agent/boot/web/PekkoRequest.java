// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import whodunit.agent.boot.Baggage;

/** How a request of Pekko HTTP or Akka HTTP is read. */
final class PekkoRequest {
    private static final String NAME = "http.scaladsl.model.HttpRequest";

    /** Null for a class that is no request. */
    private static final ClassValue<PekkoRequest> KINDS = new ClassValue<>() {
        @Override
        protected PekkoRequest computeValue(Class<?> type) {
            String name = type.getName();
            try {
                return name.equals("org.apache.pekko." + NAME) || name.equals("akka." + NAME)
                        ? new PekkoRequest(type, name.replace(NAME, "http.javadsl.model."))
                        : null;
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }
    };

    private final MethodHandle method, path, header, value;

    /** @param model the package of the interfaces for Java */
    private PekkoRequest(Class<?> request, String model) throws ReflectiveOperationException {
        ClassLoader loader = request.getClassLoader();
        method = Getters.chain(loader, model + "HttpRequest", "method", model + "HttpMethod", "value");
        path = Getters.chain(loader, model + "HttpRequest", "getUri", model + "Uri", "path");
        header = MethodHandles.publicLookup()
                .findVirtual(Class.forName(model + "HttpMessage", false, loader), "getHeader",
                        MethodType.methodType(Optional.class, String.class))
                .asType(MethodType.methodType(Optional.class, Object.class, String.class));
        value = Getters.chain(loader, model + "HttpHeader", "value");
    }

    /** Null if the object is no request. */
    static PekkoRequest of(Object object) {
        return KINDS.get(object.getClass());
    }

    OpenRequest open(Application application, Object request) throws Throwable {
        return OpenRequest.byPath(application, Getters.text(method, request), Getters.text(path, request),
                header(request, Baggage.HEADER), header(request, "traceparent"));
    }

    private String header(Object request, String name) throws Throwable {
        Optional<?> found = (Optional<?>) header.invokeExact(request, name);
        return found.isEmpty() ? null : Getters.text(value, found.get());
    }
}
