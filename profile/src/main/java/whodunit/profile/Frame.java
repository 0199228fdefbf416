// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * One level of a stack.
 *
 * @param name   "package.Class.method", a symbol, a handler, or the tier's name for a boundary
 * @param module base name of the native file that holds its code, see {@link RecordedProcess#module}; empty where it is
 * not known
 * @param source where the function begins; null where it is not known
 */
public record Frame(String name, Kind kind, String module, SourceLine source) {
    /** Where a frame comes from; decides its colour, never its identity across tiers. */
    public enum Kind {
        JAVA, NATIVE, KERNEL, HANDLER, BOUNDARY
    }

    public Frame(String name, Kind kind) {
        this(name, kind, "");
    }

    public Frame(String name, Kind kind, String module) {
        this(name, kind, module, null);
    }

    /** What a reader of names can tell from others. */
    public Frame withoutModule() {
        return module.isEmpty() ? this : new Frame(name, kind, "", source);
    }

    /** The boundary at which a stack enters a tier. */
    public static Frame boundary(String tier) {
        return new Frame("[" + tier + "]", Kind.BOUNDARY);
    }

    /** The name of a call path context's frame, "package.Class.method:line"; a name of C++ keeps its colons. */
    public static String withoutLine(String frame) {
        int colon = frame.lastIndexOf(':');
        return colon > 0 && frame.substring(colon + 1).matches("-?[0-9]+") ? frame.substring(0, colon) : frame;
    }

    /** The name of a handler, "symbol (module+0xaddress)", without what tells handlers of one name apart. */
    public static String withoutAddress(String handler) {
        int address = handler.endsWith(")") ? handler.lastIndexOf(" (") : -1;
        return address > 0 && handler.indexOf("+0x", address) > 0 ? handler.substring(0, address) : handler;
    }
}
