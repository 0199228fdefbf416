// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * A file whose native code ran in a process, and where it was mapped.
 *
 * @param path    as the kernel gives it: a newline is {@code \012}, a file that is gone ends in " (deleted)"
 * @param start   addresses of the process, from {@code start} to before {@code end}; both 0 where they are not known
 * @param offset  where in the file {@code start} is
 * @param buildId the linker's, in hex; empty where it is not known
 */
public record NativeModule(String path, long start, long end, long offset, String buildId) {
    /** What kernel frames are in, by the name that other profilers use. */
    public static final NativeModule KERNEL = named("[kernel.kallsyms]");

    /** One of which the name is all that is known. */
    public static NativeModule named(String name) {
        return new NativeModule(name, 0, 0, 0, "");
    }

    /** The name under which a frame refers to it. */
    public String baseName() {
        return baseName(path);
    }

    public static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** What is true of both, if a frame may refer to either; where one file is mapped twice, the first counts. */
    public NativeModule or(NativeModule other) {
        if (!path.equals(other.path))
            return named(baseName());
        return buildId.equals(other.buildId) ? this : named(path);
    }
}
