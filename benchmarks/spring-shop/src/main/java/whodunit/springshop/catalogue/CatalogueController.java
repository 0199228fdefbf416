// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.catalogue;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CatalogueController {
    private final Products products;
    private final Sales sales;

    CatalogueController(Products products, Sales sales) {
        this.products = products;
        this.sales = sales;
    }

    @GetMapping("/newest")
    List<Product> newest() {
        return products.newest();
    }

    @GetMapping("/products/{productId}")
    List<Product> product(@PathVariable int productId) {
        return products.byId(productId);
    }

    @GetMapping("/products/{productId}/related")
    List<Product> related(@PathVariable int productId) {
        return products.boughtWith(productId);
    }

    @GetMapping("/products")
    List<Product> search(@RequestParam String word) {
        return products.byWord(word);
    }

    @GetMapping("/customers/{customerId}/sales")
    List<Sale> sales(@PathVariable int customerId) {
        return products.sales(customerId);
    }

    @PostMapping("/sales")
    @ResponseStatus(HttpStatus.CREATED)
    void sell(@RequestBody Sale sale) {
        sales.add(sale);
    }
}
