// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jaxrs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import whodunit.apps.Work;

/** A handler without servlets in Jetty 12. System properties: port; next, the port that /next asks. */
public final class Handlers extends Handler.Abstract {
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
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        if (path.startsWith("/items/"))
            answer(response, callback, inHandler());
        else if (path.equals("/report"))
            answer(response, callback, inReport());
        else if (path.equals("/next"))
            answer(response, callback, next());
        else if (path.equals("/handed"))
            request.getContext().execute(() -> answer(response, callback, inTask()));
        else
            return false;
        return true;
    }

    private static void answer(Response response, Callback callback, Object text) {
        response.write(true, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)), callback);
    }

    public static void main(String[] arguments) throws Exception {
        Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")));
        server.setHandler(new Handlers());
        server.start();
        server.join();
    }
}
