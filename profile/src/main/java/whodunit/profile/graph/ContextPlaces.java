package whodunit.profile.graph;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import whodunit.profile.Context;
import whodunit.profile.Stage;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** Finds the place of a context by following it upstream, from tier to tier. */
final class ContextPlaces {
    /** Where a context ends, and how what runs under it is reached. */
    record End(Place place, EdgeKind next) {
        boolean isStart() {
            return place.isRoot() && next != EdgeKind.REQUEST;
        }
    }

    private record Id(long stage, int context) {}

    /** Longer chains are forged or broken. */
    private static final int DEEPEST = 1000;

    private final Map<Long, Stage> stages = new HashMap<>();
    private final Places places;
    private final Map<Id, End> known = new HashMap<>();
    private final Set<Id> underway = new HashSet<>();

    ContextPlaces(Collection<Stage> stages, Places places) {
        stages.forEach(s -> this.stages.put(s.uid, s));
        this.places = places;
    }

    /** Null if the context leads nowhere: its sample has a reason instead. */
    End of(Stage stage, int context) {
        Id id = new Id(stage.uid, context);
        if (known.containsKey(id))
            return known.get(id);
        if (underway.size() > DEEPEST || !underway.add(id))
            return null;
        End end = find(stage, context);
        underway.remove(id);
        known.put(id, end);
        return end;
    }

    private End find(Stage stage, int id) {
        if (id == Context.ROOT)
            return new End(places.root, EdgeKind.CALL);
        Context c = stage.contexts.get(id);
        if (c == null)
            return null;
        if (c.kind() == Context.Kind.REMOTE) {
            Stage upstream = stages.get(c.uid());
            End sender = upstream == null ? null : of(upstream, c.synopsis());
            return sender == null ? null : new End(sender.place, EdgeKind.REQUEST);
        }
        End parent = of(stage, c.parent());
        if (parent == null)
            return null;
        return switch (c.kind()) {
            case HANDLER -> element(stage, parent, Kind.HANDLER, c.name(), EdgeKind.FLOW);
            case SEDA_STAGE -> element(stage, parent, Kind.SEDA_STAGE, c.name(), EdgeKind.FLOW);
            case TRANSACTION -> element(stage, parent, Kind.TRANSACTION, c.name(), EdgeKind.CALL);
            // what runs under a call path was handed over by it, to another thread
            case CALL_PATH -> new End(procedures(stage, parent, Procedures.of(stage, c)).place, EdgeKind.FLOW);
            default -> null;
        };
    }

    private End element(Stage stage, End parent, Kind kind, String name, EdgeKind next) {
        EdgeKind via = parent.next == EdgeKind.REQUEST ? EdgeKind.REQUEST : EdgeKind.FLOW;
        return new End(places.child(parent.place, stage.name, kind, name, via), next);
    }

    /** Goes down by procedures of the tier; recursion counts once. */
    End procedures(Stage stage, End end, List<String> names) {
        for (String name : names)
            if (!end.place.is(Kind.PROCEDURE) || end.next != EdgeKind.CALL || !end.place.key.name().equals(name))
                end = new End(places.child(end.place, stage.name, Kind.PROCEDURE, name, end.next), EdgeKind.CALL);
        return end;
    }
}
