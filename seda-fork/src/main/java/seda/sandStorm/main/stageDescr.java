// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.main;

import java.util.Hashtable;

/** A stage that the configuration asks for. */
public class stageDescr {
    public String stageName;
    public String className;
    /** String to String. */
    @SuppressWarnings("rawtypes")
    public Hashtable initargs;
    /** -1: none. */
    public int queueThreshold = -1;

    public stageDescr() {}
}
