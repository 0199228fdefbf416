// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.http4s;

import cats.data.Kleisli;
import cats.effect.IO;
import cats.effect.kernel.Async;
import cats.effect.unsafe.IORuntime;
import com.comcast.ip4s.Host;
import com.comcast.ip4s.Port;
import fs2.io.net.Network;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.http4s.EntityEncoder;
import org.http4s.Request;
import org.http4s.Response;
import org.http4s.Status;
import org.http4s.blaze.server.BlazeServerBuilder;
import org.http4s.ember.server.EmberServerBuilder;
import scala.Function0;
import scala.Function1;
import scala.concurrent.duration.FiniteDuration;
import whodunit.apps.Work;

/**
 * An application of http4s, whose types Java cannot say: on the connection's fiber, on a thread for what blocks, on two
 * fibers at once. System properties: port; next, the port that /next asks; blaze, if it is to run in Blaze, not Ember.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
public final class Shop {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final EntityEncoder TEXT = EntityEncoder.stringEncoder(EntityEncoder.stringEncoder$default$1());
    private static final FiniteDuration SOON = FiniteDuration.apply(1, "ms");

    private Shop() {}

    private static long inHandler() {
        return Work.burn();
    }

    private static long inBlocking() {
        return Work.burn();
    }

    private static long afterBlocking() {
        return Work.burn();
    }

    private static long inFirst() {
        return Work.burn();
    }

    private static long inSecond() {
        return Work.burn();
    }

    private static String next() {
        URI back = URI.create("http://127.0.0.1:" + Integer.getInteger("next") + "/items/1");
        return CLIENT.sendAsync(HttpRequest.newBuilder(back).build(), HttpResponse.BodyHandlers.ofString()).join()
                .body();
    }

    private static Response response(Status status) {
        return Response.apply(status, Response.apply$default$2(), Response.apply$default$3(),
                (fs2.Stream) Response.apply$default$4(), Response.apply$default$5());
    }

    private static IO io(Function0 work) {
        return IO.apply(work);
    }

    private static IO afterIt(IO first, Function0 work) {
        return first.flatMap((Function1) done -> io(work));
    }

    private static IO work(String path) {
        if (path.startsWith("/items/"))
            return io(Shop::inHandler);
        return switch (path) {
            case "/report" -> afterIt(IO.blocking(Shop::inBlocking), Shop::afterBlocking);
            case "/both" -> io(Shop::inFirst).both(afterIt(IO.sleep(SOON), Shop::inSecond));
            case "/next" -> IO.blocking(Shop::next);
            default -> null;
        };
    }

    private static Object answer(Request request) {
        IO work = work(request.uri().path().renderString());
        return work == null ? IO.pure(response(Status.NotFound()))
                : work.map((Function1) text -> response(Status.Ok()).withEntity(text.toString(), TEXT));
    }

    private static IO inEmber(Async io, Kleisli application) throws ReflectiveOperationException {
        // its name is no name in Java
        EmberServerBuilder server = (EmberServerBuilder) EmberServerBuilder.class
                .getMethod("default", Async.class, Network.class).invoke(null, io, Network.forAsync(io));
        return (IO) server.withHost(Host.fromString("127.0.0.1").get())
                .withPort(Port.fromInt(Integer.getInteger("port")).get()).withHttpApp(application).build()
                .useForever(io);
    }

    private static IO inBlaze(Async io, Kleisli application) {
        BlazeServerBuilder server = (BlazeServerBuilder) BlazeServerBuilder.apply(io)
                .bindHttp(Integer.getInteger("port"), "127.0.0.1");
        return (IO) server.withHttpApp(application).resource().useForever(io);
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        Async io = IO.asyncForIO();
        Kleisli application = new Kleisli((Function1<Request, Object>) Shop::answer);
        IO running = Boolean.getBoolean("blaze") ? inBlaze(io, application) : inEmber(io, application);
        running.unsafeRunSync(IORuntime.global());
    }
}
