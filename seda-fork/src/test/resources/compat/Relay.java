// SPDX-License-Identifier: Apache-2.0
package app;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerException;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SingleThreadedEventHandlerIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.StagesInitializedSignal;
import seda.sandStorm.api.UnknownEventException;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.QueueThresholdPredicate;
import seda.sandStorm.core.SimpleSink;
import seda.sandStorm.core.TimeStampedEvent;
import seda.sandStorm.core.ssLinkedList;
import seda.sandStorm.core.ssTimer;
import seda.sandStorm.internal.SinkProxy;
import seda.sandStorm.internal.TPSThreadManager;
import seda.sandStorm.main.Sandstorm;
import seda.sandStorm.main.SandstormConfig;

/** An application as it may have been written for Sandstorm; compiled against stubs. */
public class Relay {
    static final Set<String> DONE = Collections.synchronizedSet(new TreeSet<String>());
    static final CountDownLatch FINISHED = new CountDownLatch(5);

    static void done(String what) {
        if (DONE.add(what))
            FINISHED.countDown();
    }

    public static class Event extends TimeStampedEvent {
        final String what;

        public Event(String what) {
            this.what = what;
        }
    }

    /** First stage: passes on what it gets, in the way that it names. */
    public static class First implements EventHandlerIF, SingleThreadedEventHandlerIF {
        private SinkIF next;
        private ssTimer timer;

        public void init(ConfigDataIF config) throws Exception {
            if (!config.getString("color").equals("blue") || config.getInt("number") != 7
                    || config.getDouble("none") != -1)
                throw new Exception("wrong arguments");
            ManagerIF manager = config.getManager();
            next = manager.getStage(config.getString("next")).getSink();
            timer = new ssTimer();
            manager.getSignalMgr().register(new StagesInitializedSignal(), config.getStage().getSink());
        }

        public void handleEvent(QueueElementIF element) throws EventHandlerException {
            handleEvents(new QueueElementIF[] {element});
        }

        public void handleEvents(QueueElementIF[] elements) throws EventHandlerException {
            for (int i = 0; i < elements.length; i++) {
                if (elements[i] instanceof StagesInitializedSignal) {
                    done("signal");
                    continue;
                }
                if (!(elements[i] instanceof Event))
                    throw new UnknownEventException("unknown", elements[i]);
                Event e = (Event) elements[i];
                try {
                    if (e.what.equals("many"))
                        next.enqueue_many(new QueueElementIF[] {e, new Event("ignored")});
                    else if (e.what.equals("prepared"))
                        next.enqueue_commit(next.enqueue_prepare(new QueueElementIF[] {e}));
                    else if (e.what.equals("timer"))
                        timer.registerEvent(5, e, next);
                    else if (!next.enqueue_lossy(e))
                        throw new IllegalStateException();
                } catch (SinkException x) {
                    throw new IllegalStateException(x.getMessage());
                }
            }
        }

        public void destroy() {
            timer.doneWithTimer();
        }
    }

    public static class Last implements EventHandlerIF {
        public void init(ConfigDataIF config) {}

        public void handleEvent(QueueElementIF element) {
            String what = ((Event) element).what;
            if (!what.equals("ignored"))
                done(what);
        }

        public void handleEvents(QueueElementIF[] elements) {
            for (QueueElementIF e : elements)
                handleEvent(e);
        }

        public void destroy() {
            DONE.add("destroyed");
        }
    }

    static class Collecting extends SimpleSink {
        int n;

        public void enqueue(QueueElementIF element) {
            n++;
        }
    }

    static class OwnThreadManager extends TPSThreadManager {
        OwnThreadManager(ManagerIF manager) {
            super(manager, false);
        }

        class Own extends stageRunnable {
            Own(StageWrapperIF stage) {
                super(stage);
                if (firstToken && name.equals("Last") && wrapper == stage && mgr != null && config != null
                        && sizeController == null && !crashOnException)
                    DONE.add("internals");
            }
        }

        public void register(StageWrapperIF stage) {
            srTbl.put(stage, new Own(stage));
        }
    }

    public static Set<String> run() throws Exception {
        SandstormConfig config = new SandstormConfig(new String[] {"color=blue"});
        config.putBoolean("global.aSocket.enable", false);
        config.putBoolean("global.profile.graph", true);
        config.putString("global.profile.graphfilename", "/dev/null");
        config.addStage("First", First.class.getName(), new String[] {"color=red", "number=7", "next=Last"});
        config.addStage("Last", Last.class.getName(), null);
        Thread.currentThread().setContextClassLoader(Relay.class.getClassLoader());
        ManagerIF manager = new Sandstorm(config).getManager();

        StageIF first = manager.getStage("First");
        for (String what : new String[] {"relayed", "many", "prepared", "timer"})
            first.getSink().enqueue(new Event(what));
        FINISHED.await();

        SinkProxy proxy = (SinkProxy) first.getSink();
        FiniteQueue queue = (FiniteQueue) proxy.thesink;
        if (proxy.enqueueCount < 4 || queue != first.getWrapper().getSource()
                || first.getWrapper().getStats().getTotalEvents() < 4)
            throw new IllegalStateException("counts");
        manager.getProfiler().getGraphProfiler().dumpGraph();

        FiniteQueue small = new FiniteQueue("small");
        small.setEnqueuePredicate(new QueueThresholdPredicate(small, 2));
        ((QueueThresholdPredicate) small.getEnqueuePredicate()).setThreshold(1);
        small.enqueue(new BufferElement(16));
        try {
            small.enqueue(new BufferElement(new byte[4], 1, 2));
        } catch (SinkFullException e) {
            if (((BufferElement) small.blocking_dequeue(-1)).size == 16)
                DONE.add("admission");
        }

        StageIF again = manager.createStage("Last", new Last(), new String[] {"a=b"});
        if (!again.getName().equals("Last") && manager.getStage(again.getName()) == again)
            DONE.add("dynamic");
        manager.destroyStage(again.getName());

        ssLinkedList list = new ssLinkedList();
        list.add_to_tail("b");
        list.add_to_head("a");
        if (list.remove_item("b") == "b" && list.size() == 1 && list.get_tail() == "a")
            DONE.add("list");
        new Collecting().enqueue_many(new QueueElementIF[] {new Event("x")});
        new OwnThreadManager(manager).register(manager.getStage("Last").getWrapper());
        manager.destroyStage("First");
        manager.destroyStage("Last");
        return DONE;
    }
}
