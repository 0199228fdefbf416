// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import whodunit.profile.Context;
import whodunit.profile.Message;
import whodunit.profile.Message.Kind;
import whodunit.profile.Message.Transport;
import whodunit.profile.MessageCounts;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Selection;
import whodunit.profile.TwoTierRecording;

/** Who has sent what to whom, on two tiers whose messages are known. */
class MessagesTest {
    private final TwoTierRecording tiers = new TwoTierRecording();

    private Profile profile() {
        return Profile.stitch(List.of(tiers.web, tiers.db));
    }

    private static String line(Messages.Row r) {
        return "%s>%s %s %s: %d/%d, %d/%d, mixed %d, unknown %d/%d".formatted(r.from(), r.to(), r.transaction(),
                r.service(), r.messages().calls(), r.messages().bytes(), r.responses().calls(), r.responses().bytes(),
                r.mixed(), r.unknown().calls(), r.unknown().bytes());
    }

    private static List<String> lines(Messages messages) {
        return messages.rows.stream().map(MessagesTest::line).toList();
    }

    @Test
    void whoSendsWhatToWhom() {
        tiers.withMessages();
        assertThat(lines(new Messages(profile()))).containsExactly(
                "(outside)>web Best 127.0.0.1:80: 10/4000, 10/5000000, mixed 0, unknown 0/0",
                "(outside)>web Home 127.0.0.1:80: 40/16000, 40/400000, mixed 0, unknown 0/0",
                "(unknown)>db (table full) 127.0.0.1:3306: 0/0, 0/0, mixed 0, unknown 2/30",
                "web>(outside) Best 10.0.0.9:25: 2/700, 0/0, mixed 0, unknown 0/0",
                "web>db Best 127.0.0.1:3306: 10/1000, 20/90000, mixed 0, unknown 0/0",
                "web>db Home 127.0.0.1:3306: 40/2000, 40/8000, mixed 1, unknown 0/0",
                "web>db (several requests open) 127.0.0.1:3306: 0/0, 0/0, mixed 0, unknown 3/90");
    }

    @Test
    void aTiersMessagesAreThoseThatItSendsOrReceives() {
        tiers.withMessages();
        assertThat(new Messages(profile(), Set.of("db")).rows).hasSize(4)
                .allMatch(r -> r.from().equals("db") || r.to().equals("db"));
    }

    @Test
    void selectionIsByTransactionAndTier() {
        tiers.withMessages();
        Profile best = profile().select(new Selection(Set.of("Best"), Set.of("db"), Long.MIN_VALUE, Long.MAX_VALUE));
        assertThat(lines(new Messages(best)))
                .containsExactly("web>db Best 127.0.0.1:3306: 10/1000, 20/90000, mixed 0, unknown 0/0");
    }

    /** One entry, received by the database from the web tier's Best (context 10), or in the database's own Own (40). */
    static Stream<Arguments> entries() {
        return Stream.of(
                Arguments.of(Kind.REQUEST, Transport.TCP, 10, 10, true, "web>db Best : 3/30, 0/0"),
                Arguments.of(Kind.REQUEST, Transport.PIPE, 10, 10, false, "web>db Best : 3/30, 0/0"),
                Arguments.of(Kind.RESPONSE, Transport.TCP, 40, 10, false, "db>web Own : 0/0, 3/30"),
                Arguments.of(Kind.KEPT, Transport.TCP, 40, 10, true, "web>db Best : 3/30, 0/0"),
                Arguments.of(Kind.KEPT, Transport.UNIX, 40, 10, false, "db>web Best : 0/0, 3/30"),
                Arguments.of(Kind.KEPT, Transport.PIPE, 40, 10, false, "web>db Best : 3/30, 0/0"),
                Arguments.of(Kind.BEGUN, Transport.TCP, 40, 0, true, "(outside)>db Own : 3/30, 0/0"),
                Arguments.of(Kind.BEGUN, Transport.TCP, 40, 0, false, "db>(outside) Own : 0/0, 3/30"),
                Arguments.of(Kind.BEGUN, Transport.UDP, 40, 0, false, "(outside)>db Own : 3/30, 0/0"),
                Arguments.of(Kind.SENT, Transport.TCP, 40, 0, true, "(outside)>db Own : 0/0, 3/30"),
                Arguments.of(Kind.SENT, Transport.TCP, 40, 0, false, "db>(outside) Own : 3/30, 0/0"),
                Arguments.of(Kind.SENT, Transport.TCP, 0, 0, false,
                        "db>(outside) (thread without a transaction) : 3/30, 0/0"),
                Arguments.of(Kind.REQUEST, Transport.TCP, 41, 41, true,
                        "(outside)>db (unknown upstream process 00000000000000cc) : 3/30, 0/0"),
                Arguments.of(Kind.UNKNOWN, Transport.TCP, 0, 0, true, "(unknown)>db (unknown) : 0/0, 0/0"));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void oneEntry(Kind kind, Transport transport, int context, int from, boolean accepted, String expected) {
        TwoTierRecording.context(tiers.db, 40, 0, Context.Kind.TRANSACTION, "Own");
        TwoTierRecording.remote(tiers.db, 41, 0xcc, 7);
        tiers.db.messages.put(new Message(kind, transport, context, from, "", "", accepted),
                new MessageCounts(3, 30, 0));
        assertThat(lines(new Messages(profile()))).singleElement().asString().startsWith(expected);
    }

    /** A server that greets its clients: they know whom they have connected to, and the greeting stays inside. */
    @Test
    void whatHasNoContextIsFromWhoeverAcceptsThere() {
        TwoTierRecording.message(tiers.db, Kind.SENT, 0, 0, "", "db:1", true, 5, 500, 0);
        TwoTierRecording.message(tiers.web, Kind.BEGUN, 2, 0, "", "db:1", false, 4, 400, 0);
        assertThat(lines(new Messages(profile()))).containsExactly(
                "(outside)>db (thread without a transaction) db:1: 0/0, 1/100, mixed 0, unknown 0/0",
                "web>db Best db:1: 0/0, 4/400, mixed 0, unknown 0/0");
    }

    /** The web tier's Best sends 1000 bytes in 10 calls to a service, of which the database receives some. */
    @ParameterizedTest
    @CsvSource({"1000, db:1, 0, 0", "400, db:1, 6, 600", "1000, '', 0, 0", "400, '', 6, 600", "2000, db:1, 0, 0",
            "1000, other:2, 10, 1000"})
    void whatNobodyReceivedWentOutside(long received, String service, long calls, long bytes) {
        TwoTierRecording.message(tiers.web, Kind.SENT, 4, 0, "", "db:1", false, 10, 1000, 0);
        TwoTierRecording.message(tiers.db, Kind.REQUEST, 10, 10, "", service, true, 1, received, 0);
        MessageCounts outside = new Messages(profile()).rows.stream().filter(r -> r.to().equals(Messages.OUTSIDE))
                .map(Messages.Row::messages).reduce(MessageCounts.NONE, MessageCounts::plus);
        assertThat(outside).isEqualTo(new MessageCounts(calls, bytes, 0));
    }

    /** What the web tier's X has sent the database has received, and did not know of whom: it begins Y. */
    @ParameterizedTest
    @CsvSource({"X,", "X,web", ",web"})
    void whatOthersHaveReceivedIsNotSentOutsideByAPart(String type, String tier) {
        TwoTierRecording.context(tiers.web, 20, 0, Context.Kind.TRANSACTION, "X");
        TwoTierRecording.context(tiers.db, 30, 0, Context.Kind.TRANSACTION, "Y");
        TwoTierRecording.message(tiers.web, Kind.SENT, 20, 0, "", "10.0.0.1:80", false, 10, 1000, 0);
        TwoTierRecording.message(tiers.db, Kind.BEGUN, 30, 0, "", "10.0.0.1:80", true, 10, 1000, 0);
        assertThat(lines(new Messages(profile())))
                .containsExactly("(outside)>db Y 10.0.0.1:80: 10/1000, 0/0, mixed 0, unknown 0/0");
        Profile part = profile();
        if (type != null)
            part = part.select(new Selection(Set.of(type), Set.of(), Long.MIN_VALUE, Long.MAX_VALUE));
        if (tier != null)
            part = part.select(Selection.ofTiers(Set.of(tier)));
        assertThat(new Messages(part).rows).isEmpty();
    }

    /** Each of two machines has its own 127.0.0.1; php of the one is not what web of the other asks. */
    @Test
    void anAddressOfOneMachineIsNotThatOfAnother() {
        tiers.db.clockOffsetNanos = 3_600_000_000_000L;
        TwoTierRecording.context(tiers.db, 30, 0, Context.Kind.TRANSACTION, "Y");
        TwoTierRecording.message(tiers.web, Kind.SENT, 2, 0, "", "127.0.0.1:9000", false, 10, 1000, 0);
        TwoTierRecording.message(tiers.web, Kind.BEGUN, 2, 0, "", "127.0.0.1:9000", false, 4, 400, 0);
        TwoTierRecording.message(tiers.db, Kind.BEGUN, 30, 0, "", "127.0.0.1:9000", true, 5, 500, 0);
        assertThat(lines(new Messages(profile()))).containsExactly(
                "(outside)>db Y 127.0.0.1:9000: 5/500, 0/0, mixed 0, unknown 0/0",
                "web>(outside) Best 127.0.0.1:9000: 10/1000, 0/0, mixed 0, unknown 0/0",
                "web>(unknown) Best 127.0.0.1:9000: 0/0, 4/400, mixed 0, unknown 0/0");
    }

    /** Two containers of one machine: which of them a client has connected to is not known. */
    @Test
    void ofTwoWhoAcceptAtOneAddressNeitherIsTold() {
        RecordedProcess other = new RecordedProcess(0xdd, "php", false);
        TwoTierRecording.message(other, Kind.SENT, 0, 0, "", "127.0.0.1:9000", true, 5, 500, 0);
        TwoTierRecording.message(tiers.db, Kind.SENT, 0, 0, "", "127.0.0.1:9000", true, 5, 500, 0);
        TwoTierRecording.message(tiers.web, Kind.BEGUN, 2, 0, "", "127.0.0.1:9000", false, 4, 400, 0);
        assertThat(lines(new Messages(Profile.stitch(List.of(tiers.web, tiers.db, other)))))
                .contains("web>(unknown) Best 127.0.0.1:9000: 0/0, 4/400, mixed 0, unknown 0/0");
    }
}
