// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Somebody who asks for page after page, of routes that are drawn by their weights. For one thread. */
public final class Shopper {
    /** The only route whose work goes on behind a topic, if there is one. */
    public static final String ORDERS = "POST /orders";
    /** Route to its weight. */
    private static final Map<String, Integer> MIX = new TreeMap<>(Map.of("GET /", 25, "GET /products/{productId}", 40,
            "GET /search", 20, ORDERS, 10, "GET /customers/{customerId}/orders", 5));
    private static final List<String> WORDS = List.of("chair", "table", "lamp", "shelf", "red", "green", "blue");

    private final HttpClient client;
    private final String shop;
    private final Scale scale;
    private final Random random;

    /** @param shop URL of the front end */
    public Shopper(HttpClient client, String shop, Scale scale, Random random) {
        this.client = client;
        this.shop = shop;
        this.scale = scale;
        this.random = random;
    }

    /** The shop's routes. */
    public static List<String> routes() {
        return List.copyOf(MIX.keySet());
    }

    /** The route that is asked for next. */
    public String draw() {
        int left = random.nextInt(MIX.values().stream().mapToInt(Integer::intValue).sum());
        for (Map.Entry<String, Integer> route : MIX.entrySet())
            if ((left -= route.getValue()) < 0)
                return route.getKey();
        throw new AssertionError(left);
    }

    /** @throws IOException if the page is wrong */
    public void visit(String route) throws IOException, InterruptedException {
        HttpRequest request = request(route);
        HttpResponse<String> page = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (page.statusCode() != 200 || !page.body().contains("<h1>"))
            throw new IOException(request + " was answered by " + page.statusCode() + ": " + page.body());
    }

    private HttpRequest request(String route) {
        int product = 1 + random.nextInt(scale.products());
        int customer = 1 + random.nextInt(scale.customers());
        String path = route.substring(route.indexOf(' ') + 1).replace("{productId}", Integer.toString(product))
                .replace("{customerId}", Integer.toString(customer));
        if (path.equals("/search"))
            path += "?word=" + WORDS.get(random.nextInt(WORDS.size()));
        if (path.equals("/orders"))
            path += "?customer=" + customer + "&product=" + product;
        return HttpRequest.newBuilder(URI.create(shop + path))
                .method(route.substring(0, route.indexOf(' ')), HttpRequest.BodyPublishers.noBody()).build();
    }
}
