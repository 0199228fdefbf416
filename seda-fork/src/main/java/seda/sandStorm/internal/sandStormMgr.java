// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.NoSuchStageException;
import seda.sandStorm.api.ProfilerIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.SignalMgrIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.StageNameAlreadyBoundException;
import seda.sandStorm.api.StagesInitializedSignal;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.SystemManagerIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.lib.aDisk.AFileMgr;
import seda.sandStorm.lib.aSocket.aSocketMgr;
import seda.sandStorm.main.SandstormConfig;
import seda.sandStorm.main.stageDescr;

/** The system: its stages, and what runs them. */
public class sandStormMgr implements ManagerIF, SystemManagerIF, sandStormConst {
    private final SandstormConfig config;
    private final Profiler profiler;
    private final SignalManager signals = new SignalManager();
    private final Map<String, ThreadManagerIF> threadManagers = new ConcurrentHashMap<>();
    private final ThreadManagerIF defaultThreadManager;
    /** In the order of their creation; guarded by itself. */
    private final Map<String, StageIF> stages = new LinkedHashMap<>();

    /** @throws Exception the configuration is wrong, or the profiler's file cannot be written */
    public sandStormMgr(SandstormConfig config) throws Exception {
        this.config = config;
        profiler = new Profiler(config);
        threadManagers.put(SandstormConfig.THREADMGR_TPSTM, new TPSThreadManager(this));
        threadManagers.put(SandstormConfig.THREADMGR_TPPTM, new TPPThreadManager(this));
        threadManagers.put(SandstormConfig.THREADMGR_AggTPSTM, new AggTPSThreadManager(this));
        String name = config.getString("global.defaultThreadManager");
        defaultThreadManager = threadManagers.get(name);
        if (defaultThreadManager == null)
            throw new IllegalArgumentException(
                    "global.defaultThreadManager '" + name + "' is none of " + threadManagers.keySet());
    }

    /**
     * Creates the stages of the configuration, initialises them in its order, and says so by a
     * {@link StagesInitializedSignal}.
     */
    public void start() {
        try {
            startLibraries();
            List<StageWrapperIF> created = new ArrayList<>();
            for (Enumeration<?> e = config.getStages(); e.hasMoreElements();)
                created.add(create((stageDescr) e.nextElement()));
            for (StageWrapperIF stage : created)
                init(stage);
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
        profiler.start();
        signals.trigger(new StagesInitializedSignal());
    }

    /** Sockets and files, if the configuration wants them; the first use of them starts them, too. */
    private void startLibraries() {
        try {
            if (config.getBoolean("global.aSocket.enable"))
                aSocketMgr.initialize(this, this);
            if (config.getBoolean("global.aDisk.enable"))
                AFileMgr.initialize(this, this);
        } catch (Exception e) {
            throw new IllegalStateException("the socket or disk library cannot be started: " + e.getMessage(), e);
        }
    }

    private StageWrapperIF create(stageDescr d) {
        try {
            EventHandlerIF handler = (EventHandlerIF) Class.forName(d.className, true, loader())
                    .getDeclaredConstructor().newInstance();
            StageWrapper wrapper = new StageWrapper(this, d.stageName, handler, new ConfigData(this, d.initargs),
                    defaultThreadManager, d.queueThreshold);
            createStage(wrapper, false);
            return wrapper;
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "stage " + d.stageName + ": there is no class " + d.className + " on the class path", e);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(
                    "stage " + d.stageName + ": class " + d.className + " is no EventHandlerIF", e);
        } catch (Exception e) {
            throw new IllegalArgumentException("stage " + d.stageName + " cannot be created: " + e.getMessage(), e);
        }
    }

    private static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : sandStormMgr.class.getClassLoader();
    }

    private static void init(StageWrapperIF stage) {
        try {
            stage.init();
        } catch (Exception e) {
            throw new IllegalStateException("stage " + stage.getStage().getName() + " cannot be initialised: " + e, e);
        }
    }

    /** Destroys all stages, those first that were created last. */
    public void stop() {
        List<StageIF> all;
        synchronized (stages) {
            all = new ArrayList<>(stages.values());
            stages.clear();
        }
        Collections.reverse(all);
        all.forEach(StageIF::destroy);
        threadManagers.values().forEach(ThreadManagerIF::deregisterAll);
        profiler.stop();
    }

    @Override
    public StageIF getStage(String name) throws NoSuchStageException {
        synchronized (stages) {
            StageIF stage = stages.get(name);
            if (stage == null)
                throw new NoSuchStageException("there is no stage " + name);
            return stage;
        }
    }

    @Override
    public ThreadManagerIF getThreadManager() {
        return defaultThreadManager;
    }

    @Override
    public ThreadManagerIF getThreadManager(String name) {
        return threadManagers.get(name);
    }

    @Override
    public void addThreadManager(String name, ThreadManagerIF threadManager) {
        threadManagers.put(name, threadManager);
    }

    @Override
    public StageIF createStage(String name, EventHandlerIF handler, String[] initargs) throws Exception {
        ConfigData arguments = new ConfigData(this, initargs);
        StageWrapper wrapper;
        synchronized (stages) {
            String free = name;
            for (int i = 2; stages.containsKey(free); i++)
                free = name + "-" + i;
            wrapper = new StageWrapper(this, free, handler, arguments, defaultThreadManager, -1);
            createStage(wrapper, false);
        }
        try {
            wrapper.init();
        } catch (Exception e) {
            remove(wrapper.getStage().getName());
            throw e;
        }
        return wrapper.getStage();
    }

    @Override
    public StageIF createStage(StageWrapperIF wrapper, boolean initialize) throws Exception {
        StageIF stage = wrapper.getStage();
        synchronized (stages) {
            if (stages.putIfAbsent(stage.getName(), stage) != null)
                throw new StageNameAlreadyBoundException("there is a stage " + stage.getName() + " already");
        }
        profiler.getGraphProfiler().addStage(wrapper);
        if (initialize)
            wrapper.init();
        return stage;
    }

    @Override
    public ProfilerIF getProfiler() {
        return profiler;
    }

    @Override
    public SignalMgrIF getSignalMgr() {
        return signals;
    }

    @Override
    public SandstormConfigIF getConfig() {
        return config;
    }

    @Override
    public void destroyStage(String name) throws Exception {
        StageIF stage = remove(name);
        if (stage == null)
            throw new NoSuchStageException("there is no stage " + name);
        stage.getWrapper().destroy();
    }

    private StageIF remove(String name) {
        synchronized (stages) {
            return stages.remove(name);
        }
    }
}
