// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;

/** Carries out requests. Of one file there is never more than one at a time. */
final class FileEventHandler implements EventHandlerIF {
    @Override
    public void handleEvent(QueueElementIF event) {
        AFileRequest request = (AFileRequest) event;
        try {
            request.complete(request.carryOut());
        } catch (IOException e) {
            request.complete(new AFileIOExceptionOccurred(request, e));
        } finally {
            request.getFile().next();
        }
    }

    @Override
    public void handleEvents(QueueElementIF[] events) {
        for (QueueElementIF event : events)
            handleEvent(event);
    }

    @Override
    public void init(ConfigDataIF config) {}

    @Override
    public void destroy() {
        AFileMgr.ended(this);
    }
}
