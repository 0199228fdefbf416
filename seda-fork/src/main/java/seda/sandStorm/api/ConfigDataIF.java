// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** A stage's initial arguments, and its place in the system. */
public interface ConfigDataIF {
    /** The value of an argument that was given without one. */
    String SET = "set";

    boolean contains(String key);

    /** Null if there is no such argument. */
    String getString(String key);

    /** -1 if there is no such argument, or it is no integer. */
    int getInt(String key);

    /** -1 if there is no such argument, or it is no number. */
    double getDouble(String key);

    /** False if there is no such argument. */
    boolean getBoolean(String key);

    /** The words of the argument; null if there is no such argument. */
    String[] getStringList(String key);

    void setString(String key, String value);

    void setInt(String key, int value);

    void setDouble(String key, double value);

    void setBoolean(String key, boolean value);

    void setStringList(String key, String[] value);

    ManagerIF getManager();

    /** The stage that these are the arguments of. */
    StageIF getStage();

    void setStage(StageIF stage);
}
