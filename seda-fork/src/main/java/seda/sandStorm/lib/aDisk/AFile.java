// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayDeque;
import seda.sandStorm.api.BadQueueElementException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.SimpleSink;
import whodunit.seda.Contexts;

/**
 * A file whose reads and writes do not block the caller: a sink of {@link AFileRequest}s, which a pool of threads
 * carries out one after the other, in order. Outcomes are pushed to the request's completion queue, or to the file's if
 * it has none. Every method may be called from any thread.
 */
public class AFile extends SimpleSink {
    private final File file;
    private final RandomAccessFile content;
    private final SinkIF compQ;
    /** Guarded by this; its first element is the request that is being carried out, if any. */
    private final ArrayDeque<AFileRequest> requests = new ArrayDeque<>();
    private boolean closed;

    /**
     * Opens a file; this blocks.
     *
     * @param create whether to create it if it is not there
     * @throws FileIsDirectoryException if it is a directory
     */
    public AFile(String name, SinkIF compQ, boolean create, boolean readOnly) throws IOException {
        file = new File(name);
        this.compQ = compQ;
        if (file.isDirectory())
            throw new FileIsDirectoryException(name + " is a directory");
        if (create)
            file.createNewFile();
        else if (!file.exists())
            throw new FileNotFoundException(name + " does not exist");
        content = new RandomAccessFile(file, readOnly ? "r" : "rw");
    }

    @Override
    public synchronized void enqueue(QueueElementIF element) throws SinkException {
        enqueue_many(new QueueElementIF[] {element});
    }

    @Override
    public synchronized void enqueue_many(QueueElementIF[] elements) throws SinkException {
        if (closed)
            throw new SinkClosedException("file closed");
        for (QueueElementIF element : elements)
            if (!(element instanceof AFileRequest))
                throw new BadQueueElementException("a file takes AFileRequests", element);
        boolean idle = requests.isEmpty();
        for (QueueElementIF element : elements) {
            AFileRequest request = (AFileRequest) element;
            request.file = this;
            if (request.compQ == null)
                request.compQ = compQ;
            request.context = Contexts.current();
            requests.add(request);
        }
        if (idle && elements.length > 0)
            AFileMgr.enqueue(requests.peek());
    }

    /** At the current position. */
    public synchronized void write(BufferElement buffer) throws SinkException {
        enqueue(new AFileWriteRequest(buffer, completionQueue(buffer)));
    }

    /** @param position bytes from the file's beginning */
    public synchronized void write(BufferElement buffer, int position) throws SinkException {
        enqueue_many(new QueueElementIF[] {new AFileSeekRequest(position, compQ),
                new AFileWriteRequest(buffer, completionQueue(buffer))});
    }

    /** At the current position; as many bytes as the buffer has room for, or fewer at the file's end. */
    public synchronized void read(BufferElement buffer) throws SinkException {
        enqueue(new AFileReadRequest(buffer, completionQueue(buffer)));
    }

    /** @param position bytes from the file's beginning */
    public synchronized void read(BufferElement buffer, int position) throws SinkException {
        enqueue_many(new QueueElementIF[] {new AFileSeekRequest(position, compQ),
                new AFileReadRequest(buffer, completionQueue(buffer))});
    }

    private SinkIF completionQueue(BufferElement buffer) {
        return buffer.getCompletionQueue() != null ? buffer.getCompletionQueue() : compQ;
    }

    /** @param position bytes from the file's beginning */
    public synchronized void seek(int position) throws SinkException {
        enqueue(new AFileSeekRequest(position, compQ));
    }

    /** What the file is now; this blocks. */
    public AFileStat stat() {
        AFileStat stat = new AFileStat();
        stat.afile = this;
        stat.isDirectory = file.isDirectory();
        stat.canRead = file.canRead();
        stat.canWrite = file.canWrite();
        stat.length = file.length();
        return stat;
    }

    public String getFilename() {
        return file.getPath();
    }

    /** Closes when everything asked for before is done; then a SinkClosedEvent is pushed. */
    public synchronized void close() {
        if (closed)
            return;
        enqueue_lossy(new AFileCloseRequest(this, compQ));
        closed = true;
    }

    /** Makes everything written before durable; then a SinkFlushedEvent is pushed. */
    public synchronized void flush() {
        enqueue_lossy(new AFileFlushRequest(this, compQ));
    }

    /** Requests that are not done. */
    @Override
    public synchronized int size() {
        return requests.size();
    }

    /** The first request is done. The next one is taken up in the context in which it was made. */
    synchronized void next() {
        requests.poll();
        AFileRequest next = requests.peek();
        if (next == null)
            return;
        int context = Contexts.set(next.context);
        AFileMgr.enqueue(next);
        Contexts.set(context);
    }

    /** For the thread that carries out the first request. */
    RandomAccessFile content() {
        return content;
    }

    @Override
    public String toString() {
        return "AFile [" + file + "]";
    }
}
