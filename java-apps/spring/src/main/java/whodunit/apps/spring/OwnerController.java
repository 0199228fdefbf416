// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.spring;

import java.util.concurrent.Callable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Each request burns one unit in the model attribute's method, and some in its handler. */
@RestController
@RequestMapping("/owners")
class OwnerController {
    @ModelAttribute("model")
    String model() {
        return Database.burn(1);
    }

    @GetMapping("/{ownerId}")
    String show(@PathVariable("ownerId") int owner) {
        return Database.burn(1) + " for " + owner;
    }

    @GetMapping("/new")
    String form() {
        return Database.burn(3);
    }

    @PostMapping("/{ownerId}/pets")
    String add(@PathVariable("ownerId") int owner) {
        return Database.burn(7) + " for " + owner;
    }

    @GetMapping("/{ownerId}/later")
    Callable<String> later(@PathVariable("ownerId") int owner) {
        return () -> Database.burn(3) + " for " + owner;
    }

    @GetMapping("/{ownerId}/broken")
    String broken(@PathVariable("ownerId") int owner) {
        throw new IllegalStateException("on purpose");
    }
}
