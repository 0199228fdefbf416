// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import whodunit.harness.Program;
import whodunit.harness.ServerProcess;

/** An nginx of one's own, which serves files itself and asks php-fpm for the rest. */
final class Nginx implements AutoCloseable {
    static final String TIER = "nginx";
    private static final boolean ROOT = System.getProperty("user.name").equals("root");

    private final ServerProcess server;

    private Nginx(ServerProcess server) {
        this.server = server;
    }

    /**
     * Starts it.
     *
     * @param site the files
     */
    static Nginx start(Path run, Path site, int port, Path php, int workers, Recording recording)
            throws IOException, InterruptedException {
        Path configuration = run.resolve("nginx.conf");
        Files.writeString(configuration, """
                %sdaemon off;
                worker_processes %d;
                pid nginx.pid;
                events { worker_connections 512; }
                http {
                  include /etc/nginx/mime.types;
                  access_log off;
                  gzip on;
                  gzip_types text/css application/javascript application/json application/rss+xml;
                  client_body_temp_path body;
                  proxy_temp_path proxy;
                  fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi;
                  scgi_temp_path scgi;
                  server {
                    listen 127.0.0.1:%d;
                    root %s;
                    index index.php;
                    location / { try_files $uri $uri/ /index.php?$args; }
                    location ~ \\.php$ {
                      try_files $uri =404;
                      include /etc/nginx/fastcgi.conf;
                      fastcgi_pass unix:%s;
                    }
                  }
                }
                """.formatted(ROOT ? "user root;\n" : "", workers, port, site, php));
        List<String> command = new ArrayList<>(recording.prefix(TIER));
        command.addAll(List.of(Program.find("nginx"), "-p", run.toString(), "-c", configuration.toString(), "-e",
                "nginx-error.log"));
        ServerProcess server = ServerProcess.start("nginx", command, Map.of(), run, run.resolve("nginx.log"));
        try {
            server.await(() -> answers(port), 60);
            return new Nginx(server);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static boolean answers(int port) throws IOException {
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        }
    }

    ServerProcess server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
