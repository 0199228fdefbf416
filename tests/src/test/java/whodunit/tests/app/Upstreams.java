// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import whodunit.agent.api.Whodunit;

/**
 * A servlet and its client, whose requests are sent under the transaction "sent": some say in their baggage that they
 * belong to "told". The servlet works for these in a method of its own. Arguments: directory, port, requests.
 */
public final class Upstreams {
    private static final long WORK_NANOS = 5_000_000;

    private Upstreams() {}

    public static void main(String[] arguments) throws Exception {
        Path base = Path.of(arguments[0]);
        int port = Integer.parseInt(arguments[1]), requests = Integer.parseInt(arguments[2]);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context application = tomcat.addContext("", Files.createDirectories(base.resolve("root")).toString());
        Tomcat.addServlet(application, "Work", new Work());
        application.addServletMappingDecoded("/work", "Work");
        tomcat.start();
        int before = Whodunit.begin("told");
        String told = Whodunit.toWire(Whodunit.current());
        Whodunit.end(before);
        before = Whodunit.begin("sent");
        for (int i = 0; i < requests; i++) {
            ask(port, "baggage: whodunit=" + told + "\r\n");
            ask(port, "");
        }
        Whodunit.end(before);
        tomcat.stop();
        tomcat.destroy();
    }

    private static void ask(int port, String header) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            String request = "GET /work HTTP/1.1\r\nHost: here\r\n" + header + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            if (!answer.startsWith("HTTP/1.1 200"))
                throw new IOException(answer);
        }
    }

    private static final class Work extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            if (request.getHeader("baggage") == null)
                worksForSent();
            else
                worksForTold();
        }

        private static void worksForSent() {
            Burn.nanos(WORK_NANOS);
        }

        private static void worksForTold() {
            Burn.nanos(WORK_NANOS);
        }
    }
}
