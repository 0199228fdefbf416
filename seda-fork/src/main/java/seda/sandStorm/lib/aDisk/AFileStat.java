// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

/** What is known of a file. */
public class AFileStat {
    public AFile afile;
    public boolean isDirectory;
    public boolean canRead;
    public boolean canWrite;
    /** In bytes. */
    public long length;

    public AFileStat() {}
}
