// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * A class, or all classes nested in one, and the advice that its methods get. Advice is named, not referred to, so that
 * none is loaded before its class is.
 *
 * @param name   with dots
 * @param nested it stands for all classes nested in the named one, but for those that have an entry of their own
 */
public record InstrumentedClass(String name, boolean nested, List<Rule> rules) {
    /**
     * Which methods get which advice.
     *
     * @param advice   a class below whodunit.agent, as {@code messaging.KafkaSends}
     * @param optional a class without such a method is as expected too: other versions, other nested classes
     */
    public record Rule(ElementMatcher<? super MethodDescription> methods, String advice, boolean optional) {}

    public static InstrumentedClass named(String name) {
        return new InstrumentedClass(name, false, List.of());
    }

    /** All classes whose names begin with that of the given one and a '$'. */
    public static InstrumentedClass nestedIn(String name) {
        return new InstrumentedClass(name, true, List.of());
    }

    /** The methods must be there: a class without them is not the one that we know, and is left as it is. */
    public InstrumentedClass advise(ElementMatcher<? super MethodDescription> methods, String advice) {
        return with(new Rule(methods, advice, false));
    }

    /** The methods may be there. */
    public InstrumentedClass adviseIfPresent(ElementMatcher<? super MethodDescription> methods, String advice) {
        return with(new Rule(methods, advice, true));
    }

    private InstrumentedClass with(Rule rule) {
        List<Rule> all = new ArrayList<>(rules);
        all.add(rule);
        return new InstrumentedClass(name, nested, List.copyOf(all));
    }

    /** As the native half is told it: with slashes, and with a '$' at the end for nested classes. */
    public String filter() {
        return name.replace('.', '/') + (nested ? "$" : "");
    }
}
