// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** A stage's code. Unless it is a {@link SingleThreadedEventHandlerIF}, several threads may be in it at once. */
public interface EventHandlerIF {
    /** Handles one event. */
    void handleEvent(QueueElementIF element) throws EventHandlerException;

    /** Handles a batch; this is what the runtime calls. All elements of a batch have the same transaction context. */
    void handleEvents(QueueElementIF[] elements) throws EventHandlerException;

    /** Called once before the first event. When it is called all stages of the configuration exist. */
    void init(ConfigDataIF config) throws Exception;

    /** Called once when the stage is destroyed. */
    void destroy() throws Exception;
}
