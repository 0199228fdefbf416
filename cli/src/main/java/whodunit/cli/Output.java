// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where a result goes: standard output, or a file that appears only when it is complete; a device or pipe is written to
 * as it is.
 */
final class Output {
    /** Writes a result. */
    interface Writer {
        void write(OutputStream out) throws IOException;
    }

    private Output() {}

    /** @param file null for standard output */
    static void write(Path file, Writer writer) {
        Progress.OF_THIS_COMMAND.begins("writing");
        try {
            if (file == null) {
                Progress.OF_THIS_COMMAND.ends(); // it may be a pager, which takes as long as its reader
                OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
                writer.write(out);
                out.flush();
            } else if (Files.isDirectory(file))
                throw new UserError("'" + file + "' is a directory; name a file in it");
            else if (Files.exists(file) ? !Files.isRegularFile(file) : Files.isSymbolicLink(file))
                writeThrough(new FileOutputStream(file.toFile()), writer);
            else
                replace(Files.exists(file) ? file.toRealPath() : file.toAbsolutePath(), writer);
        } catch (IOException e) {
            if (file == null && isClosedPipe(e))
                return;
            throw new UserError("cannot write " + (file == null ? "to standard output" : file) + ": " + why(e));
        }
    }

    private static void writeThrough(OutputStream stream, Writer writer) throws IOException {
        try (OutputStream out = new BufferedOutputStream(stream)) {
            writer.write(out);
        }
    }

    /** @param target no link, so that links to it stay */
    private static void replace(Path target, Writer writer) throws IOException {
        Files.createDirectories(target.getParent());
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid());
        temporary.toFile().deleteOnExit(); // Ctrl-C
        try {
            writeThrough(Files.newOutputStream(temporary), writer);
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Who reads standard output has had enough, as {@code head} has. */
    private static boolean isClosedPipe(Throwable e) {
        return e != null && ("Broken pipe".equals(e.getMessage()) || isClosedPipe(e.getCause()));
    }

    /** The cause in words: some of the system's errors come with nothing but a file's name. */
    private static String why(IOException e) {
        if (e instanceof NoSuchFileException missing)
            return "there is no " + missing.getFile() + ", and it cannot be made";
        return e instanceof AccessDeniedException ? "permission denied; name a file in a directory that is yours"
                : e instanceof FileAlreadyExistsException taken ? taken.getFile() + " is no directory" : e.getMessage();
    }
}
