// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.front;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;
import whodunit.springshop.catalogue.Product;
import whodunit.springshop.catalogue.Sale;

/** The shop's pages. A product's own page and that of an order both ask for related products. */
@RestController
@RequestMapping(produces = MediaType.TEXT_HTML_VALUE)
class ShopController {
    private final Catalogue catalogue;

    ShopController(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @GetMapping("/")
    String home() {
        return page("New", list(catalogue.newest()));
    }

    @GetMapping("/products/{productId}")
    String product(@PathVariable int productId) {
        return page("Product", list(catalogue.product(productId)) + "<h2>Others bought</h2>"
                + list(catalogue.related(productId)));
    }

    @GetMapping("/search")
    String search(@RequestParam String word) {
        return page("Found: " + HtmlUtils.htmlEscape(word), list(catalogue.search(word)));
    }

    @PostMapping("/orders")
    String order(@RequestParam int customer, @RequestParam int product) {
        catalogue.sell(new Sale(customer, product, 1));
        return page("Thank you", "<h2>Others bought</h2>" + list(catalogue.related(product)));
    }

    @GetMapping("/customers/{customerId}/orders")
    String orders(@PathVariable int customerId) {
        return page("Your orders", catalogue.sales(customerId).stream()
                .map(s -> "<li>%d of product %d</li>".formatted(s.quantity(), s.productId()))
                .collect(Collectors.joining()));
    }

    private static String page(String title, String body) {
        return "<!DOCTYPE html><title>Shop</title><h1>" + title + "</h1>" + body;
    }

    private static String list(List<Product> products) {
        return products.stream()
                .map(p -> "<li><a href=/products/%d>%s</a> %d.%02d</li>".formatted(p.id(),
                        HtmlUtils.htmlEscape(p.name()), p.price() / 100, p.price() % 100))
                .collect(Collectors.joining());
    }
}
