// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.main;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.StageNameAlreadyBoundException;

/**
 * The configuration: a tree of strings with dotted keys, filled with the defaults, then from a file, then by the
 * program. A stage is a section of {@code stages}: its {@code class}, {@code queueThreshold} and {@code initargs}.
 * Its initial arguments are those of {@code global.initargs}, overridden by its own, overridden by the command line's.
 */
@SuppressWarnings("rawtypes")
public class SandstormConfig implements Cloneable, SandstormConfigIF {
    public static final String LIST_ELEMENT_DELIMITER = " ";
    public static final String THREADMGR_TPPTM = "TPPTM";
    public static final String THREADMGR_TPSTM = "TPSTM";
    public static final String THREADMGR_AggTPSTM = "AggTPSTM";
    public static final String CONFIG_TRUE = "true";
    public static final String CONFIG_FALSE = "false";

    /** Key, value, key, value … */
    public static final String[] defaults = {
            "global.defaultThreadManager", THREADMGR_TPSTM,
            "global.threadPool.initialThreads", "1",
            "global.threadPool.minThreads", "1",
            "global.threadPool.maxThreads", "20",
            "global.threadPool.blockTime", "1000",
            "global.threadPool.sizeController.enable", CONFIG_FALSE,
            "global.threadPool.sizeController.delay", "2000",
            "global.threadPool.sizeController.threshold", "1000",
            "global.threadPool.sizeController.idleTimeThreshold", "1000",
            "global.batchController.enable", CONFIG_FALSE,
            "global.batchController.minBatch", "1",
            "global.batchController.maxBatch", "-1",
            "global.profile.enable", CONFIG_FALSE,
            "global.profile.delay", "1000",
            "global.profile.filename", "sandstorm-profile.txt",
            "global.profile.sockets", CONFIG_FALSE,
            "global.profile.graph", CONFIG_FALSE,
            "global.profile.graphfilename", "sandstorm-graph.txt",
            "global.AggTPSTM.governor.enable", CONFIG_FALSE,
            "global.AggTPSTM.governor.delay", "2000",
            "global.AggTPSTM.governor.threshold", "1000",
            "global.TPPTM.numCpus", "1",
            "global.TPPTM.maxThreads", "1",
            "global.aSocket.enable", CONFIG_TRUE,
            "global.aSocket.provider", "NBIO",
            "global.aSocket.rateController.enable", CONFIG_FALSE,
            "global.aSocket.rateController.rate", "100000.0",
            "global.aDisk.enable", CONFIG_FALSE,
            "global.aDisk.threadPool.initialThreads", "1",
            "global.aDisk.threadPool.minThreads", "1",
            "global.aDisk.threadPool.maxThreads", "20",
            "global.aDisk.threadPool.sizeController.enable", CONFIG_TRUE,
            "global.aDisk.threadPool.sizeController.delay", "2000",
            "global.aDisk.threadPool.sizeController.threshold", "20",
    };

    /** What the configuration may say about a stage that it does not create. */
    private static final Set<String> CONTROLS = Set.of("threadPool", "rtController");

    /** Initial arguments of every stage that does not override them: String to String. */
    public Hashtable defaultInitArgs = new Hashtable();

    private Map<String, String> values = new LinkedHashMap<>();
    private Map<String, String> commandLine = new LinkedHashMap<>();

    public SandstormConfig() {
        for (int i = 0; i < defaults.length; i += 2)
            values.put(defaults[i], defaults[i + 1]);
    }

    /** @param initargs {@code key=value} each: arguments of every stage, which override those of the stages */
    public SandstormConfig(String[] initargs) throws IOException {
        this();
        if (initargs != null)
            commandLine.putAll(parse(initargs));
    }

    public SandstormConfig(String fname) throws IOException {
        this(fname, null);
    }

    public SandstormConfig(String fname, String[] initargs) throws IOException {
        this(initargs);
        readFile(fname);
    }

    private static Map<String, String> parse(String[] initargs) throws IOException {
        Map<String, String> parsed = new LinkedHashMap<>();
        for (String a : initargs) {
            int equals = a.indexOf('=');
            if (equals == 0)
                throw new IOException("'" + a + "' is no key=value");
            parsed.put(equals < 0 ? a : a.substring(0, equals),
                    equals < 0 ? ConfigDataIF.SET : a.substring(equals + 1));
        }
        return parsed;
    }

    @Override
    public synchronized String getString(String key) {
        return values.get(key);
    }

    @Override
    public String getString(String key, String defaultValue) {
        String value = getString(key);
        return value == null ? defaultValue : value;
    }

    public synchronized void putString(String key, String value) {
        values.put(key, value);
    }

    @Override
    public boolean getBoolean(String key) {
        return getBoolean(key, false);
    }

    @Override
    public boolean getBoolean(String key, boolean defaultValue) {
        String value = getString(key);
        return value == null ? defaultValue : value.equalsIgnoreCase(CONFIG_TRUE);
    }

    public void putBoolean(String key, boolean value) {
        putString(key, value ? CONFIG_TRUE : CONFIG_FALSE);
    }

    @Override
    public int getInt(String key) {
        return getInt(key, -1);
    }

    /** @throws NumberFormatException there is a value, but it is no integer; the message names the key */
    @Override
    public int getInt(String key, int defaultValue) {
        String value = getString(key);
        try {
            return value == null ? defaultValue : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new NumberFormatException(key + " must be an integer, not '" + value + "'");
        }
    }

    public void putInt(String key, int value) {
        putString(key, Integer.toString(value));
    }

    @Override
    public double getDouble(String key) {
        return getDouble(key, -1);
    }

    /** @throws NumberFormatException there is a value, but it is no number; the message names the key */
    @Override
    public double getDouble(String key, double defaultValue) {
        String value = getString(key);
        try {
            return value == null ? defaultValue : Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new NumberFormatException(key + " must be a number, not '" + value + "'");
        }
    }

    /** The words of the value; null if there is none. */
    public String[] getStringList(String key) {
        String value = getString(key);
        return value == null ? null : value.strip().split(LIST_ELEMENT_DELIMITER + "+");
    }

    public void putDouble(String key, double value) {
        putString(key, Double.toString(value));
    }

    public void puttStringList(String key, String[] value) {
        putString(key, String.join(LIST_ELEMENT_DELIMITER, value));
    }

    @Override
    public Enumeration getKeys(String startkey) {
        Set<String> below = below(startkey + ".");
        return below.isEmpty() ? null : Collections.enumeration(below);
    }

    @Override
    public Enumeration getKeys() {
        return Collections.enumeration(below(""));
    }

    private synchronized Set<String> below(String prefix) {
        Set<String> names = new LinkedHashSet<>();
        for (String key : values.keySet()) {
            if (key.startsWith(prefix)) {
                int end = key.indexOf('.', prefix.length());
                names.add(key.substring(prefix.length(), end < 0 ? key.length() : end));
            }
        }
        return names;
    }

    /** Changes of either do not show in the other. */
    public synchronized SandstormConfig getCopy() {
        try {
            SandstormConfig copy = (SandstormConfig) clone();
            copy.values = new LinkedHashMap<>(values);
            copy.commandLine = new LinkedHashMap<>(commandLine);
            copy.defaultInitArgs = (Hashtable) defaultInitArgs.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** @param initargs {@code key=value} each; may be null */
    public synchronized void addStage(String name, String className, String[] initargs)
            throws StageNameAlreadyBoundException, IOException {
        if (below("stages.").contains(name))
            throw new StageNameAlreadyBoundException("there is a stage " + name + " already");
        Map<String, String> parsed = initargs == null ? Map.of() : parse(initargs);
        values.put("stages." + name + ".class", className);
        parsed.forEach((key, value) -> values.put("stages." + name + ".initargs." + key, value));
    }

    /**
     * A section that only sets {@code threadPool} or {@code rtController} is for a stage that the program creates.
     *
     * @throws IllegalArgumentException a stage has no class
     */
    @Override
    public synchronized Enumeration getStages() {
        List<stageDescr> stages = new ArrayList<>();
        for (String name : below("stages."))
            if (!CONTROLS.containsAll(below("stages." + name + ".")))
                stages.add(stage(name));
        return Collections.enumeration(stages);
    }

    @SuppressWarnings("unchecked")
    private stageDescr stage(String name) {
        stageDescr stage = new stageDescr();
        stage.stageName = name;
        stage.className = getString("stages." + name + ".class");
        if (stage.className == null)
            throw new IllegalArgumentException("stage " + name + " has no class");
        stage.queueThreshold = getInt("stages." + name + ".queueThreshold");
        Hashtable initargs = (Hashtable) defaultInitArgs.clone();
        putBelow("global.initargs.", initargs);
        putBelow("stages." + name + ".initargs.", initargs);
        initargs.putAll(commandLine);
        stage.initargs = initargs;
        return stage;
    }

    @SuppressWarnings("unchecked")
    private void putBelow(String prefix, Hashtable into) {
        values.forEach((key, value) -> {
            if (key.startsWith(prefix))
                into.put(key.substring(prefix.length()), value);
        });
    }

    /** Adds what the file says. What is wrong with it is told by its name and line. */
    public synchronized void readFile(String fname) throws IOException {
        try {
            new ConfigReader(values::put).read(Path.of(fname));
        } catch (NoSuchFileException e) {
            throw new FileNotFoundException("there is no configuration file " + fname);
        }
    }
}
