// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerException;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;

/** An event handler that does one thing with each event. */
public class Handler implements EventHandlerIF {
    /** What it does. */
    public interface Body {
        void handle(QueueElementIF element) throws Exception;
    }

    private final Body body;

    public Handler(Body body) {
        this.body = body;
    }

    @Override
    public void handleEvent(QueueElementIF element) throws EventHandlerException {
        try {
            body.handle(element);
        } catch (EventHandlerException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void handleEvents(QueueElementIF[] elements) throws EventHandlerException {
        for (QueueElementIF e : elements)
            handleEvent(e);
    }

    @Override
    public void init(ConfigDataIF config) throws Exception {}

    @Override
    public void destroy() throws Exception {}
}
