// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why something cannot be read, in words: some of the system's errors come with nothing but a file's name. */
public final class FileProblem {
    private FileProblem() {}

    /** The cause, and the cure where there is one. */
    public static String of(IOException e) {
        if (e instanceof AccessDeniedException denied)
            return denied.getFile() + ": permission denied; read it as who recorded it, or as root";
        if (e instanceof NoSuchFileException missing)
            return "there is no " + missing.getFile() + " any more";
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
