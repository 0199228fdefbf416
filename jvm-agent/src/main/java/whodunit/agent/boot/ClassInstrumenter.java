// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/** The part of the agent that nobody but the agent uses; in a jar of its own, with Byte Buddy under another name. */
public interface ClassInstrumenter {
    /** Which classes it wants to see: names with slashes; one that ends in '$' stands for all that begin so. */
    String[] filter();

    /**
     * Instruments one of the classes that contexts travel through.
     *
     * @param loader   the class's loader, null for the boot loader
     * @param name     with slashes
     * @param original the class file
     * @param loaded   the class is loaded already: it cannot get fields
     * @return the instrumented class file; null if the class stays as it is
     * @throws RuntimeException if the class does not look as expected; it is then left as it is
     */
    byte[] instrument(ClassLoader loader, String name, byte[] original, boolean loaded);
}
