// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.NoSuchStageException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SignalIF;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.api.StagesInitializedSignal;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.main.Sandstorm;
import seda.sandStorm.main.SandstormConfig;

/** How a system begins, and stages that come later. */
class SystemTest {
    private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

    @RegisterExtension
    final Systems systems = new Systems();

    @BeforeEach
    void clear() {
        LOG.clear();
    }

    /** Looks for the other stage when it is initialised. */
    public static class Neighbour extends Handler {
        public Neighbour() {
            super(e -> LOG.add(e.getClass().getSimpleName()));
        }

        @Override
        public void init(ConfigDataIF config) throws Exception {
            ManagerIF manager = config.getManager();
            manager.getStage(config.getString("neighbour")).getSink().enqueue(new Event("early"));
            manager.getSignalMgr().register(new StagesInitializedSignal(), config.getStage().getSink());
            LOG.add("init " + config.getStage().getName() + " " + config.getString("x"));
        }
    }

    @Test
    void allStagesExistBeforeAnyIsInitialisedAndTheSignalComesAfter() throws Exception {
        SandstormConfig config = Systems.config();
        config.addStage("one", Neighbour.class.getName(), new String[] {"neighbour=two", "x=1"});
        config.addStage("two", Neighbour.class.getName(), new String[] {"neighbour=one"});
        ManagerIF manager = systems.start(config);
        Waits.until(() -> LOG.size() == 6);
        assertThat(LOG).filteredOn(l -> l.startsWith("init")).containsExactly("init one 1", "init two null");
        assertThat(LOG.stream().filter("StagesInitializedSignal"::equals)).hasSize(2);
        assertThat(LOG.indexOf("StagesInitializedSignal")).isGreaterThan(LOG.indexOf("init two null"));
        assertThat(manager.getStage("one").getName()).isEqualTo("one");
        assertThat(Sandstorm.getSandstorm().getManager()).isSameAs(manager);
    }

    @Test
    void anEventThatCameBeforeInitIsHandledAfterIt() throws Exception {
        SandstormConfig config = Systems.config();
        config.addStage("one", Neighbour.class.getName(), new String[] {"neighbour=two"});
        config.addStage("two", Neighbour.class.getName(), new String[] {"neighbour=one"});
        systems.start(config);
        Waits.until(() -> LOG.size() == 6);
        assertThat(LOG.indexOf("Event")).isGreaterThan(LOG.indexOf("init one null"));
    }

    @Test
    void aNameThatIsTakenIsChanged() throws Exception {
        ManagerIF manager = systems.start();
        assertThat(manager.createStage("s", new Handler(e -> {}), null).getName()).isEqualTo("s");
        String second = manager.createStage("s", new Handler(e -> {}), new String[] {"a=b"}).getName();
        String third = manager.createStage("s", new Handler(e -> {}), null).getName();
        assertThat(List.of(second, third)).doesNotHaveDuplicates().allMatch(n -> n.startsWith("s") && n.length() > 1);
        assertThat(manager.getStage(second).getName()).isEqualTo(second);
        manager.destroyStage(second);
        assertThatThrownBy(() -> manager.getStage(second)).isInstanceOf(NoSuchStageException.class);
        assertThatThrownBy(() -> manager.destroyStage(second)).isInstanceOf(NoSuchStageException.class);
    }

    @Test
    void aStageThatCannotBeInitialisedIsNoStage() throws Exception {
        ManagerIF manager = systems.start();
        assertThatThrownBy(() -> manager.createStage("s", new Handler(e -> {}) {
            @Override
            public void init(ConfigDataIF config) throws Exception {
                throw new Exception("on purpose");
            }
        }, null)).hasMessage("on purpose");
        assertThatThrownBy(() -> manager.getStage("s")).isInstanceOf(NoSuchStageException.class);
    }

    @Test
    void theConfigurationLimitsAStagesQueue() throws Exception {
        SandstormConfig config = Systems.config();
        config.addStage("limited", Blocking.class.getName(), null);
        config.putInt("stages.limited.queueThreshold", 3);
        FiniteQueue queue = (FiniteQueue) systems.start(config).getStage("limited").getSink();
        queue.enqueue(new Event("held"));
        Waits.until(() -> queue.size() == 0);
        queue.enqueue_many(new QueueElementIF[] {new Event("a"), new Event("b"), new Event("c")});
        assertThatThrownBy(() -> queue.enqueue(new Event("d"))).isInstanceOf(SinkFullException.class);
        Blocking.GATE.countDown();
    }

    /** Holds what it gets until the test lets it go. */
    public static class Blocking extends Handler {
        static final java.util.concurrent.CountDownLatch GATE = new java.util.concurrent.CountDownLatch(1);

        public Blocking() {
            super(e -> GATE.await());
        }
    }

    /** A signal of the application. */
    private static class Own implements SignalIF {}

    @Test
    void signalsGoToTheirExactClassOnly() throws Exception {
        ManagerIF manager = systems.start();
        FiniteQueue queue = new FiniteQueue();
        manager.getSignalMgr().register(new Own() {}, queue);
        manager.getSignalMgr().register(new StagesInitializedSignal() {}, queue);
        manager.getSignalMgr().deregister(new Own(), queue);
        systems.start(); // its own signals are not this manager's
        assertThat(queue.dequeue_all()).isNull();
    }

    @Test
    void whatIsWrongIsToldByName() {
        SandstormConfig nothing = Systems.config();
        assertThatThrownBy(() -> nothing.addStage("s", "C", new String[] {"=x"})).hasMessageContaining("'=x'");
        assertWrong("no.such.Class", "stage s: there is no class no.such.Class");
        assertWrong("java.lang.String", "stage s: class java.lang.String is no EventHandlerIF");
        assertThatThrownBy(() -> systems.start("global.defaultThreadManager", "nonesuch"))
                .hasMessageContaining("nonesuch").hasMessageContaining("TPPTM");
        assertThatThrownBy(() -> systems.start("global.threadPool.maxThreads", "many").createStage("s",
                new Handler(e -> {}), null))
                .hasMessageContaining("global.threadPool.maxThreads").hasMessageContaining("many");
    }

    private void assertWrong(String className, String message) {
        SandstormConfig config = Systems.config();
        assertThatThrownBy(() -> {
            config.addStage("s", className, null);
            systems.start(config);
        }).hasMessageContaining(message);
    }
}
