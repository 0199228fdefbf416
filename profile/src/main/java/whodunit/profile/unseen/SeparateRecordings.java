// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.unseen;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import whodunit.profile.Context;
import whodunit.profile.Message;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.StitchedMessage;

/** Tiers of one machine whose messages are not joined, since each was recorded into a directory of its own. */
final class SeparateRecordings {
    private final Profile profile;

    SeparateRecordings(Profile profile) {
        this.profile = profile;
    }

    /** Messages of other tiers that began here as if nobody who is recorded had sent them; one for an address. */
    List<NotSeen> of(String tier, List<RecordedProcess> processes) {
        List<NotSeen> list = new ArrayList<>();
        profile.messages.stream().filter(m -> m.process().tier.equals(tier) && isBegun(m.message()))
                .collect(groupingBy(m -> m.message().service(), TreeMap::new, toList()))
                .forEach((service, begun) -> sender(tier, processes, begun.get(0)).ifPresent(from -> {
                    long n = begun.stream().mapToLong(m -> m.counts().calls()).sum();
                    list.add(new NotSeen(tier, "messages.separate", n, 0, 0, ("%s: %d messages at %s are not joined "
                            + "with %s, which sends there: each was recorded into a directory of its own; "
                            + "record the tiers of one machine into one (-o)").formatted(tier, n, service, from)));
                }));
        return list;
    }

    private static boolean isBegun(Message m) {
        return m.kind() == Message.Kind.BEGUN && m.accepted() && !m.service().isEmpty();
    }

    private Optional<String> sender(String tier, List<RecordedProcess> processes, StitchedMessage begun) {
        return profile.messages.stream().filter(m -> isSentTo(m, begun)).map(m -> m.process().tier).distinct()
                .filter(t -> !t.equals(tier) && processes.stream().noneMatch(p -> knows(p, t))).findFirst();
    }

    private static boolean isSentTo(StitchedMessage sent, StitchedMessage begun) {
        Message from = sent.message(), to = begun.message();
        return from.kind() == Message.Kind.SENT && !from.accepted() && from.service().equals(to.service())
                && from.transport() == to.transport()
                && sent.process().sharesMachineWith(begun.process());
    }

    /** Whether contexts of the tier reach the process: over a channel, or in what the messages say. */
    private boolean knows(RecordedProcess process, String tier) {
        return process.contexts.values().stream().anyMatch(c -> c.kind() == Context.Kind.REMOTE
                && profile.processes.stream().anyMatch(p -> p.uid == c.uid() && p.tier.equals(tier)));
    }
}
