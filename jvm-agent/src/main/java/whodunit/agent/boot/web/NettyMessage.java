// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** What a class of Netty's messages is, and how it is read: Netty may be there in several copies, or in parts. */
final class NettyMessage {
    private static final String HTTP = "io.netty.handler.codec.http.";
    private static final NettyMessage OTHER = new NettyMessage(false);

    private static final ClassValue<NettyMessage> KINDS = new ClassValue<>() {
        @Override
        protected NettyMessage computeValue(Class<?> message) {
            boolean isLast = Interfaces.named(message, HTTP + "LastHttpContent") != null;
            Class<?> request = Interfaces.named(message, HTTP + "HttpRequest");
            try {
                return request != null ? new NettyMessage(isLast, request) : isLast ? new NettyMessage(true) : OTHER;
            } catch (ReflectiveOperationException e) {
                return OTHER; // older than 4.1
            }
        }
    };

    private final boolean isLast;
    private final MethodHandle method, uri, headers, header, setHeader, removeHeader;

    /** One that begins no request. */
    private NettyMessage(boolean isLast) {
        this.isLast = isLast;
        method = uri = headers = header = setHeader = removeHeader = null;
    }

    /** @param request this copy's interface */
    private NettyMessage(boolean isLast, Class<?> request) throws ReflectiveOperationException {
        Class<?> itsHeaders = Class.forName(HTTP + "HttpHeaders", false, request.getClassLoader());
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        this.isLast = isLast;
        method = find(request, "method", Class.forName(HTTP + "HttpMethod", false, request.getClassLoader()));
        uri = find(request, "uri", String.class);
        headers = find(request, "headers", itsHeaders);
        header = lookup.findVirtual(itsHeaders, "get", MethodType.methodType(String.class, String.class))
                .asType(MethodType.methodType(Object.class, Object.class, String.class));
        setHeader = lookup
                .findVirtual(itsHeaders, "set", MethodType.methodType(itsHeaders, String.class, Object.class))
                .asType(MethodType.methodType(void.class, Object.class, String.class, Object.class));
        removeHeader = lookup.findVirtual(itsHeaders, "remove", MethodType.methodType(itsHeaders, String.class))
                .asType(MethodType.methodType(void.class, Object.class, String.class));
    }

    static NettyMessage of(Class<?> message) {
        return KINDS.get(message);
    }

    private static MethodHandle find(Class<?> type, String name, Class<?> returned)
            throws ReflectiveOperationException {
        return MethodHandles.publicLookup().findVirtual(type, name, MethodType.methodType(returned))
                .asType(MethodType.methodType(Object.class, Object.class));
    }

    /** Whether it begins a request. */
    boolean isRequest() {
        return method != null;
    }

    /** Whether nothing of its request comes behind it. */
    boolean isLast() {
        return isLast;
    }

    String method(Object request) {
        return String.valueOf(call(method, request));
    }

    String path(Object request) {
        return pathOf(String.valueOf(call(uri, request)));
    }

    /**
     * The path in the target of a request: of "/a/b?c", and of what proxies are sent, "http://host/a/b"; "/" where
     * there is none.
     */
    static String pathOf(String target) {
        int scheme = target.indexOf("://");
        int path = target.startsWith("/") ? 0 : scheme < 0 ? -1 : target.indexOf('/', scheme + 3);
        int query = target.indexOf('?');
        boolean hasPath = path >= 0 && (query < 0 || path < query);
        return !hasPath ? "/" : target.substring(path, query < 0 ? target.length() : query);
    }

    /** The first of this name, or null. */
    String header(Object request, String name) {
        try {
            Object value = (Object) header.invokeExact(call(headers, request), name);
            return value == null ? null : value.toString();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** In the request itself, in place of others of this name; null: none. */
    void setHeader(Object request, String name, String value) {
        try {
            if (value == null)
                removeHeader.invokeExact(call(headers, request), name);
            else
                setHeader.invokeExact(call(headers, request), name, (Object) value);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object call(MethodHandle getter, Object request) {
        try {
            return (Object) getter.invokeExact(request);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
