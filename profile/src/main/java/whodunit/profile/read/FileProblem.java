// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why something cannot be read, in words: some of the system's errors come with nothing but a file's name. */
public final class FileProblem {
    private FileProblem() {}

    /** The cause, with the file's name where it is known, and the cure where there is one. */
    public static String of(IOException e) {
        return e instanceof FileSystemException named && named.getFile() != null ? named.getFile() + ": " + why(e)
                : why(e);
    }

    /** The same where the file is named already. */
    public static String why(IOException e) {
        if (e instanceof AccessDeniedException)
            return "permission denied; read it as who recorded it, or as root";
        if (e instanceof NoSuchFileException)
            return "it is not there any more";
        String message = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
        return message == null ? e.toString() : message;
    }
}
