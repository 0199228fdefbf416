// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** What a class of Netty's messages is, and how it is read: Netty may be there in several copies, or in parts. */
final class NettyMessage {
    private static final String HTTP = "io.netty.handler.codec.http.";
    private static final NettyMessage OTHER = new NettyMessage(false, null, null, null, null, null);

    private static final ClassValue<NettyMessage> KINDS = new ClassValue<>() {
        @Override
        protected NettyMessage computeValue(Class<?> message) {
            boolean isLast = find(message, HTTP + "LastHttpContent") != null;
            Class<?> request = find(message, HTTP + "HttpRequest");
            try {
                return request != null ? request(request, isLast)
                        : isLast ? new NettyMessage(true, null, null, null, null, null) : OTHER;
            } catch (ReflectiveOperationException e) {
                return OTHER; // older than 4.1
            }
        }
    };

    private final boolean isLast;
    private final MethodHandle method, uri, headers, header, setHeader;

    private NettyMessage(boolean isLast, MethodHandle method, MethodHandle uri, MethodHandle headers,
            MethodHandle header, MethodHandle setHeader) {
        this.isLast = isLast;
        this.method = method;
        this.uri = uri;
        this.headers = headers;
        this.header = header;
        this.setHeader = setHeader;
    }

    static NettyMessage of(Class<?> message) {
        return KINDS.get(message);
    }

    private static NettyMessage request(Class<?> request, boolean isLast) throws ReflectiveOperationException {
        Class<?> headers = Class.forName(HTTP + "HttpHeaders", false, request.getClassLoader());
        Class<?> method = Class.forName(HTTP + "HttpMethod", false, request.getClassLoader());
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        return new NettyMessage(isLast, find(request, "method", method), find(request, "uri", String.class),
                find(request, "headers", headers),
                lookup.findVirtual(headers, "get", MethodType.methodType(String.class, String.class))
                        .asType(MethodType.methodType(Object.class, Object.class, String.class)),
                lookup.findVirtual(headers, "set", MethodType.methodType(headers, String.class, Object.class))
                        .asType(MethodType.methodType(void.class, Object.class, String.class, Object.class)));
    }

    private static MethodHandle find(Class<?> type, String name, Class<?> returned)
            throws ReflectiveOperationException {
        return MethodHandles.publicLookup().findVirtual(type, name, MethodType.methodType(returned))
                .asType(MethodType.methodType(Object.class, Object.class));
    }

    /** The interface of this name, of the class or one above it; null if it has none. */
    private static Class<?> find(Class<?> type, String name) {
        for (Class<?> c = type; c != null; c = c.getSuperclass())
            for (Class<?> i : c.getInterfaces()) {
                Class<?> found = i.getName().equals(name) ? i : find(i, name);
                if (found != null)
                    return found;
            }
        return null;
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

    /** In the request itself, in place of others of this name. */
    void setHeader(Object request, String name, String value) {
        try {
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
