// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.io.IOException;
import java.util.Hashtable;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.main.SandstormConfig;

/** A stage's initial arguments. */
public class ConfigData implements ConfigDataIF {
    private final ManagerIF manager;
    private final Hashtable<String, String> values = new Hashtable<>();
    private StageIF stage;

    public ConfigData(ManagerIF manager) {
        this.manager = manager;
    }

    /** @param values String to String; copied; may be null */
    @SuppressWarnings({"rawtypes", "unchecked"})
    public ConfigData(ManagerIF manager, Hashtable values) {
        this.manager = manager;
        if (values != null)
            this.values.putAll(values);
    }

    /**
     * @param initargs {@code key=value}, or {@code key} alone, whose value is {@link #SET}; may be null
     * @throws IOException one of them has no key
     */
    public ConfigData(ManagerIF manager, String[] initargs) throws IOException {
        this.manager = manager;
        if (initargs == null)
            return;
        for (String a : initargs) {
            int equals = a.indexOf('=');
            String key = equals < 0 ? a : a.substring(0, equals);
            if (key.isEmpty())
                throw new IOException("'" + a + "' is no key=value");
            values.put(key, equals < 0 ? SET : a.substring(equals + 1));
        }
    }

    @Override
    public boolean contains(String key) {
        return values.containsKey(key);
    }

    @Override
    public String getString(String key) {
        return values.get(key);
    }

    @Override
    public int getInt(String key) {
        String value = values.get(key);
        try {
            return value == null ? -1 : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public double getDouble(String key) {
        String value = values.get(key);
        try {
            return value == null ? -1 : Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public boolean getBoolean(String key) {
        String value = values.get(key);
        return value != null && value.equalsIgnoreCase(SandstormConfig.CONFIG_TRUE);
    }

    @Override
    public String[] getStringList(String key) {
        String value = values.get(key);
        return value == null ? null : value.strip().split(SandstormConfig.LIST_ELEMENT_DELIMITER + "+");
    }

    @Override
    public void setString(String key, String value) {
        values.put(key, value);
    }

    @Override
    public void setInt(String key, int value) {
        values.put(key, Integer.toString(value));
    }

    @Override
    public void setDouble(String key, double value) {
        values.put(key, Double.toString(value));
    }

    @Override
    public void setBoolean(String key, boolean value) {
        values.put(key, Boolean.toString(value));
    }

    @Override
    public void setStringList(String key, String[] value) {
        values.put(key, String.join(SandstormConfig.LIST_ELEMENT_DELIMITER, value));
    }

    @Override
    public ManagerIF getManager() {
        return manager;
    }

    @Override
    public StageIF getStage() {
        return stage;
    }

    @Override
    public void setStage(StageIF stage) {
        this.stage = stage;
    }
}
