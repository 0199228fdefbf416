// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.export;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import java.io.OutputStream;
import whodunit.profile.Frame;
import whodunit.profile.NativeModule;
import whodunit.profile.RecordedProcess;
import whodunit.profile.TimeRange;

/**
 * OTLP profiles ({@code v1development}: the format still changes) as a ProfilesData message: a resource per process
 * with {@code service.name}, samples with the attribute {@code txn}, end-to-end stacks, leaf first, values are samples.
 * A mapping is a file of native code in one process, or the kernel, with {@code process.executable.build_id.gnu}; Java
 * frames have none.
 */
public final class Otlp implements Exporter {
    @Override
    public void write(whodunit.profile.Profile profile, OutputStream out) throws IOException {
        new Builder().build(profile).writeTo(out);
    }

    /** What a location is: a function of a file, whose addresses the profile does not keep. */
    private record ContextTreeNode(String function, NativeModule module) {}

    /** Index 0 of each table is the empty entry, as the format asks for. */
    private static final class Builder {
        private final ProfilesDictionary.Builder dictionary = ProfilesDictionary.newBuilder();
        private final Object2IntOpenHashMap<String> strings = new Object2IntOpenHashMap<>();
        private final Object2IntOpenHashMap<String> functions = new Object2IntOpenHashMap<>();
        private final Object2IntOpenHashMap<NativeModule> mappings = new Object2IntOpenHashMap<>();
        private final Object2IntOpenHashMap<ContextTreeNode> locations = new Object2IntOpenHashMap<>();
        private final Object2IntOpenHashMap<KeyValueAndUnit> attributes = new Object2IntOpenHashMap<>();

        ProfilesData build(whodunit.profile.Profile profile) {
            string("");
            dictionary.addMappingTable(Mapping.getDefaultInstance()).addLocationTable(Location.getDefaultInstance())
                    .addFunctionTable(Function.getDefaultInstance()).addLinkTable(Link.getDefaultInstance())
                    .addAttributeTable(KeyValueAndUnit.getDefaultInstance()).addStackTable(Stack.getDefaultInstance());
            ProfilesData.Builder data = ProfilesData.newBuilder();
            for (RecordedProcess s : profile.processes)
                data.addResourceProfiles(process(profile, s));
            return data.setDictionary(dictionary).build();
        }

        private ResourceProfiles process(whodunit.profile.Profile profile, RecordedProcess s) {
            Profile.Builder p = Profile.newBuilder().setSampleType(type("samples", "count"))
                    .setPeriodType(type(s.metric().key(), "nanoseconds"))
                    .setPeriod(s.countedNanos()).setTimeUnixNano(s.startUnixNanos);
            TimeRange time = profile.timeOf(s);
            if (time != null)
                p.setTimeUnixNano(time.fromNanos()).setDurationNano(time.toNanos() - time.fromNanos());
            for (whodunit.profile.Profile.Entry e : profile.entries)
                if (e.process() == s)
                    p.addSamples(Sample.newBuilder().setStackIndex(stack(e)).addValues(e.samples())
                            .addAttributeIndices(attributeIndex("txn", e.transaction())));
            ResourceProfiles.Builder resource = ResourceProfiles.newBuilder();
            resource.getResourceBuilder().addAttributes(attribute("service.name", s.tier))
                    .addAttributes(attribute("service.instance.id", "%016x".formatted(s.uid)));
            return resource.addScopeProfiles(ScopeProfiles.newBuilder().addProfiles(p)).build();
        }

        private int stack(whodunit.profile.Profile.Entry e) {
            Stack.Builder stack = Stack.newBuilder();
            for (int i = e.stack().size() - 1; i >= 0; i--)
                stack.addLocationIndices(location(e.process(), e.stack().get(i)));
            dictionary.addStackTable(stack);
            return dictionary.getStackTableCount() - 1;
        }

        private int location(RecordedProcess process, Frame frame) {
            return locations.computeIfAbsent(new ContextTreeNode(frame.name(), process.module(frame)),
                    (ContextTreeNode place) -> {
                        dictionary.addLocationTable(
                                Location.newBuilder().setMappingIndex(place.module == null ? 0 : mapping(place.module))
                                        .addLines(Line.newBuilder().setFunctionIndex(function(place.function))));
                        return dictionary.getLocationTableCount() - 1;
                    });
        }

        private int function(String name) {
            return functions.computeIfAbsent(name, (String n) -> {
                dictionary.addFunctionTable(
                        Function.newBuilder().setNameStrindex(string(n)).setSystemNameStrindex(string(n)));
                return dictionary.getFunctionTableCount() - 1;
            });
        }

        private int mapping(NativeModule module) {
            return mappings.computeIfAbsent(module, (NativeModule m) -> {
                Mapping.Builder mapping = Mapping.newBuilder().setMemoryStart(m.start()).setMemoryLimit(m.end())
                        .setFileOffset(m.offset())
                        .setFilenameStrindex(string(m.path()));
                if (!m.buildId().isEmpty())
                    mapping.addAttributeIndices(attributeIndex("process.executable.build_id.gnu", m.buildId()));
                dictionary.addMappingTable(mapping);
                return dictionary.getMappingTableCount() - 1;
            });
        }

        private int attributeIndex(String key, String value) {
            KeyValueAndUnit attribute = KeyValueAndUnit.newBuilder().setKeyStrindex(string(key))
                    .setValue(AnyValue.newBuilder().setStringValue(value)).build();
            return attributes.computeIfAbsent(attribute, (KeyValueAndUnit a) -> {
                dictionary.addAttributeTable(a);
                return dictionary.getAttributeTableCount() - 1;
            });
        }

        private static KeyValue attribute(String key, String value) {
            return KeyValue.newBuilder().setKey(key).setValue(AnyValue.newBuilder().setStringValue(value)).build();
        }

        private ValueType type(String type, String unit) {
            return ValueType.newBuilder().setTypeStrindex(string(type)).setUnitStrindex(string(unit)).build();
        }

        private int string(String text) {
            return strings.computeIfAbsent(text, (String t) -> {
                dictionary.addStringTable(t);
                return dictionary.getStringTableCount() - 1;
            });
        }
    }
}
