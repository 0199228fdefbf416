// SPDX-License-Identifier: Apache-2.0
package whodunit.handoffs;

/** One way in which a thread gives work to another one. */
interface HandOver {
    /** Called by one thread, under the context of whose work it is; somebody runs it, once. */
    void give(Runnable work) throws Exception;
}
