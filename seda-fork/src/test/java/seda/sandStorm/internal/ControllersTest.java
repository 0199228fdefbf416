// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import seda.sandStorm.api.ClassQueueElementIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.MulticlassRateLimitingPredicate;
import seda.sandStorm.core.QueueThresholdPredicate;
import seda.sandStorm.core.RateLimitingPredicate;
import seda.sandStorm.core.TimeStampedEvent;
import whodunit.seda.stage.Handler;
import whodunit.seda.stage.Systems;

/** Controllers, fed by hand with what a thread manager would feed them. */
class ControllersTest {
    @RegisterExtension
    final Systems systems = new Systems();

    private static final class Stamped extends TimeStampedEvent implements ClassQueueElementIF {
        private final int of;

        Stamped(long age, int of) {
            timestamp -= age;
            this.of = of;
        }

        @Override
        public int getRequestClass() {
            return of;
        }

        @Override
        public void setRequestClass(int requestClass) {}
    }

    /** A hundred events, which complete a measurement. */
    private static QueueElementIF[] aged(long millis, int of) {
        QueueElementIF[] events = new QueueElementIF[100];
        for (int i = 0; i < events.length; i++)
            events[i] = new Stamped(millis, of);
        return events;
    }

    private StageWrapperIF stage(String type) throws Exception {
        ManagerIF manager = systems.start("global.rtController.enable", "true", "global.rtController.type", type,
                "global.rtController.targetResponseTime", "100");
        return manager.createStage("S", new Handler(e -> {}), null).getWrapper();
    }

    private static Object predicate(StageWrapperIF stage) {
        return ((FiniteQueue) stage.getSource()).getEnqueuePredicate();
    }

    @Test
    void directLowersTheRateAboveTheTargetAndRaisesItWellBelow() throws Exception {
        StageWrapperIF stage = stage("direct");
        ResponseTimeControllerIF controller = stage.getResponseTimeController();
        RateLimitingPredicate limit = (RateLimitingPredicate) predicate(stage);
        double initial = limit.getTargetRate();
        controller.adjustThreshold(aged(500, 0), 1);
        double lower = limit.getTargetRate();
        assertThat(lower).isLessThan(initial);
        assertThat(stage.getStats().get90thRT()).isBetween(500.0, 600.0);
        for (int i = 0; i < 200; i++)
            controller.adjustThreshold(aged(0, 0), 1);
        assertThat(limit.getTargetRate()).isGreaterThan(lower);
        controller.disable();
        assertThat(predicate(stage)).isNull();
    }

    @Test
    void directStaysBetweenItsBounds() {
        double rate = ResponseTimeController.INITIALLY;
        for (int i = 0; i < 1000; i++)
            rate = ResponseTimeControllerDirect.rate(rate, 1e9, 1);
        assertThat(rate).isEqualTo(ResponseTimeController.AT_LEAST);
        assertThat(ResponseTimeControllerDirect.rate(100, 90, 100)).as("near the target").isEqualTo(100);
        for (int i = 0; i < 10_000; i++)
            rate = ResponseTimeControllerDirect.rate(rate, 0, 1);
        assertThat(rate).isEqualTo(ResponseTimeController.AT_MOST);
    }

    @Test
    void classesAreControlledEachForItself() throws Exception {
        StageWrapperIF stage = stage("multiclass");
        MulticlassRateLimitingPredicate limit = (MulticlassRateLimitingPredicate) predicate(stage);
        double initial = limit.getTargetRate(2);
        stage.getResponseTimeController().adjustThreshold(aged(1000, 2), 1);
        assertThat(limit.getTargetRate(2)).isLessThan(initial);
        assertThat(limit.getTargetRate(1)).isEqualTo(initial);
    }

    /** 100 ms at two events a millisecond: who finds 199 before him waits 100 ms. */
    @Test
    void mm1LimitsTheQueueByItsModel() throws Exception {
        StageWrapperIF stage = stage("mm1");
        stage.getResponseTimeController().adjustThreshold(new QueueElementIF[200], 100);
        assertThat(((QueueThresholdPredicate) predicate(stage)).getThreshold()).isEqualTo(199);
        ((ResponseTimeControllerMM1) stage.getResponseTimeController()).adjustThreshold(new QueueElementIF[200], 0, 100,
                true, 2);
        assertThat(((QueueThresholdPredicate) predicate(stage)).getThreshold()).isEqualTo(399);
    }

    @Test
    void pidShortensTheQueueWhileResponsesAreLate() throws Exception {
        StageWrapperIF stage = stage("pid");
        QueueThresholdPredicate limit = (QueueThresholdPredicate) predicate(stage);
        int initial = limit.getThreshold();
        for (int i = 0; i < 30; i++)
            stage.getResponseTimeController().adjustThreshold(aged(400, 0), 1);
        int shorter = limit.getThreshold();
        assertThat(shorter).isLessThan(initial / 2);
        for (int i = 0; i < 100; i++)
            stage.getResponseTimeController().adjustThreshold(aged(0, 0), 1);
        assertThat(limit.getThreshold()).isGreaterThan(shorter);
    }

    /** The stage's own threshold goes on to hold. */
    @Test
    void aPredicateThatWasThereIsAskedFirst() throws Exception {
        StageWrapperIF stage = stage("direct");
        FiniteQueue queue = (FiniteQueue) stage.getSource();
        ResponseTimeControllerIF controller = stage.getResponseTimeController();
        controller.disable();
        QueueThresholdPredicate own = new QueueThresholdPredicate(queue, 0);
        queue.setEnqueuePredicate(own);
        controller.enable();
        assertThat(queue.enqueue_lossy(new Stamped(0, 0))).isFalse();
        controller.disable();
        assertThat(queue.getEnqueuePredicate()).isSameAs(own);
    }

    @Test
    void aTargetIsNeededAndATypeThatExists() {
        assertThatThrownBy(
                () -> systems.start("global.rtController.enable", "true").createStage("S", new Handler(e -> {}), null))
                .hasMessageContaining("targetResponseTime");
        assertThatThrownBy(
                () -> systems.start("global.rtController.enable", "true", "global.rtController.type", "magic")
                        .createStage("S", new Handler(e -> {}), null))
                .hasMessageContaining("magic").hasMessageContaining("pid");
    }

    @Test
    void aStageMayHaveAControllerOfItsOwn() throws Exception {
        ManagerIF manager = systems.start("stages.S.rtController.enable", "true", "stages.S.rtController.type", "PID",
                "stages.S.rtController.targetResponseTime", "5");
        StageIF with = manager.createStage("S", new Handler(e -> {}), null);
        assertThat(with.getWrapper().getResponseTimeController()).isInstanceOf(ResponseTimeControllerPID.class);
        assertThat(with.getWrapper().getResponseTimeController().getTarget()).isEqualTo(5);
        assertThat(manager.createStage("T", new Handler(e -> {}), null).getWrapper().getResponseTimeController())
                .isNull();
    }

    @Test
    void batchesShrinkWhileThroughputHoldsAndGrowWhenItSuffers() throws Exception {
        ManagerIF manager = systems.start("global.batchController.enable", "true", "global.batchController.minBatch",
                "5",
                "global.batchController.maxBatch", "200", "global.batchController.smoothConst", "0");
        AggThrottleBatchSorter sorter = (AggThrottleBatchSorter) manager.createStage("S", new Handler(e -> {}), null)
                .getWrapper().getBatchSorter();
        assertThat(sorter.batchSize()).isEqualTo(200);
        for (int i = 0; i < 10; i++)
            sorter.adjust(1000);
        int small = sorter.batchSize();
        assertThat(small).isLessThan(100);
        sorter.adjust(800);
        assertThat(sorter.batchSize()).isBetween(small + 1, 199);
        for (int i = 0; i < 100; i++)
            sorter.adjust(1000);
        assertThat(sorter.batchSize()).isEqualTo(5);
        sorter.adjust(10);
        assertThat(sorter.batchSize()).as("load dropped").isEqualTo(200);
    }
}
