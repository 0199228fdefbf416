// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.util.Map;
import javax.xml.namespace.QName;

/** Requests that a servlet of Apache CXF has got: by the templates of JAX-RS resources, or the operations of SOAP. */
public final class CxfRequests {
    private static final String BASE_PATH = "org.apache.cxf.message.Message.BASE_PATH";
    private static final String RESOURCES = "org.apache.cxf.jaxrs.model.", EXCHANGE = "org.apache.cxf.message.Exchange";

    private static final ClassValue<Resource> RESOURCE = new ClassValue<>() {
        @Override
        protected Resource computeValue(Class<?> operation) {
            ClassLoader loader = operation.getClassLoader();
            String named = RESOURCES + "OperationResourceInfo", ofClass = RESOURCES + "ClassResourceInfo";
            String template = RESOURCES + "URITemplate";
            try {
                return new Resource(Getters.chain(loader, named, "getClassResourceInfo", ofClass, "getURITemplate"),
                        Getters.chain(loader, named, "getURITemplate"), Getters.chain(loader, template, "getValue"));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private static final ClassValue<Call> CALL = new ClassValue<>() {
        @Override
        protected Call computeValue(Class<?> exchange) {
            ClassLoader loader = exchange.getClassLoader();
            String operation = "org.apache.cxf.service.model.BindingOperationInfo";
            try {
                return new Call(Getters.chain(loader, EXCHANGE, "getInMessage"),
                        Getters.chain(loader, EXCHANGE, "getBindingOperationInfo"),
                        Getters.chain(loader, operation, "getName"));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private CxfRequests() {}

    private record Resource(MethodHandle ofClass, MethodHandle ofMethod, MethodHandle value) {
        String template(MethodHandle getter, Object operation) throws Throwable {
            Object template = (Object) getter.invokeExact(operation);
            return template == null ? "" : Getters.text(value, template);
        }
    }

    private record Call(MethodHandle message, MethodHandle operation, MethodHandle name) {}

    /** JAX-RS has found the method for the message. */
    public static void found(Object message, Object operation) throws Throwable {
        Resource resource = RESOURCE.get(operation.getClass());
        StringBuilder path = new StringBuilder(base(message));
        append(path, resource.template(resource.ofClass, operation));
        append(path, resource.template(resource.ofMethod, operation));
        ServletRequests.routedAt(path.toString());
    }

    /** A service is called by its description. */
    public static void calls(Object exchange) throws Throwable {
        Call call = CALL.get(exchange.getClass());
        Object operation = (Object) call.operation.invokeExact(exchange);
        Object message = (Object) call.message.invokeExact(exchange);
        if (operation != null && message != null)
            ServletRequests.executesAt(base(message),
                    ((QName) (Object) call.name.invokeExact(operation)).getLocalPart());
    }

    /** Where the endpoint is, with the application's path. */
    private static String base(Object message) {
        Object path = ((Map<?, ?>) message).get(BASE_PATH);
        StringBuilder base = new StringBuilder();
        append(base, path == null ? "" : path.toString());
        return base.toString();
    }

    /** Without a slash at the end. */
    private static void append(StringBuilder path, String part) {
        int end = part.endsWith("/") ? part.length() - 1 : part.length();
        if (end > 0)
            path.append(part.startsWith("/") ? "" : "/").append(part, 0, end);
    }
}
