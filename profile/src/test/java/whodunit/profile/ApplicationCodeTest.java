// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationCodeTest {
    @ParameterizedTest
    @ValueSource(strings = {"org.hibernate.internal.SessionImpl.find", "org.thymeleaf.TemplateEngine.process",
            "com.fasterxml.jackson.databind.ObjectMapper.writeValue", "io.micrometer.core.instrument.Timer.record",
            "org.slf4j.Logger.info", "ch.qos.logback.classic.Logger.info", "org.antlr.v4.runtime.Parser.match",
            "org.springframework.web.servlet.DispatcherServlet.doDispatch", "java.lang.Thread.run",
            "com.zaxxer.hikari.pool.HikariPool.getConnection", "com.acme.$Proxy12.find",
            "com.acme.Main$$Lambda$5.run", "io.r2dbc.pool.ConnectionPool.create", "cats.effect.IOFiber.run",
            "org.apache.camel.processor.Pipeline.process", "fs2.Stream.compile", "org.http4s.HttpApp.run",
            "zio.internal.FiberRuntime.run", "play.api.mvc.Action.apply", "io.ktor.server.routing.Routing.execute",
            "io.lettuce.core.RedisClient.connect",
            "org.springframework.cloud.gateway.handler.FilteringWebHandler.handle",
            "scala.concurrent.Future.map", "org.elasticsearch.client.RestClient.performRequest", "[unknown]",
            "com.acme.$Nightly$Definition$Exec.dispatch"})
    void librariesAreNotTheApplications(String method) {
        assertThat(ApplicationCode.BUILT_IN.has(method)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.acme.Shop.buy", "org.springframework.samples.petclinic.owner.OwnerController.show",
            "catshop.Shop.buy", "com.acme.cats.Shop.buy", "play.Shop.buy", "playground.Shop.buy", "slicker.Shop.buy",
            "org.apache.camelot.Shop.buy", "com.acme.io.r2dbc.Shop.buy", "com.netflix.shop.Shop.buy",
            "com.acme.Shop$.$anonfun$buy$1"})
    void theRestIsAlsoWhereItsNameBeginsAsALibrarys(String method) {
        assertThat(ApplicationCode.BUILT_IN.has(method)).isTrue();
    }

    @Test
    void theLongestPatternDecidesAndWhatIsNamedIsAll() {
        for (String text : new String[] {"com.acme.*,!com.acme.util.*", " com.acme.* : !com.acme.util.* "}) {
            ApplicationCode code = ApplicationCode.of(text);
            assertThat(code.has("com.acme.Shop.buy")).isTrue();
            assertThat(code.has("com.acme.util.Text.trim")).isFalse();
            assertThat(code.has("org.other.Shop.buy")).isFalse();
        }
    }

    @Test
    void exceptionsAloneLeaveTheRest() {
        ApplicationCode code = ApplicationCode.of("!com.acme.Base");
        assertThat(code.has("com.acme.Base.doGet")).isFalse();
        assertThat(code.has("com.acme.Base$Inner.run")).isFalse();
        assertThat(code.has("com.acme.BaseLine.doGet")).isTrue();
        assertThat(code.has("org.hibernate.Session.find")).isFalse();
    }

    @Test
    void aUsersPatternWinsOverTheBuiltInOne() {
        assertThat(ApplicationCode.of("org.hibernate.*").has("org.hibernate.Session.find")).isTrue();
    }
}
