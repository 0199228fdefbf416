// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A thread's context and where it came from. A context that was handed over with a task, a thread or a queue's element
 * is <em>carried</em>; any other one is the thread's own, because its code has begun or attached it. Only the thread
 * itself uses it.
 */
final class ThreadState {
    /** How many queues are remembered as sources of a thread's work. */
    private static final int SOURCES = 4;

    /** Whoever has slept for so long in all, ns, works for nobody who is known. */
    private static final long LONGEST_SLEEP = 10_000_000_000L;

    /** Bytes of a thread's record: the context, the address of what is published of it, and what it has begun. */
    static final int RECORD_SIZE = 24;

    private static final int[] NONE = {};

    private static final int PUBLISHED = 8, BEGUN = 16, LAST_BEGUN = 20;

    private static final long RECORDS = Native.records();

    /** Holds the context at 0, in native order. */
    final ByteBuffer record;

    /** Whether it is a virtual thread's: not which one's, as that is the key by which the state is found. */
    private final boolean isVirtual;

    /** The native record of the platform thread that runs the virtual thread, once it has had a context. */
    private ByteBuffer carrier;

    /** What was last handed over; the context is carried if it is this. */
    private int carried;

    /** What came with the thread, from whoever started it; 0: nothing. */
    private int inherited;

    /** For how long it has slept with what it carries, ns. */
    private long slept;

    /** It looks for something in a queue. */
    private boolean atQueue;

    /** Identity hashes of the queues that bring this thread its work: no reference, which would keep an application. */
    private int[] sources;
    private int nextSource;

    /** The one of them that the carried context came from; 0: none. */
    private int cameFrom;

    /** The queue that a thread with a carried context has taken from last, if it has put nothing back since. */
    private int takenFrom;

    /** It works for whoever has put what it takes out of a queue. */
    private boolean drains;

    /** The queue with which that began, if it worked for nobody before; else 0. */
    private int drained;

    /** What it worked for before that began. */
    private int drainedFrom;

    /** Steps of its work since then that it has put off, by identity, each with its context; and how many numbers. */
    private int[] steps = NONE;
    private int stepped;

    /** 1 + what it worked for before a request was taken in this step of its work; 0: none was. */
    private int beforeRequest;

    /** Its work ends where it asks a pool for more. */
    private boolean worksForPool;

    /** What it resumes goes on for whom it works itself. */
    private boolean delivers;

    /** What it resumed last was not suspended yet. */
    private boolean receivesItself;

    /** The hot source that has given it the result for which what it does now has waited; 0: none. */
    private int goesOnFrom;

    /** The queue whose elements, put there by others, it passes on one by one; 0: none. */
    private int passesOn;

    private Borrowed borrowed;

    /** What it runs, if that is a fiber: it goes on elsewhere. */
    private Object fiber;

    /** The completion handler of an asynchronous socket that it runs, if any. */
    ChannelOperations.Handler<?, ?> channelHandler;

    /** Above 0 while what happens to queues is no handover. */
    private int paused;

    ThreadState(ByteBuffer record, boolean isVirtual) {
        this.record = record;
        this.isVirtual = isVirtual;
    }

    static void store(ByteBuffer record, int context) {
        record.putInt(0, context);
        if (RECORDS != 0)
            record.putLong(PUBLISHED, context == 0 ? 0 : RECORDS + (long) context * Native.PUBLISHED_SIZE);
    }

    /** For who records waits: they see nothing of a context that begins and ends between two of them. */
    private static void beginsWork(ByteBuffer record, int context) {
        record.putInt(LAST_BEGUN, context);
        record.putInt(BEGUN, record.getInt(BEGUN) + 1);
    }

    boolean isVirtual() {
        return isVirtual;
    }

    /** The virtual thread runs on, on the platform thread with this record. */
    void mount(ByteBuffer platform) {
        carrier = platform;
        store(platform, context());
        if (context() != 0)
            beginsWork(platform, context());
    }

    /** It leaves the platform thread, which has no context of its own. */
    void unmount() {
        if (carrier != null)
            store(carrier, 0);
        carrier = null;
    }

    int context() {
        return record.getInt(0);
    }

    /** @return the context that was current */
    int set(int context) {
        int previous = record.getInt(0);
        store(record, context);
        if (isVirtual)
            setCarrier(context);
        return previous;
    }

    /** A thread that never has a context is not known to those who mount it. */
    private void setCarrier(int context) {
        if (carrier == null && context != 0) {
            carrier = Native.threadRecord().order(ByteOrder.nativeOrder());
            VirtualThreads.add(Thread.currentThread(), this);
        }
        if (carrier != null)
            store(carrier, context);
    }

    /** @return the context that was current */
    int carry(int context) {
        carried = context;
        slept = 0;
        int previous = set(context);
        ByteBuffer platform = isVirtual ? carrier : record;
        if (context != 0 && platform != null)
            beginsWork(platform, context);
        return previous;
    }

    boolean isCarried(int context) {
        return context == carried;
    }

    void inherit(int context) {
        inherited = context;
        carry(context);
    }

    /** Whether the context came with the thread, and the thread is at no queue, whose elements have their own. */
    boolean hasInherited(int context) {
        return context == inherited && isCarried(context) && !atQueue;
    }

    /**
     * It has slept for so long. What a request hands over does not sleep for {@link #LONGEST_SLEEP} in all; a loop does
     * that looks after something from time to time, and that a request happened to start.
     */
    void slept(long nanos) {
        int own = context();
        if (own == 0 || !isCarried(own))
            return;
        long all = slept + Math.min(nanos, LONGEST_SLEEP);
        if (all >= LONGEST_SLEEP)
            carry(0);
        slept = all;
    }

    /** Whether it works for nobody since it has slept long: what it takes out of a queue need not be its work. */
    boolean hasSleptLong() {
        return slept >= LONGEST_SLEEP;
    }

    void atQueue(boolean is) {
        atQueue = is;
    }

    /** Work of another kind begins, for which no queue is a source yet. */
    void forgetSources() {
        sources = null;
        cameFrom = 0;
        takenFrom = 0;
        drainsNoMore();
    }

    void drainsNoMore() {
        drains = false;
        drained = 0;
        stepped = 0;
    }

    boolean drains() {
        return drains;
    }

    /**
     * What it does goes on for whom an element of the queue is, 0 for nobody; but not with a context of its own, and
     * one that works for nobody takes one over only if its work ends.
     */
    void drains(int queue, int context) {
        int own = context();
        if (own != 0 ? !isCarried(own) : !drains && !worksForPool)
            return;
        if (own == 0 && !drains)
            drained = queue;
        if (!drains)
            drainedFrom = own;
        drains = true;
        carry(context);
    }

    /** What it does goes on for nobody; but what it has put off before, for whom it has worked. */
    void worksForNobody() {
        if (drains)
            carryInstead(0);
        else
            drains(0, 0);
    }

    void stepWaits(int step) {
        if (stepped == steps.length)
            steps = Arrays.copyOf(steps, stepped + 16);
        steps[stepped++] = step;
        steps[stepped++] = context();
    }

    /** Steps that it has not put off since its work began are nobody's. */
    void oldStepsWait() {
        if (!drains && isCarried(context())) {
            drains = true;
            drainedFrom = 0;
        }
    }

    /** What it does goes on for whom the step was put off; if that was before it drained, for whom it worked then. */
    void stepGoesOn(int step) {
        for (int i = 0; i < stepped; i += 2)
            if (steps[i] == step) {
                int context = steps[i + 1];
                steps[i] = steps[stepped -= 2];
                steps[i + 1] = steps[stepped + 1];
                carryInstead(context);
                return;
            }
        carryInstead(drainedFrom);
    }

    /** A step of its work begins. @return for {@link #stepEnds} */
    int stepBegins() {
        int outer = beforeRequest;
        beforeRequest = 0;
        return outer;
    }

    /** The step takes a request of this context, and is its until it ends. */
    void stepTakes(int context) {
        int before = set(context);
        if (beforeRequest == 0)
            beforeRequest = 1 + before;
    }

    void stepEnds(int outer) {
        if (beforeRequest != 0)
            set(beforeRequest - 1);
        beforeRequest = outer;
    }

    /** Unless it has a context of its own. */
    void carryInstead(int context) {
        if (context() != context && isCarried(context()))
            carry(context);
    }

    /** The queue is empty: it works for nobody again, if it did before it took something out. */
    void foundEmpty(int queue) {
        if (drains && drained == queue) {
            forgetSources();
            carry(0);
        }
    }

    Object fiber() {
        return fiber;
    }

    /** @param what a fiber, or null */
    void runs(Object what) {
        fiber = what;
    }

    int goesOnFrom() {
        return goesOnFrom;
    }

    void goesOnFrom(int source) {
        goesOnFrom = source;
    }

    /** @return what it has passed on before */
    int passesOn(int queue) {
        int before = passesOn;
        passesOn = queue;
        return before;
    }

    void worksForPool() {
        worksForPool = true;
    }

    void delivers(boolean does) {
        delivers = does;
        receivesItself = false;
    }

    void receivesItself() {
        receivesItself = true;
    }

    /** Whether what it has delivered to looks itself what it got. */
    boolean wasReceivedItself() {
        return receivesItself;
    }

    /** Whether it does, once. */
    boolean takeDelivery() {
        boolean does = delivers;
        delivers = false;
        return does;
    }

    boolean isSource(int queue) {
        int[] all = sources;
        if (all != null)
            for (int source : all)
                if (source == queue)
                    return true;
        return false;
    }

    void addSource(int queue) {
        if (isSource(queue))
            return;
        if (sources == null)
            sources = new int[SOURCES];
        sources[nextSource++ & SOURCES - 1] = queue;
    }

    /** What is carried came from the queue, which is a source of the thread's work. */
    void comesFrom(int queue) {
        addSource(queue);
        cameFrom = queue;
    }

    /** The queue that the context came from; 0: none that is known. */
    int sourceOf(int context) {
        return context != 0 && isCarried(context) ? cameFrom : 0;
    }

    /** @return whether it was the last one already */
    boolean takesAgainFrom(int queue) {
        boolean again = takenFrom == queue;
        takenFrom = queue;
        return again;
    }

    void putInto(int queue) {
        if (takenFrom == queue)
            takenFrom = 0;
    }

    /** It works for this context, and the queue has given it an element that is no work; null if there was none. */
    void borrows(int context, int queue, Object element) {
        if (borrowed == null)
            borrowed = new Borrowed();
        borrowed.add(context, queue, element);
    }

    boolean givesBack(int context, int queue, Object element) {
        return borrowed != null && borrowed.isGivenBack(context, queue, element);
    }

    void pause() {
        paused++;
    }

    void resume() {
        paused--;
    }

    boolean isPaused() {
        return paused > 0;
    }
}
