// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.scale;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import whodunit.profile.format.Context;
import whodunit.profile.format.Counts;
import whodunit.profile.format.Labels;
import whodunit.profile.format.Name;
import whodunit.profile.format.Record;
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.JfrFile;

/** One file of one tier: head, contexts, then samples, each with its label. */
final class RecordingFiles implements Closeable {
    /** As many as fit into 2048 bytes. */
    private static final int LABELS_PER_RECORD = 160;
    private static final long START_UNIX = 1_700_000_000_000_000_000L;

    private final JfrFile file;
    private Labels.Builder labels = Labels.newBuilder();

    private RecordingFiles(Path directory, String name, long uid, boolean jvm, int number, long time)
            throws IOException {
        file = new JfrFile(directory.resolve("%s-1-%016x-%d.jfr".formatted(name, uid, number)));
        file.record(Record.newBuilder().setStage(Stage.newBuilder().setUid(uid).setName(name).setFile(number).setPid(1)
                .setKind(jvm ? Stage.Kind.JVM : Stage.Kind.NATIVE).setEngine("cpu-clock").setIntervalNs(1_000_000)
                .setStartMonotonicNs(time).setStartUnixNs(START_UNIX + time)).build());
    }

    /** Contexts: the types, then one call path per caller below the type's. */
    static RecordingFiles web(Path directory, int number, long time, int types, int callers) throws IOException {
        RecordingFiles s = new RecordingFiles(directory, "web", ScaleRecording.WEB, true, number, time);
        Counts.Builder counts = Counts.newBuilder();
        long written = time + ScaleRecording.SECONDS_PER_FILE * 1_000_000_000L - 1;
        for (int t = 0; t < types; t++) {
            s.name(1 + t, ScaleRecording.typeName(t));
            s.context(Context.newBuilder().setId(ScaleRecording.FIRST_TYPE + t).setKind(Context.Kind.TRANSACTION)
                    .setName(1 + t));
            counts.addEntry(Counts.Entry.newBuilder().setContext(ScaleRecording.FIRST_TYPE + t).setBegun(100));
            if (counts.getEntryCount() == 100) {
                s.file.record(written, Record.newBuilder().setCounts(counts).build());
                counts.clear();
            }
        }
        s.file.record(written, Record.newBuilder().setCounts(counts).build());
        for (int c = 0; c < callers; c++) {
            s.name(1 + types + c, "shop.dao.Dao" + c + ".query:" + c);
            s.context(Context.newBuilder().setId(call(types, c)).setParent(ScaleRecording.FIRST_TYPE + c % types)
                    .setKind(Context.Kind.CALL_PATH).addFrames(1 + types + c));
        }
        return s;
    }

    static RecordingFiles db(Path directory, int number, long time, int types, int callers) throws IOException {
        RecordingFiles s = new RecordingFiles(directory, "db", ScaleRecording.DB, false, number, time);
        for (int c = 0; c < callers; c++)
            s.context(Context.newBuilder().setId(ScaleRecording.FIRST_TYPE + c).setKind(Context.Kind.REMOTE)
                    .setUid(ScaleRecording.WEB).setSynopsis(call(types, c)));
        return s;
    }

    private static int call(int types, int caller) {
        return ScaleRecording.FIRST_TYPE + types + caller;
    }

    private void name(int id, String text) throws IOException {
        file.record(Record.newBuilder().setName(Name.newBuilder().setId(id).setText(text)).build());
    }

    private void context(Context.Builder context) throws IOException {
        file.record(Record.newBuilder().setContext(context).build());
    }

    void sample(int tid, long time, ScaleRecording.Call call) throws IOException {
        file.sample(tid, time, call.stack());
        if (labels.getTidCount() == 0)
            labels.setBaseTime(time);
        labels.addTid(tid).addTime(time - labels.getBaseTime()).addContext(call.context());
        if (labels.getTidCount() == LABELS_PER_RECORD)
            flush();
    }

    private void flush() throws IOException {
        file.record(Record.newBuilder().setLabels(labels).build());
        labels.clear();
    }

    @Override
    public void close() throws IOException {
        flush();
        file.close();
    }
}
