// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.r2dbc;

import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.r2dbc.postgresql.PostgresqlConnectionFactoryProvider;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.ValidationDepth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.resources.LoopResources;

/** Writes down what comes of every kind of use of PostgreSQL's reactive driver. Arguments: R2DBC URLs. */
public final class ReactiveMix {
    /** The driver may stop where rows are asked for by another thread than the one that the answers come to. */
    private static final EventLoopGroup LOOPS = new NioEventLoopGroup(1, new DefaultThreadFactory("loop", true));
    private static final Scheduler LOOP = Schedulers.fromExecutor(LOOPS);

    private final Connection c;

    /** Without: in its compatibility mode the driver takes other statements' answers from there on. */
    private final boolean failing;

    private ReactiveMix(Connection c, boolean failing) {
        this.c = c;
        this.failing = failing;
    }

    public static void main(String[] urls) {
        for (String url : urls) {
            System.out.println("== " + url.replaceAll(".*/", ""));
            Connection c = connect(url);
            ReactiveMix mix = new ReactiveMix(c, !url.contains("compatibilityMode"));
            mix.run();
            Mono.from(c.close()).block();
        }
    }

    private static Connection connect(String url) {
        ConnectionFactoryOptions options = ConnectionFactoryOptions.parse(url).mutate()
                .option(PostgresqlConnectionFactoryProvider.LOOP_RESOURCES, (LoopResources) any -> LOOPS).build();
        return Mono.from(ConnectionFactories.get(options).create()).subscribeOn(LOOP).block();
    }

    private void run() {
        show("drop", plain("DROP TABLE IF EXISTS mix"));
        show("create", plain("CREATE TABLE mix (n INT, t TEXT)"));
        for (int i = 0; i < 4; i++) {
            show("simple", plain("SELECT 1; SELECT 2"));
            show("insert", updated(c.createStatement("INSERT INTO mix VALUES ($1, $2)").bind(0, i).bind(1, "t" + i)
                    .execute()));
            show("batch", updated(c.createStatement("INSERT INTO mix VALUES ($1, $2)").bind(0, 7).bind(1, "a").add()
                    .bind(0, 8).bindNull(1, String.class).add().bind(0, 9).bind(1, "b").execute()));
            show("generated", rows(c.createStatement("INSERT INTO mix VALUES ($1, 'g')").bind(0, i)
                    .returnGeneratedValues("n").execute()));
            show("error in a value", rows(c.createStatement("SELECT 1 / $1").bind(0, 0).execute()));
            show("error in a text", rows(c.createStatement("SELECT nothing + $1").bind(0, 0).execute()));
            show("error in a simple text", plain("SELECT 1 +* 2"));
            show("error of a type", rows(c.createStatement("SELECT $1::INT").bind(0, "no number").execute()));
            show("several", c.createBatch().add("SELECT 1").add("SELECT 2 / 0").add("SELECT 3").execute());
            // the driver itself may prepare a text twice under one name while the first answer is awaited
            show("before that", rows(named(0)));
            show("at once", Flux.mergeSequential(rows(named(1)), rows(named(2)), plain("SELECT 5"), rows(named(3))));
            show("cancelled", rows(c.createStatement("SELECT generate_series(1, $1)").bind(0, 1000).execute())
                    .take(3));
            show("after that", rows(named(4)));
            transactions();
            // the plan of what is prepared is not valid any more: the driver prepares it again
            show("all", rows(c.createStatement("SELECT * FROM mix WHERE n > $1").bind(0, 7).execute()).count());
            show("alter", plain("ALTER TABLE mix ADD COLUMN c" + i + " INT"));
            show("all", rows(c.createStatement("SELECT * FROM mix WHERE n > $1").bind(0, 7).execute()).count());
            show("deallocate", plain("DEALLOCATE ALL"));
            show("all", rows(c.createStatement("SELECT * FROM mix WHERE n > $1").bind(0, 7).execute()).count());
            show("copy", ((PostgresqlConnection) c).copyIn("COPY mix (n) FROM STDIN",
                    Mono.just(Unpooled.copiedBuffer("1\n2\n", StandardCharsets.UTF_8))));
            show("valid", c.validate(ValidationDepth.REMOTE));
            // many texts: with a small cache the driver closes statements
            for (int text = 0; text < 5; text++)
                show("text " + text, rows(c.createStatement("SELECT " + text + " + $1").bind(0, i).execute()));
            show("names", plain("SELECT statement FROM pg_prepared_statements ORDER BY prepare_time, statement"));
        }
    }

    private void transactions() {
        show("begin", c.beginTransaction());
        for (int size : new int[] {3, 1000})
            show("cursor", rows(c.createStatement("SELECT generate_series(1, $1)").bind(0, 10).fetchSize(size)
                    .execute()));
        show("cursor cancelled", rows(c.createStatement("SELECT generate_series(1, $1)").bind(0, 100).fetchSize(3)
                .execute()).take(5));
        show("cursor without parameters", rows(c.createStatement("SELECT generate_series(1, 9)").fetchSize(2)
                .execute()));
        if (failing) // how many rows are seen before the error differs from run to run
            show("cursor that fails", rows(c.createStatement("SELECT 1 / (5 - i) FROM generate_series(1, $1) i")
                    .bind(0, 10).fetchSize(2).execute()).ignoreElements());
        show("in what has failed", rows(named(1)));
        show("rollback", c.rollbackTransaction());
        show("after it", rows(named(2)));
    }

    private Publisher<? extends Result> named(int n) {
        return c.createStatement("SELECT $1 * 2").bind(0, n).execute();
    }

    private Flux<Object> plain(String text) {
        return rows(c.createStatement(text).execute());
    }

    private static Flux<Object> rows(Publisher<? extends Result> results) {
        return Flux.from(results).concatMap(result -> result.map((row, metadata) -> String.valueOf(row.get(0))));
    }

    private static Flux<Object> updated(Publisher<? extends Result> results) {
        return Flux.from(results).concatMap(Result::getRowsUpdated).cast(Object.class);
    }

    private static void show(String what, Publisher<?> publisher) {
        StringBuilder seen = new StringBuilder(what).append(':');
        try {
            Flux.from(publisher).subscribeOn(LOOP).timeout(Duration.ofSeconds(30))
                    .doOnNext(item -> seen.append(' ').append(item instanceof Result ? "result" : item)).blockLast();
        } catch (R2dbcException e) {
            seen.append(' ').append(e.getSqlState()).append(' ').append(e);
        } catch (RuntimeException e) {
            seen.append(' ').append(e);
        }
        System.out.println(seen);
    }
}
