package whodunit.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Where a result goes: standard output, or a file that appears only when it is complete. */
final class Output {
    /** Writes a result. */
    interface Writer {
        void write(OutputStream out) throws IOException;
    }

    private Output() {}

    /** @param file null for standard output */
    static void write(Path file, Writer writer) {
        try {
            if (file == null) {
                OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
                writer.write(out);
                out.flush();
                return;
            }
            Path target = file.toAbsolutePath();
            Files.createDirectories(target.getParent());
            Path temporary = target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid());
            try {
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(temporary))) {
                    writer.write(out);
                }
                Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new UserError("cannot write " + (file == null ? "to standard output" : file) + ": " + e.getMessage());
        }
    }
}
