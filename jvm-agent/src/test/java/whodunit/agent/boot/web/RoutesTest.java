// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesTest {
    private final Routes routes = new Routes();

    @BeforeEach
    void known() {
        for (String template : new String[] {"/owners/{id}", "/owners/{id}/pets/{pet}", "/owners/new", "/", "/**",
                "/webjars/**", "/webjars/{name}/**", "/files/{name}.pdf", "/odd/{id:[0-9]*}", "/a/{b}/c", "/a/b/{c}",
                "/vets/:id", "/pairs/:a-:b"})
            routes.found("GET", template);
        routes.found("POST", "/owners/{id}");
    }

    private String foretold(String method, String path) {
        return routes.foretell(method, path, 0, path.length());
    }

    @ParameterizedTest
    @CsvSource({"/owners/7, /owners/{id}", "/owners/new, /owners/new", "/owners/newer, /owners/{id}",
            "/owners/ne, /owners/{id}", "/owners/7/pets/3, /owners/{id}/pets/{pet}", "/, /",
            "/webjars/x/y.css, /webjars/{name}/**", "/a/b/c, /a/b/{c}", "/a/x/c, /a/{b}/c", "/vets/7, /vets/:id"})
    void theMostSpecificTemplateThatFits(String path, String template) {
        assertThat(foretold("GET", path)).isEqualTo("GET " + template);
    }

    @ParameterizedTest
    @CsvSource({"GET, /owners", "GET, /owners/7/pets", "GET, /else/where", "GET, /files/a.pdf", "GET, /odd/7",
            "GET, /pairs/1-2", "PUT, /owners/7", ","})
    void nothingWhereNothingFitsOrItCannotBeTold(String method, String path) {
        assertThat(foretold(method, path == null ? "/owners/7" : path)).isNull();
    }

    @Test
    void otherMethodsThanHttpsAreOne() {
        assertThat(Routes.name("POST", "/owners/{id}")).isEqualTo("POST /owners/{id}");
        assertThat(Routes.name("JUNK-4711", "/owners/{id}")).isEqualTo("(other method) /owners/{id}");
        assertThat(foretold("POST", "/owners/7")).isEqualTo("POST /owners/{id}");
    }

    @Test
    void onlyThePathsPartIsLookedAt() {
        String uri = "/shop/owners/7;jsessionid=1";
        assertThat(routes.foretell("GET", uri, "/shop".length(), uri.indexOf(';'))).isEqualTo("GET /owners/{id}");
    }

    @Test
    void templatesWithoutEndDoNotFillTheMemory() {
        for (int i = 0; i < 3000; i++)
            routes.found("GET", "/made/up/" + i);
        assertThat(foretold("GET", "/made/up/10")).isEqualTo("GET /made/up/10");
        assertThat(foretold("GET", "/made/up/2999")).isNull();
    }
}
