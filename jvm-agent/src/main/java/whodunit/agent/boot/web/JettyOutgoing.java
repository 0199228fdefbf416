// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.OutgoingBaggage;
import whodunit.agent.boot.ThreadContext;

/** Requests that Jetty's client sends, 9.4 to 12: they carry the sender's context, at its call path. */
public final class JettyOutgoing {
    private static final String CLIENT = "org.eclipse.jetty.client.";
    private static final String HEADERS = "org.eclipse.jetty.http.HttpFields";

    private static final ClassValue<JettyOutgoing> COPIES = new ClassValue<>() {
        @Override
        protected JettyOutgoing computeValue(Class<?> request) {
            try {
                Class<?> before12 = Interfaces.named(request, CLIENT + "api.Request");
                return new JettyOutgoing(before12 != null ? before12 : Interfaces.named(request, CLIENT + "Request"));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private final MethodHandle headers, get, put;

    /** @param request this copy's interface */
    private JettyOutgoing(Class<?> request) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> fields = mutable(request.getClassLoader());
        headers = lookup.unreflect(request.getMethod("getHeaders")).asType(MethodType.genericMethodType(1));
        get = lookup.unreflect(fields.getMethod("get", String.class))
                .asType(MethodType.methodType(String.class, Object.class, String.class));
        put = lookup.unreflect(fields.getMethod("put", String.class, String.class))
                .asType(MethodType.methodType(void.class, Object.class, String.class, String.class));
    }

    /** What the headers of a request are that can still be changed: of a type of their own since Jetty 10. */
    private static Class<?> mutable(ClassLoader loader) throws ClassNotFoundException {
        Class<?> fields = Class.forName(HEADERS, false, loader);
        return fields.isInterface() ? Class.forName(HEADERS + "$Mutable", false, loader) : fields;
    }

    public static void carry(Object request) throws Throwable {
        if (ThreadContext.get() == 0)
            return;
        JettyOutgoing copy = COPIES.get(request.getClass());
        Object headers = (Object) copy.headers.invokeExact(request);
        String baggage = OutgoingBaggage.header((String) copy.get.invokeExact(headers, Baggage.HEADER));
        if (baggage != null)
            copy.put.invokeExact(headers, Baggage.HEADER, baggage);
    }
}
