// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.actor.Scheduler;
import java.time.Duration;
import scala.concurrent.ExecutionContext;

/** Runs in a JVM with the agent: as {@link Libraries}, through Akka's actors. */
public final class AkkaActors {
    private AkkaActors() {}

    /** Passes a message on once. */
    public static final class Actor extends AbstractActor {
        private final ActorRef next;

        public Actor(ActorRef next) {
            this.next = next;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Integer.class, expected -> {
                see(expected);
                if (next != null)
                    next.tell(expected, getSelf());
            }).build();
        }
    }

    public static void main(String[] args) throws Exception {
        ActorSystem system = ActorSystem.create();
        ActorRef second = system.actorOf(Props.create(Actor.class, (Object) null));
        ActorRef first = system.actorOf(Props.create(Actor.class, second));
        check("Akka's actors", 2, c -> first.tell(c, ActorRef.noSender()));
        ExecutionContext executor = system.dispatcher();
        Scheduler scheduler = system.scheduler();
        check("Akka's scheduler", 1, c -> scheduler.scheduleOnce(Duration.ofMillis(c % 20), () -> see(c), executor));
        check("Akka's scheduler, a message", 2,
                c -> scheduler.scheduleOnce(Duration.ofMillis(c % 20), first, c, executor, ActorRef.noSender()));
        System.out.println("all checked");
        System.exit(0);
    }
}
