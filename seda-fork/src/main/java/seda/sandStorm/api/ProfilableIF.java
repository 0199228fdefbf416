// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** Has a size that the profiler may sample. */
public interface ProfilableIF {
    int profileSize();
}
