// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/** Which vertex of the graph a thread is, while it works for a context. Thread-safe once it is made. */
interface Vertices {
    /**
     * @param thread its number in the recording, also of what is no thread
     * @param context of the thread's process
     */
    int of(int thread, int context);

    int count();

    String name(int vertex);
}
