// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import seda.sandStorm.api.EventHandlerException;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import whodunit.seda.Brief;

/** A stage whose handler is brief wakes the stage behind it once per batch. */
@Timeout(60)
class BriefTest {
    @RegisterExtension
    final Systems systems = new Systems();

    private static final class BriefHandler extends Handler implements Brief {
        BriefHandler(Body body) {
            super(body);
        }
    }

    @Test
    void whatABriefHandlerEnqueuesIsOneBatchAlsoIfItThrows() throws Exception {
        ManagerIF manager = systems.start("stages.behind.threadPool.blockTime", "-1");
        List<Integer> batches = Collections.synchronizedList(new ArrayList<>());
        SinkIF behind = manager.createStage("behind", new Handler(e -> {}) {
            @Override
            public void handleEvents(QueueElementIF[] elements) throws EventHandlerException {
                batches.add(elements.length);
            }
        }, null).getSink();
        SinkIF brief = manager.createStage("brief", new BriefHandler(e -> {
            for (int i = 0; i < 3; i++) {
                behind.enqueue(new Event("event " + i));
                Thread.sleep(10); // a thread that was woken would have run
            }
            if (e.equals(new Event("throw")))
                throw new IllegalStateException("on purpose");
        }), null).getSink();
        for (String what : List.of("return", "throw")) {
            Waits.until(() -> asleep("behind-0"));
            brief.enqueue(new Event(what));
            int n = what.equals("return") ? 1 : 2;
            Waits.until(() -> batches.size() >= n);
        }
        assertThat(batches).containsExactly(3, 3);
    }

    private static boolean asleep(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(t -> t.getName().equals(thread) && t.getState() == Thread.State.WAITING);
    }
}
