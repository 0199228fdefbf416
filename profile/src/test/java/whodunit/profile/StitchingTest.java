// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StitchingTest {
    private final TwoTierRecording tiers = new TwoTierRecording();

    private static Profile.Entry entry(Profile p, String leaf) {
        return p.entries.stream().filter(e -> e.stack().get(e.stack().size() - 1).name().equals(leaf)).findFirst()
                .orElseThrow();
    }

    @Test
    void stacksRunFromTheWebTiersRootToTheDatabasesLeaf() {
        Profile p = Profile.stitch(List.of(tiers.db, tiers.web));
        Profile.Entry e = entry(p, "filesort");
        assertThat(e.type()).isEqualTo("Best");
        assertThat(e.stack()).extracting(Frame::name).containsExactly(
                "[web]", "shop.Best.page", "driver.Query.run", "[db]", "start_thread", "handle_query", "filesort");
    }

    @Test
    void tableOneHasTheKnownShares() {
        Summary s = new Summary(Profile.stitch(List.of(tiers.web, tiers.db)));
        assertThat(s.tierNames).containsExactly("db", "web");
        Summary.Row best = s.transactions.get(0);
        assertThat(best.type()).isEqualTo("Best");
        assertThat(best.requests()).isEqualTo(10);
        assertThat(best.tiers().get("db").percent()).isEqualTo(60, within(1e-9));
        assertThat(best.tiers().get("db").millis()).isEqualTo(240, within(1e-9));
        assertThat(best.tiers().get("web").percent()).isEqualTo(25, within(1e-9));
        assertThat(s.unattributed.get("db").get("background thread").percent()).isEqualTo(20, within(1e-9));
    }

    @Test
    void anUpstreamThatWasNotRecordedShows() {
        Profile p = Profile.stitch(List.of(tiers.db));
        assertThat(entry(p, "filesort").type()).isNull();
        assertThat(entry(p, "filesort").reason()).isEqualTo("unknown upstream process 00000000000000aa");
    }

    @Test
    void aSynopsisThatItsStageDoesNotDefineShows() {
        tiers.web.contexts.remove(4);
        Profile p = Profile.stitch(List.of(tiers.web, tiers.db));
        assertThat(entry(p, "filesort").reason()).isEqualTo("unknown upstream context 00000000000000aa-00000004");
        assertThat(entry(p, "lookup").type()).isEqualTo("Home");
    }

    @Test
    void referencesInACircleEnd() {
        TwoTierRecording.remote(tiers.web, 6, TwoTierRecording.DB, 12);
        TwoTierRecording.remote(tiers.db, 12, TwoTierRecording.WEB, 6);
        tiers.db.add(new RecordedProcess.Label.Of(12), TwoTierRecording.nativeStack("forged"), 1);
        assertThat(entry(Profile.stitch(List.of(tiers.web, tiers.db)), "forged").reason())
                .isEqualTo("circular reference between processes");
    }

    @Test
    void forgedDepthEnds() {
        for (int i = 100; i < 30_000; i++)
            TwoTierRecording.context(tiers.db, i, i - 1, Context.Kind.HANDLER, "h" + i);
        tiers.db.add(new RecordedProcess.Label.Of(29_999), TwoTierRecording.nativeStack("deep"), 1);
        assertThat(entry(Profile.stitch(List.of(tiers.web, tiers.db)), "deep").reason()).isEqualTo("context too deep");
    }

    /** A context's path has that of its parent within it: the square of what was recorded. */
    @Test
    void aForgedPathEnds() {
        List<String> frames = Collections.nCopies(1000, "f");
        for (int i = 100; i < 200; i++)
            tiers.db.contexts.put(i, new Context(i, i == 100 ? 0 : i - 1, Context.Kind.CALL_PATH, "", frames, 0, 0));
        tiers.db.add(new RecordedProcess.Label.Of(199), TwoTierRecording.nativeStack("long"), 1);
        tiers.db.add(new RecordedProcess.Label.Of(103), TwoTierRecording.nativeStack("short"), 1);
        Profile p = Profile.stitch(List.of(tiers.web, tiers.db));
        assertThat(entry(p, "long").reason()).isEqualTo("context too deep");
        assertThat(entry(p, "short").stack()).hasSize(4 * 1001 + 2);
    }

    @Test
    void threeTiersKeepTheOutermostType() {
        RecordedProcess proxy = new RecordedProcess(0xcc, "proxy", false);
        TwoTierRecording.context(proxy, 2, 0, Context.Kind.HANDLER, "on_accept");
        TwoTierRecording.context(proxy, 3, 2, Context.Kind.HANDLER, "on_miss");
        TwoTierRecording.remote(tiers.web, 20, 0xcc, 3);
        TwoTierRecording.context(tiers.web, 21, 20, Context.Kind.TRANSACTION, "Best");
        tiers.web.contexts.put(22, new Context(22, 21, Context.Kind.CALL_PATH, "", List.of("shop.Best.page:10"), 0, 0));
        TwoTierRecording.remote(tiers.db, 22, TwoTierRecording.WEB, 22);
        tiers.db.add(new RecordedProcess.Label.Of(22), TwoTierRecording.nativeStack("start_thread", "deep"), 1);
        Profile.Entry e = entry(Profile.stitch(List.of(tiers.web, tiers.db, proxy)), "deep");
        assertThat(e.type()).isEqualTo("Best");
        assertThat(e.stack()).extracting(Frame::name).containsExactly(
                "on_accept", "on_miss", "[web]", "shop.Best.page", "[db]", "start_thread", "deep");
    }

    @Test
    void withoutATypeHandlersNameTheTransaction() {
        RecordedProcess proxy = new RecordedProcess(0xcc, "proxy", false);
        TwoTierRecording.context(proxy, 2, 0, Context.Kind.HANDLER, "on_accept (proxy+0x10)");
        TwoTierRecording.context(proxy, 3, 2, Context.Kind.HANDLER, "proxy+0x20");
        proxy.add(new RecordedProcess.Label.Of(3), TwoTierRecording.nativeStack("main", "proxied"), 1);
        proxy.add(new RecordedProcess.Label.Of(0), TwoTierRecording.nativeStack("main", "epoll_wait"), 1);
        TwoTierRecording.remote(tiers.db, 20, 0xcc, 3);
        tiers.db.add(new RecordedProcess.Label.Of(20), TwoTierRecording.nativeStack("start_thread", "asked"), 1);
        RecordedProcess seda = new RecordedProcess(0xdd, "seda", true);
        TwoTierRecording.context(seda, 2, 0, Context.Kind.SEDA_STAGE, "read");
        TwoTierRecording.context(seda, 3, 2, Context.Kind.SEDA_STAGE, "write");
        seda.add(new RecordedProcess.Label.Of(3),
                TwoTierRecording.java("java.lang.Thread.run", "shop.Writer.handleEvents"), 1);
        Profile p = Profile.stitch(List.of(proxy, tiers.db, seda));
        assertThat(entry(p, "proxied").type()).isEqualTo("on_accept > proxy+0x20");
        assertThat(entry(p, "asked").type()).isEqualTo("on_accept > proxy+0x20");
        assertThat(entry(p, "shop.Writer.handleEvents").type()).isEqualTo("read > write");
        assertThat(entry(p, "epoll_wait").type()).isNull();
    }

    @Test
    void withoutATypeTheCallPathNamesTheTransaction() {
        tiers.web.contexts.put(7, new Context(7, 0, Context.Kind.CALL_PATH, "", List.of("java.lang.Thread.run:1",
                "org.apache.catalina.core.StandardWrapperValve.invoke:2", "shop.Cart.doGet:3", "shop.Dao.load:4"), 0,
                0));
        TwoTierRecording.remote(tiers.db, 13, TwoTierRecording.WEB, 7);
        tiers.db.add(new RecordedProcess.Label.Of(13), TwoTierRecording.nativeStack("start_thread", "unnamed"), 1);
        assertThat(entry(Profile.stitch(List.of(tiers.web, tiers.db)), "unnamed").type()).isEqualTo("shop.Cart.doGet");
    }

    @Test
    void withoutATypeThePathOfHandlersNamesTheTransaction() {
        RecordedProcess proxy = new RecordedProcess(0xcc, "proxy", false);
        TwoTierRecording.context(proxy, 2, 0, Context.Kind.HANDLER, "on_accept (proxy+0x10)");
        TwoTierRecording.context(proxy, 3, 2, Context.Kind.HANDLER, "proxy+0x20");
        TwoTierRecording.context(proxy, 4, 3, Context.Kind.HANDLER, "on_write (proxy+0x30)");
        TwoTierRecording.context(proxy, 5, 2, Context.Kind.HANDLER, "on_write (proxy+0x30)");
        TwoTierRecording.remote(tiers.db, 23, 0xcc, 4);
        proxy.add(new RecordedProcess.Label.Of(4), TwoTierRecording.nativeStack("main", "miss"), 1);
        proxy.add(new RecordedProcess.Label.Of(5), TwoTierRecording.nativeStack("main", "hit"), 1);
        tiers.db.add(new RecordedProcess.Label.Of(23), TwoTierRecording.nativeStack("start_thread", "fetch"), 1);
        Profile p = Profile.stitch(List.of(proxy, tiers.db));
        assertThat(entry(p, "miss").type()).isEqualTo("on_accept > proxy+0x20 > on_write");
        assertThat(entry(p, "hit").type()).isEqualTo("on_accept > on_write");
        assertThat(entry(p, "fetch").type()).isEqualTo("on_accept > proxy+0x20 > on_write");
        assertThat(entry(p, "miss").stack()).extracting(Frame::name).containsExactly(
                "on_accept (proxy+0x10)", "proxy+0x20", "on_write (proxy+0x30)", "[proxy]", "main", "miss");
    }

    @Test
    void reasonsAndOverflowAreNoTransactions() {
        TwoTierRecording.context(tiers.db, 14, 0, Context.Kind.REASON, "between commands");
        tiers.db.add(new RecordedProcess.Label.Of(14), TwoTierRecording.nativeStack("a", "waiting"), 1);
        tiers.db.add(new RecordedProcess.Label.Of(Context.OVERFLOW), TwoTierRecording.nativeStack("a", "overflowing"),
                1);
        tiers.db.add(new RecordedProcess.Label.Of(Context.ROOT), TwoTierRecording.nativeStack("a", "idle"), 1);
        Profile p = Profile.stitch(List.of(tiers.web, tiers.db));
        assertThat(entry(p, "waiting").reason()).isEqualTo("between commands");
        assertThat(entry(p, "overflowing").reason()).isEqualTo("context table overflow");
        assertThat(entry(p, "idle").reason()).isEqualTo("thread without a transaction");
    }
}
