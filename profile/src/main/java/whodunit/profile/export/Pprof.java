// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.zip.GZIPOutputStream;
import whodunit.profile.Frame;
import whodunit.profile.Metric;
import whodunit.profile.NativeModule;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampleUnits;
import whodunit.profile.SourceLine;
import whodunit.profile.TimeRange;
import whodunit.profile.export.pprof.Function;
import whodunit.profile.export.pprof.Label;
import whodunit.profile.export.pprof.Line;
import whodunit.profile.export.pprof.Location;
import whodunit.profile.export.pprof.Mapping;
import whodunit.profile.export.pprof.Profile;
import whodunit.profile.export.pprof.Sample;
import whodunit.profile.export.pprof.ValueType;

/**
 * pprof's gzipped profile.proto: end-to-end stacks, leaf first; values are samples, in {@link SampleUnits}, of which
 * each stands for the period, and nanoseconds of CPU, of wall time, or of both, each with the other as 0, as the
 * processes were recorded; labels {@code txn}, {@code tier} and {@code process} on every sample, so that
 * {@code pprof -tagroot=txn} groups by transaction. A mapping is a file of native code in one process, or the kernel;
 * Java frames have none. Lines are those on which functions begin.
 */
public final class Pprof implements Exporter {
    @Override
    public void write(whodunit.profile.Profile profile, OutputStream out) throws IOException {
        GZIPOutputStream gzip = new GZIPOutputStream(out);
        new Builder(profile).build(profile).writeTo(gzip);
        gzip.finish();
    }

    /** What a location is: a function of a file, whose addresses the profile does not keep. */
    private record Place(NamedFunction function, NativeModule module) {}

    /** @param source null: not known */
    private record NamedFunction(String name, SourceLine source) {}

    private static final class Builder {
        private final Profile.Builder pprof = Profile.newBuilder();
        private final Map<String, Integer> strings = new HashMap<>();
        private final Map<NamedFunction, Long> functions = new HashMap<>();
        private final Map<NativeModule, Long> mappings = new HashMap<>();
        private final Map<Place, Long> locations = new HashMap<>();

        private final SortedSet<Metric> metrics;
        private final SampleUnits units;

        Builder(whodunit.profile.Profile profile) {
            metrics = profile.metrics();
            units = new SampleUnits(profile.processes);
        }

        Profile build(whodunit.profile.Profile profile) {
            string("");
            pprof.addSampleType(type("samples", "count"));
            for (Metric m : metrics)
                pprof.addSampleType(type(m.key(), "nanoseconds"));
            String main = metrics.isEmpty() ? "samples" : metrics.first().key();
            pprof.setDefaultSampleType(string(main)).setPeriodType(type(main, "nanoseconds"))
                    .setPeriod(units.nanos());
            long from = Long.MAX_VALUE, to = Long.MIN_VALUE;
            for (RecordedProcess s : profile.processes) {
                TimeRange time = profile.timeOf(s);
                if (time != null) {
                    from = Math.min(from, time.fromNanos());
                    to = Math.max(to, time.toNanos());
                }
            }
            if (from <= to)
                pprof.setTimeNanos(from).setDurationNanos(to - from);
            profile.entries.stream().map(whodunit.profile.Profile.Entry::process).distinct()
                    .forEach(s -> s.program().ifPresent(this::mapping)); // the first mapping is the main program's
            profile.entries.forEach(this::addSample);
            return pprof.build();
        }

        private void addSample(whodunit.profile.Profile.Entry e) {
            Sample.Builder sample = Sample.newBuilder();
            for (int i = e.stack().size() - 1; i >= 0; i--)
                sample.addLocationId(location(e.process(), e.stack().get(i)));
            sample.addValue(units.of(e.process(), e.samples()));
            for (Metric m : metrics)
                sample.addValue(e.process().metric() == m ? e.samples() * e.process().countedNanos() : 0);
            sample.addLabel(label("txn", e.transaction())).addLabel(label("tier", e.process().tier))
                    .addLabel(label("stage", e.process().tier)).addLabel(label("process", name(e.process())));
            pprof.addSample(sample);
        }

        /** As its files' names begin. */
        private static String name(RecordedProcess process) {
            return "%s-%d-%016x".formatted(process.tier, process.pid, process.uid);
        }

        private long location(RecordedProcess process, Frame frame) {
            return locations.computeIfAbsent(
                    new Place(new NamedFunction(frame.name(), frame.source()), process.module(frame)), place -> {
                        long id = locations.size() + 1L;
                        Line.Builder line = Line.newBuilder().setFunctionId(function(place.function));
                        if (place.function.source != null)
                            line.setLine(place.function.source.line());
                        Location.Builder location = Location.newBuilder().setId(id).addLine(line);
                        if (place.module != null)
                            location.setMappingId(mapping(place.module));
                        pprof.addLocation(location);
                        return id;
                    });
        }

        private long function(NamedFunction function) {
            return functions.computeIfAbsent(function, f -> {
                long id = functions.size() + 1L;
                Function.Builder b = Function.newBuilder().setId(id).setName(string(f.name))
                        .setSystemName(string(f.name));
                if (f.source != null)
                    b.setFilename(string(f.source.file())).setStartLine(f.source.line());
                pprof.addFunction(b);
                return id;
            });
        }

        private long mapping(NativeModule module) {
            return mappings.computeIfAbsent(module, m -> {
                long id = mappings.size() + 1L;
                pprof.addMapping(Mapping.newBuilder().setId(id).setMemoryStart(m.start()).setMemoryLimit(m.end())
                        .setFileOffset(m.offset())
                        .setFilename(string(m.path())).setBuildId(string(m.buildId())).setHasFunctions(true));
                return id;
            });
        }

        private Label label(String key, String value) {
            return Label.newBuilder().setKey(string(key)).setStr(string(value)).build();
        }

        private ValueType type(String type, String unit) {
            return ValueType.newBuilder().setType(string(type)).setUnit(string(unit)).build();
        }

        private int string(String text) {
            Integer known = strings.get(text);
            if (known != null)
                return known;
            pprof.addStringTable(text);
            strings.put(text, strings.size());
            return strings.size() - 1;
        }
    }
}
