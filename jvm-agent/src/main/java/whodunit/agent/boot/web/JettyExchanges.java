// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import whodunit.agent.boot.Baggage;

/**
 * Requests in Jetty 9 to 11 before all handlers, where they have the form of servlets' requests, with or without
 * servlets; and what servlets get in Jetty 12.
 */
public final class JettyExchanges {
    private static final ClassValue<MethodHandle> REQUEST = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> channel) {
            try {
                return Getters.chain(channel.getClassLoader(), "org.eclipse.jetty.server.HttpChannel", "getRequest");
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    /** In Jetty 12: a channel's request as its server has it, and as servlets do. */
    private record Channel(MethodHandle components, MethodHandle request) {
        private static final String NAME = ".servlet.ServletChannel";

        static final ClassValue<Channel> OF = new ClassValue<>() {
            @Override
            protected Channel computeValue(Class<?> channel) {
                Class<?> type = channel;
                while (!type.getName().endsWith(NAME))
                    type = type.getSuperclass();
                ClassLoader loader = type.getClassLoader();
                String getter = "getServletContextRequest";
                try {
                    String request = type.getMethod(getter).getReturnType().getName();
                    return new Channel(Getters.chain(loader, type.getName(), getter, request, "getComponents"),
                            Getters.chain(loader, type.getName(), getter, request, "getServletApiRequest"));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private JettyExchanges() {}

    /**
     * Jetty 12 hands a channel's request to an application's servlets, for the first time or again.
     *
     * @return for {@link ServletRequests#leave}
     */
    public static Object enterServlets(Object channel) throws Throwable {
        Channel found = Channel.OF.get(channel.getClass());
        HandlerExchanges.taken((Object) found.components.invokeExact(channel));
        return ServletRequests.enter((Object) found.request.invokeExact(channel));
    }

    /**
     * The server hands the channel's request to its handlers.
     *
     * @param first for the first time; the object may have been another request before
     * @return for {@link HandlerExchanges#leave}
     */
    public static int enter(Object channel, boolean first) throws Throwable {
        Object request = (Object) REQUEST.get(channel.getClass()).invokeExact(channel);
        if (!first)
            return HandlerExchanges.again(request);
        ServletApi api = ServletApi.ofContainers(request.getClass());
        String path = api.uri(request);
        return HandlerExchanges.begin(request, api.method(request), path == null ? "/" : path,
                api.header(request, Baggage.HEADER), api.header(request, "traceparent"));
    }
}
