// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ServerApi;
import com.mongodb.ServerApiVersion;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoDatabase;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.ProtocolVersion;
import org.bson.Document;
import reactor.core.publisher.Mono;

/** Runs in a JVM with the agent: as {@link Shared}, through clients of servers that answer on threads of their own. */
public final class Clients {
    private Clients() {}

    public static void main(String[] args) throws Exception {
        lettuce();
        mongo();
        System.out.println("all checked");
        System.exit(0);
    }

    private static void lettuce() throws Exception {
        RedisClient client = RedisClient.create("redis://127.0.0.1:" + StandIn.redis().port());
        client.setOptions(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2)
                .pingBeforeActivateConnection(false).build());
        StatefulRedisConnection<String, String> connection = client.connect();
        check("Lettuce's reactive commands", 1,
                c -> connection.reactive().set("key", "value").subscribe(x -> see(c)));
        check("Lettuce's asynchronous commands", 1,
                c -> connection.async().set("key", "value").thenRun(() -> see(c)));
    }

    private static void mongo() throws Exception {
        MongoDatabase database = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:" + StandIn.mongo().port()))
                .applyToConnectionPoolSettings(pool -> pool.maxSize(2))
                .serverApi(ServerApi.builder().version(ServerApiVersion.V1).build()).build()).getDatabase("shop");
        Document ping = new Document("ping", 1);
        Mono.when(database.runCommand(ping), database.runCommand(ping)).block(); // so that it is connected
        check("MongoDB's publishers", 1, c -> Mono.from(database.runCommand(ping)).subscribe(x -> see(c)));
    }
}
