package whodunit.tests.run;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One kept-alive connection that sends exactly the bytes it is given; real clients mend too much. */
public final class HttpClient11 implements AutoCloseable {
    /** @param headers as they came, "name: value", names in lower case */
    public record Reply(int status, List<String> headers, byte[] body) {
        /** The first value, or null. */
        public String header(String name) {
            return headers.stream().filter(h -> h.startsWith(name + ": ")).map(h -> h.substring(name.length() + 2)).findFirst().orElse(null);
        }

        public String text() {
            return new String(body, StandardCharsets.ISO_8859_1);
        }
    }

    private final Socket socket;
    private final InputStream in;

    public HttpClient11(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(60_000);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    public void send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** @param rest headers, each ended by CRLF, then maybe a blank line and a body; may be empty */
    public Reply ask(String method, String path, String rest) throws IOException {
        send(method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + (rest.contains("\r\n\r\n") ? rest : rest + "\r\n"));
        return reply(method);
    }

    /** A reply that is not looked at, except that it is whole and of status 200. */
    public void get(String path) throws IOException {
        Reply reply = ask("GET", path, "");
        if (reply.status != 200)
            throw new IOException("status " + reply.status + " for " + path);
    }

    public Reply reply(String method) throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        List<String> headers = new ArrayList<>();
        int length = 0;
        for (String h = line(); !h.isEmpty(); h = line()) {
            int colon = h.indexOf(':');
            headers.add(h.substring(0, colon).toLowerCase(Locale.ROOT) + h.substring(colon));
            if (h.regionMatches(true, 0, "Content-Length:", 0, 15))
                length = Integer.parseInt(h.substring(15).trim());
        }
        byte[] body = new byte[method.equals("HEAD") || status == 304 ? 0 : length];
        if (in.readNBytes(body, 0, body.length) != body.length)
            throw new IOException("the reply ends too early");
        return new Reply(status, headers, body);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int c;
        while ((c = in.read()) != '\n') {
            if (c < 0)
                throw new IOException("closed by the other end after '" + line + "'");
            if (c != '\r')
                line.write(c);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
