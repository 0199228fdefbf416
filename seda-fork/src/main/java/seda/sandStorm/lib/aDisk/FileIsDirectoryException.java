// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;

/** A directory was opened as a file. */
public class FileIsDirectoryException extends IOException {
    private static final long serialVersionUID = 1;

    public FileIsDirectoryException(String message) {
        super(message);
    }
}
