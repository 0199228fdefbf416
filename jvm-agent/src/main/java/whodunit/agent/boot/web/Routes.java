// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The routes on which requests of one application were seen. A framework finds a request's route only after filters
 * ran; here it is foretold from those that were found before, so that their work is the route's as well. Whoever asks
 * corrects it when the framework has decided.
 */
final class Routes {
    /** Templates come from the application's code; one that makes them up without end must not fill the memory. */
    private static final int LIMIT = 1000;
    private static final String[] METHODS = {"GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "TRACE"};

    /**
     * By method, and number of segments where it is fixed: the most specific first. Lists are replaced, not changed.
     */
    private final ConcurrentHashMap<String, List<Route>> routes = new ConcurrentHashMap<>();
    /** By template, and by each of the methods: what requests on it are called. */
    private final ConcurrentHashMap<String, String[]> names = new ConcurrentHashMap<>();
    private int known;

    private record Route(String name, String[] segments, boolean open) {
        boolean matches(String path, int from, int to) {
            int at = from;
            for (String segment : segments) {
                if (at >= to)
                    return false;
                int end = path.indexOf('/', at + 1);
                if (end < 0 || end > to)
                    end = to;
                if (!isVariable(segment) && !path.regionMatches(at + 1, segment, 0, Math.max(segment.length(),
                        end - at - 1)))
                    return false;
                at = end;
            }
            return open || at == to;
        }

        /** Fewer variables, then later ones, are more specific. */
        String rank() {
            StringBuilder rank = new StringBuilder();
            for (String segment : segments)
                rank.append(isVariable(segment) ? '1' : '0');
            return rank.toString();
        }
    }

    /** The name of requests with this method on this template. */
    static String name(String method, String template) {
        return known(method) + " " + template;
    }

    /** The method as it is shown: an unknown one is anybody's invention. */
    static String known(String method) {
        return number(method) < 0 ? "(other method)" : method;
    }

    private static int number(String method) {
        for (int i = 0; i < METHODS.length; i++)
            if (METHODS[i].equals(method))
                return i;
        return -1;
    }

    /**
     * A framework has found a request's route, which is remembered.
     *
     * @return what the request is called
     */
    String found(String method, String template) {
        int number = number(method);
        String[] known = number < 0 ? null : names.get(template);
        if (known != null && known[number] != null)
            return known[number];
        String name = name(method, template);
        if (number >= 0 && (known != null || names.size() < LIMIT))
            names.computeIfAbsent(template, t -> new String[METHODS.length])[number] = name;
        add(method, template, name);
        return name;
    }

    private synchronized void add(String method, String template, String name) {
        boolean open = template.endsWith("/**");
        String fixed = open ? template.substring(0, template.length() - 3) : template;
        if (known >= LIMIT || !fixed.isEmpty() && !fixed.startsWith("/"))
            return;
        List<Route> same = routes.getOrDefault(method, List.of());
        for (Route r : same)
            if (r.name.equals(name))
                return;
        String[] segments = fixed.isEmpty() ? new String[0] : fixed.substring(1).split("/", -1);
        if (segments.length == 0 || !Arrays.stream(segments).allMatch(Routes::isSimple))
            return; // it is found each time, but cannot be foretold
        List<Route> more = new ArrayList<>(same);
        more.add(new Route(name, segments, open));
        more.sort(Comparator.comparing(Route::open).thenComparing(r -> -r.segments.length).thenComparing(Route::rank));
        routes.put(method, List.copyOf(more));
        known++;
    }

    /** Whether none can be foretold. */
    boolean isEmpty() {
        return routes.isEmpty();
    }

    /** The route's name that a request with this path, in [from, to), will probably have; null if none is known. */
    String foretell(String method, String path, int from, int to) {
        List<Route> candidates = method == null ? null : routes.get(method);
        if (candidates != null)
            for (Route r : candidates)
                if (r.matches(path, from, to))
                    return r.name;
        return null;
    }

    /** "{id}", or Vert.x's ":id". */
    private static boolean isVariable(String segment) {
        return segment.startsWith("{") || segment.startsWith(":");
    }

    /** A variable that takes one whole segment, whatever is in it, or plain text. */
    private static boolean isSimple(String segment) {
        if (isVariable(segment))
            return segment.indexOf('*') < 0 && (segment.startsWith(":") ? segment.chars().skip(1)
                    .allMatch(Character::isJavaIdentifierPart) : segment.indexOf('}') == segment.length() - 1);
        return segment.indexOf('{') < 0 && segment.indexOf('*') < 0 && segment.indexOf('?') < 0;
    }
}
