package whodunit.agent.boot;

/** The part of the agent that applications cannot see: it lives in a class loader of its own, with Byte Buddy. */
public interface ClassWeaver {
    /**
     * Weaves one of the classes that contexts travel through.
     *
     * @param loader   the class's loader, null for the boot loader
     * @param name     with slashes
     * @param original the class file
     * @return the woven class file
     * @throws RuntimeException if the class does not look as expected; it is then left as it is
     */
    byte[] weave(ClassLoader loader, String name, byte[] original);
}
