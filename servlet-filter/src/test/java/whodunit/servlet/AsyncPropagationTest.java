// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What asynchronous work gets where a filter before ours has wrapped, too, and is done with its wrappers by then: it
 * may have ended a compressed body.
 */
class AsyncPropagationTest {
    private final HttpServletRequest original = answering(HttpServletRequest.class, Map.of());
    private final HttpServletResponse originalResponse = answering(HttpServletResponse.class, Map.of());

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }

    private AsyncPropagation propagation(HttpServletRequest given, HttpServletResponse givenResponse) {
        AsyncResponse response = new AsyncResponse(givenResponse, 1, true);
        AsyncContext container = answering(AsyncContext.class,
                Map.of("getRequest", original, "getResponse", originalResponse));
        return new AsyncPropagation(container, new AsyncRequest(given, response, 1, true), response, 1);
    }

    @Test
    void theContainersOwnAreWrappedWithoutWhatIsBetween() {
        AsyncPropagation propagation = propagation(new HttpServletRequestWrapper(original),
                new HttpServletResponseWrapper(originalResponse));
        assertThat(propagation.getRequest()).isInstanceOfSatisfying(AsyncRequest.class,
                r -> assertThat(r.getRequest()).isSameAs(original));
        assertThat(propagation.getResponse()).isInstanceOfSatisfying(AsyncResponse.class,
                r -> assertThat(r.getResponse()).isSameAs(originalResponse));
    }

    @Test
    void withNothingBetweenTheyAreOursAlways() {
        AsyncPropagation propagation = propagation(original, originalResponse);
        assertThat(propagation.getRequest()).isInstanceOf(AsyncRequest.class).isSameAs(propagation.getRequest());
        assertThat(propagation.getResponse()).isInstanceOf(AsyncResponse.class).isSameAs(propagation.getResponse());
        assertThat(((ServletRequestWrapper) propagation.getRequest()).getRequest()).isSameAs(original);
        assertThat(((ServletResponseWrapper) propagation.getResponse()).getResponse()).isSameAs(originalResponse);
    }
}
