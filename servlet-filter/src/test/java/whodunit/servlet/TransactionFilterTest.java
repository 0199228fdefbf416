// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static whodunit.servlet.Page.servlet;
import static whodunit.servlet.Seen.transaction;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real requests to a real Tomcat, with the real agent in this JVM telling which context each thread had. */
class TransactionFilterTest {
    private static final String UPSTREAM = "0123456789abcdef-00000007";

    @TempDir
    Path directory;

    private final Seen seen = new Seen();
    private Server server;

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory);
        Context application = server.application(directory, "");
        // an application's own filter, mapped to everything: ours must come first
        Filter filter = (request, response, chain) -> {
            seen.here("filter");
            chain.doFilter(request, response);
        };
        FilterDef definition = new FilterDef();
        definition.setFilterName("own");
        definition.setFilter(filter);
        definition.setAsyncSupported("true");
        application.addFilterDef(definition);
        FilterMap map = new FilterMap();
        map.setFilterName("own");
        map.addURLPattern("/*");
        application.addFilterMap(map);

        application.getParent().getPipeline().addValve(new ValveBase(true) {
            @Override
            public void invoke(Request request, Response response) throws IOException, ServletException {
                seen.here("before");
                try {
                    getNext().invoke(request, response);
                } finally {
                    seen.here("after");
                }
            }
        });
        Server.add(application, "Plain", servlet((q, r) -> seen.here("plain")), "/plain");
        Server.add(application, "Inner", servlet((q, r) -> seen.here("inner")), "/inner");
        Server.add(application, "Forward", servlet((q, r) -> q.getRequestDispatcher("/inner").forward(q, r)),
                "/forward");
        Server.add(application, "Include", servlet((q, r) -> {
            q.getRequestDispatcher("/inner").include(q, r);
            seen.here("after include");
        }), "/include");
        Server.add(application, "Parts", servlet((q, r) -> {
            int previous = Transactions.begin("part");
            q.getRequestDispatcher("/inner").include(q, r);
            Transactions.attach(previous);
            seen.here("after part");
        }), "/parts");
        Server.add(application, "ErrorPage", servlet((q, r) -> seen.here("error page")), "/error");
        Server.add(application, "Throwing", servlet((q, r) -> { throw new ServletException("on purpose"); }),
                "/throwing");
        Server.add(application, "Sending", servlet((q, r) -> r.sendError(418)), "/sending");
        for (int status : new int[] {418, 500}) {
            ErrorPage error = new ErrorPage();
            error.setErrorCode(status);
            error.setLocation("/error");
            application.addErrorPage(error);
        }
        Server.add(application, "Async", servlet(this::async), "/async").setAsyncSupported(true);
        server.start();
    }

    /** Works on another thread, then is dispatched again; listeners are called in the end. */
    private void async(HttpServletRequest request, HttpServletResponse response) {
        if (request.getAttribute("second") != null) {
            seen.here("dispatched");
            return;
        }
        request.setAttribute("second", true);
        AsyncContext async = request.startAsync();
        async.addListener(new AsyncListener() {
            @Override
            public void onComplete(AsyncEvent event) {
                seen.here("completed");
            }

            @Override
            public void onTimeout(AsyncEvent event) {}

            @Override
            public void onError(AsyncEvent event) {}

            @Override
            public void onStartAsync(AsyncEvent event) {}
        });
        request.getAsyncContext().start(() -> {
            seen.here("task");
            async.dispatch();
        });
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void theServletNamesTheTransactionAndOurFilterComesFirst() throws Exception {
        server.get("/plain");
        assertThat(seen.at("plain")).isEqualTo(transaction("Plain"));
        assertThat(seen.at("filter")).isEqualTo(transaction("Plain"));
    }

    @Test
    void staticFilesHaveOneName() throws Exception {
        assertThat(server.get("/logo.png").body()).isEqualTo("image");
        assertThat(seen.at("filter")).isEqualTo(transaction("static"));
        assertThat(server.get("/not/there").statusCode()).isEqualTo(404);
        assertThat(seen.at("filter")).isEqualTo(transaction("static"));
    }

    @Test
    void forwardsAndIncludesBelongToTheOriginalRequest() throws Exception {
        server.get("/forward");
        assertThat(seen.at("inner")).isEqualTo(transaction("Forward"));
        server.get("/include");
        assertThat(seen.at("inner")).isEqualTo(transaction("Include"));
        assertThat(seen.at("after include")).isEqualTo(transaction("Include"));
    }

    @Test
    void whatAServletHasBegunIsNotEndedByWhatItIncludes() throws Exception {
        server.get("/parts");
        assertThat(seen.at("inner")).isEqualTo(transaction("part"));
        assertThat(seen.at("after part")).isEqualTo(transaction("Parts"));
    }

    @Test
    void errorPagesBelongToTheRequestThatFailed() throws Exception {
        assertThat(server.get("/throwing").statusCode()).isEqualTo(500);
        assertThat(seen.at("error page")).isEqualTo(transaction("Throwing"));
        assertThat(server.get("/sending").statusCode()).isEqualTo(418);
        assertThat(seen.at("error page")).isEqualTo(transaction("Sending"));
    }

    @Test
    void asynchronousWorkStaysInTheTransaction() throws Exception {
        server.get("/async", "baggage", "whodunit=" + UPSTREAM);
        int expected = transaction("Async", UPSTREAM);
        assertThat(seen.at("task")).isEqualTo(expected);
        assertThat(seen.at("dispatched")).isEqualTo(expected);
        assertThat(seen.at("completed")).isEqualTo(expected);
    }

    @Test
    void theInboundContextIsTheParent() throws Exception {
        server.get("/plain", "baggage", "user=alice,whodunit=" + UPSTREAM + ";p=1");
        assertThat(seen.at("plain")).isEqualTo(transaction("Plain", UPSTREAM)).isNotEqualTo(transaction("Plain"));
        server.get("/plain", "baggage", "a=b", "baggage", "whodunit=" + UPSTREAM);
        assertThat(seen.at("plain")).isEqualTo(transaction("Plain", UPSTREAM));
        server.get("/plain");
        assertThat(seen.at("plain")).isEqualTo(transaction("Plain"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0123456789abcdef", "0123456789abcdef-", "0123456789abcdeg-00000007",
            "0123456789abcdef_00000007",
            "0123456789abcdef-000000070", "' OR 1=1 --", "%00%00", "0000000000000000-00000007",
            "0123456789abcdef-00000000"})
    void forgedAndMalformedContextsAreIgnored(String value) throws Exception {
        server.get("/plain", "baggage", "whodunit=" + value);
        assertThat(seen.at("plain")).isEqualTo(transaction("Plain"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/plain", "/forward", "/include", "/throwing", "/sending", "/async", "/logo.png", "/none"})
    void nothingStaysOnTheThread(String url) throws Exception {
        server.get(url, "baggage", "whodunit=" + UPSTREAM);
        if (url.equals("/async")) // its dispatch is handed from thread to thread under its context: the next one tells
            server.get("/none");
        assertThat(seen.at("before")).isZero();
        assertThat(seen.at("after")).isZero();
    }
}
