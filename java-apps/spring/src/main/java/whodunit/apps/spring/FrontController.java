// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.spring;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Asks the service behind this one for owner 1, by one client each. */
@RestController
class FrontController {
    private final HttpClient jdk = HttpClient.newHttpClient();
    private final okhttp3.OkHttpClient okhttp = new okhttp3.OkHttpClient();
    private final org.apache.http.impl.client.CloseableHttpClient apache4 = org.apache.http.impl.client.HttpClients
            .createDefault();
    private final CloseableHttpClient apache5 = HttpClients.createDefault();

    private static String url() {
        return System.getProperty("next") + "/owners/1";
    }

    @GetMapping("/ping/{id}")
    String ping(@PathVariable("id") int id) {
        return "pong " + id;
    }

    @GetMapping("/url/{id}")
    String url(@PathVariable("id") int id) throws IOException {
        HttpURLConnection c = (HttpURLConnection) URI.create(url()).toURL().openConnection();
        c.setRequestProperty("baggage", "user=alice");
        try (InputStream in = c.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @GetMapping("/jdk/{id}")
    String jdk(@PathVariable("id") int id) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url())).header("baggage", "user=alice").build();
        return jdk.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @GetMapping("/jdk-async/{id}")
    String jdkAsync(@PathVariable("id") int id) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url())).build();
        return jdk.sendAsync(request, HttpResponse.BodyHandlers.ofString()).get().body();
    }

    @GetMapping("/apache4/{id}")
    String apache4(@PathVariable("id") int id) throws IOException {
        return apache4.execute(new org.apache.http.client.methods.HttpGet(url()),
                response -> org.apache.http.util.EntityUtils.toString(response.getEntity()));
    }

    @GetMapping("/apache5/{id}")
    String apache5(@PathVariable("id") int id) throws IOException {
        return apache5.execute(new org.apache.hc.client5.http.classic.methods.HttpGet(url()),
                response -> org.apache.hc.core5.http.io.entity.EntityUtils.toString(response.getEntity()));
    }

    @GetMapping("/okhttp/{id}")
    String okhttp(@PathVariable("id") int id) throws IOException {
        try (okhttp3.Response response = okhttp.newCall(new okhttp3.Request.Builder().url(url()).build()).execute()) {
            return response.body().string();
        }
    }
}
