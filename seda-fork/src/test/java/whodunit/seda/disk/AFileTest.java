// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkFlushedEvent;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.lib.aDisk.AFile;
import seda.sandStorm.lib.aDisk.AFileEOFReached;
import seda.sandStorm.lib.aDisk.AFileIOCompleted;
import seda.sandStorm.lib.aDisk.AFileIOExceptionOccurred;
import seda.sandStorm.lib.aDisk.AFileReadRequest;
import seda.sandStorm.lib.aDisk.FileIsDirectoryException;
import whodunit.seda.Events;
import whodunit.seda.Running;

class AFileTest {
    private static Running sandstorm;

    @BeforeAll
    static void start() throws Exception {
        sandstorm = new Running();
    }

    @AfterAll
    static void stop() {
        sandstorm.close();
    }

    @TempDir
    Path directory;

    private final Events done = new Events();

    @Test
    void requestsAreCarriedOutInOrder() throws Exception {
        Path path = directory.resolve("new.txt");
        AFile file = new AFile(path.toString(), done, true, false);
        file.write(new BufferElement("hello ".getBytes()));
        file.write(new BufferElement("--world--".getBytes(), 2, 5));
        file.write(new BufferElement("J".getBytes()), 0);
        file.flush();
        BufferElement in = new BufferElement(new byte[100], 10, 90);
        file.read(in, 0);
        file.read(new BufferElement(5));
        file.seek(6);
        file.read(new BufferElement(5));
        file.close();
        for (int written : new int[] {6, 5, 1})
            assertThat(done.next(AFileIOCompleted.class).sizeCompleted).isEqualTo(written);
        assertThat(done.next(SinkFlushedEvent.class).sink).isSameAs(file);
        AFileIOCompleted read = done.next(AFileIOCompleted.class);
        assertThat(read.sizeCompleted).isEqualTo(11);
        assertThat(read.getFile()).isSameAs(file);
        assertThat(((AFileReadRequest) read.getRequest()).getBuffer()).isSameAs(in);
        assertThat(new String(in.data, 10, 11)).isEqualTo("Jello world");
        assertThat(done.next(AFileEOFReached.class).getRequest()).as("it was short").isSameAs(read.getRequest());
        assertThat(done.next(AFileEOFReached.class).getRequest()).isNotSameAs(read.getRequest());
        assertThat(done.next(AFileIOCompleted.class).sizeCompleted).isEqualTo(5);
        assertThat(done.next(SinkClosedEvent.class).sink).isSameAs(file);
        assertThat(Files.readString(path)).isEqualTo("Jello world");
        assertThatThrownBy(() -> file.read(new BufferElement(1))).isInstanceOf(SinkClosedException.class);
        file.close();
        assertThat(done.isEmpty()).isTrue();
    }

    @Test
    void whatCannotBeOpenedIsTold() {
        assertThatThrownBy(() -> new AFile(directory.toString(), done, false, true))
                .isInstanceOf(FileIsDirectoryException.class);
        assertThatThrownBy(() -> new AFile(directory + "/none", done, false, false))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(directory.resolve("none")).doesNotExist();
    }

    @Test
    void aRequestThatFailsIsToldAndTheNextOneGoesOn() throws Exception {
        Path path = Files.writeString(directory.resolve("fixed.txt"), "abc");
        AFile file = new AFile(path.toString(), done, false, true);
        file.write(new BufferElement(3));
        file.seek(-1);
        file.read(new BufferElement(3));
        done.next(AFileIOExceptionOccurred.class);
        done.next(AFileIOExceptionOccurred.class);
        assertThat(done.next(AFileIOCompleted.class).sizeCompleted).isEqualTo(3);
        assertThat(file.stat().length).isEqualTo(3);
        assertThat(file.stat().isDirectory).isFalse();
        file.close();
    }

    @Test
    void manyFilesAtOnce() throws Exception {
        List<AFile> files = new ArrayList<>();
        List<Events> read = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Events each = new Events();
            AFile file = new AFile(directory.resolve("file" + i).toString(), each, true, false);
            for (int j = 0; j < 20; j++)
                file.write(new BufferElement(new byte[] {(byte) i, (byte) j}));
            file.seek(0);
            for (int j = 0; j < 20; j++)
                file.read(new BufferElement(2));
            file.close();
            files.add(file);
            read.add(each);
        }
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 20; j++)
                read.get(i).next(AFileIOCompleted.class);
            for (int j = 0; j < 20; j++)
                assertThat(((AFileReadRequest) read.get(i).next(AFileIOCompleted.class).getRequest()).getBuffer().data)
                        .isEqualTo(new byte[] {(byte) i, (byte) j});
            read.get(i).next(SinkClosedEvent.class);
            Events.until(files.get(i), f -> f.size() == 0);
        }
    }
}
