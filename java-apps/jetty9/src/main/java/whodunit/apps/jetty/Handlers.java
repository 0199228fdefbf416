// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jetty;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.AbstractHandler;
import whodunit.apps.Work;

/** A handler without servlets in Jetty 9.4 and 10. System properties: port; next, the port that /next asks. */
public final class Handlers extends AbstractHandler {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static long inHandler() {
        return Work.burn();
    }

    private static long inReport() {
        return Work.burn();
    }

    private static long inTask() {
        return Work.burn();
    }

    private static String next() {
        try {
            URI back = URI.create("http://127.0.0.1:" + Integer.getInteger("next") + "/items/1");
            return CLIENT.send(HttpRequest.newBuilder(back).build(), HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void handle(String path, Request base, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        base.setHandled(true);
        if (path.startsWith("/items/"))
            response.getWriter().print(inHandler());
        else if (path.equals("/report"))
            response.getWriter().print(inReport());
        else if (path.equals("/next"))
            response.getWriter().print(next());
        else if (path.equals("/handed"))
            handOver(request);
        else
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }

    private void handOver(HttpServletRequest request) {
        AsyncContext async = request.startAsync();
        getServer().getThreadPool().execute(() -> {
            inTask();
            async.complete();
        });
    }

    public static void main(String[] arguments) throws Exception {
        Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")));
        server.setHandler(new Handlers());
        server.start();
        server.join();
    }
}
