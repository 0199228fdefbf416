// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.Locale;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/**
 * The controller that the configuration asks for: {@code stages.NAME.rtController.*}, else
 * {@code global.rtController.*}.
 */
final class ResponseTimeControllers {
    private ResponseTimeControllers() {}

    /** Enabled; null if the stage is to have none. */
    static ResponseTimeControllerIF of(ManagerIF manager, StageWrapperIF stage) {
        SandstormConfigIF config = manager.getConfig();
        String own = own(stage);
        if (!config.getBoolean(own + "enable", config.getBoolean("global.rtController.enable")))
            return null;
        String type = config.getString(own + "type", config.getString("global.rtController.type", "direct"));
        ResponseTimeControllerIF controller = switch (type.toLowerCase(Locale.ROOT)) {
            case "direct" -> new ResponseTimeControllerDirect(manager, stage);
            case "mm1" -> new ResponseTimeControllerMM1(manager, stage);
            case "pid" -> new ResponseTimeControllerPID(manager, stage);
            case "multiclass" -> new ResponseTimeControllerMulticlass(manager, stage);
            default -> throw new IllegalArgumentException(
                    "rtController.type '" + type + "' is none of direct, mm1, pid, multiclass");
        };
        controller.enable();
        return controller;
    }

    static String own(StageWrapperIF stage) {
        return "stages." + stage.getStage().getName() + ".rtController.";
    }
}
