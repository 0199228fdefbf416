package whodunit.profile.graph;

import java.util.Collection;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.Stage;
import whodunit.profile.graph.ContextPlaces.End;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** Finds the place of each sample: that of its context, and below it, where call paths matter, the procedures of its own stack. */
final class Placement {
    private final Places places;
    private final ContextPlaces contexts;

    Placement(Collection<Stage> stages, Places places) {
        this.places = places;
        this.contexts = new ContextPlaces(stages, places);
    }

    Place add(Profile.Entry e) {
        Place place = place(e);
        places.addSamples(place, e.stage().name, e.samples());
        return place;
    }

    private Place place(Profile.Entry e) {
        Stage stage = e.stage();
        End end = e.label() instanceof Stage.Label.Of of ? contexts.of(stage, of.context()) : null;
        if (end == null || end.isStart()) {
            if (e.type() == null) {
                Place reason = places.child(places.root, stage.name, Kind.UNATTRIBUTED, e.reason(), EdgeKind.CALL);
                // where there are transactions, the procedures of other work would only be in the way
                return stage.contexts.isEmpty() ? procedures(e, new End(reason, EdgeKind.CALL)) : reason;
            }
            return procedures(e, new End(places.root, EdgeKind.CALL)); // the outermost one is the type
        }
        boolean handled = end.next() == EdgeKind.FLOW
                && (end.place().is(Kind.HANDLER) || end.place().is(Kind.SEDA_STAGE));
        return handled ? end.place() : procedures(e, end);
    }

    private Place procedures(Profile.Entry e, End below) {
        String stage = e.stage().name;
        End end = contexts.procedures(e.stage(), below, Procedures.of(e.stage(), e.stack()));
        return end.place().key.stage().equals(stage) ? end.place()
                : places.child(end.place(), stage, Kind.PROCEDURE, Frame.boundary(stage).name(), end.next());
    }
}
