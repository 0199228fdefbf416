// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

import java.util.Enumeration;

/** The configuration, for reading. Keys are dotted; what is absent is null, false or -1, or else the given default. */
public interface SandstormConfigIF {
    String getString(String key);

    String getString(String key, String defaultValue);

    boolean getBoolean(String key);

    boolean getBoolean(String key, boolean defaultValue);

    int getInt(String key);

    int getInt(String key, int defaultValue);

    double getDouble(String key);

    double getDouble(String key, double defaultValue);

    /** The stages that are to be created, as {@link seda.sandStorm.main.stageDescr}. */
    @SuppressWarnings("rawtypes")
    Enumeration getStages();

    /** Names directly below the key; null if there is no such key. */
    @SuppressWarnings("rawtypes")
    Enumeration getKeys(String startkey);

    /** Names at the top. */
    @SuppressWarnings("rawtypes")
    Enumeration getKeys();
}
