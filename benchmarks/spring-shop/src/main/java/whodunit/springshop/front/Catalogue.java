// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.front;

import java.net.http.HttpClient;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import whodunit.springshop.catalogue.Product;
import whodunit.springshop.catalogue.Sale;

/** The service behind this one. */
@Component
class Catalogue {
    private static final ParameterizedTypeReference<List<Product>> PRODUCTS = new ParameterizedTypeReference<>() {};
    private static final ParameterizedTypeReference<List<Sale>> SALES = new ParameterizedTypeReference<>() {};

    private final RestClient client;

    Catalogue(@Value("${shop.catalogue}") String url) {
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        client = RestClient.builder().baseUrl(url).requestFactory(new JdkClientHttpRequestFactory(http)).build();
    }

    private <T> T get(ParameterizedTypeReference<T> type, String path, Object... values) {
        return client.get().uri(path, values).retrieve().body(type);
    }

    List<Product> newest() {
        return get(PRODUCTS, "/newest");
    }

    List<Product> product(int id) {
        return get(PRODUCTS, "/products/{productId}", id);
    }

    List<Product> related(int id) {
        return get(PRODUCTS, "/products/{productId}/related", id);
    }

    List<Product> search(String word) {
        return get(PRODUCTS, "/products?word={word}", word);
    }

    List<Sale> sales(int customer) {
        return get(SALES, "/customers/{customerId}/sales", customer);
    }

    void sell(Sale sale) {
        client.post().uri("/sales").body(sale).retrieve().toBodilessEntity();
    }
}
