// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/** A task that runs under the context in which it was handed over. */
final class CarriedTask implements Runnable {
    private final Runnable task;
    private final int context;

    CarriedTask(Runnable task, int context) {
        this.task = task;
        this.context = context;
    }

    @Override
    public void run() {
        int previous = TaskPropagation.begin(context);
        try {
            task.run();
        } finally {
            TaskPropagation.end(previous);
        }
    }
}
