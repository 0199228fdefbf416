// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import whodunit.profile.Frame;

/** Stacks as deep, and as alike, as those of a servlet container and of a database server. */
final class Stacks {
    private final Random random;

    Stacks(Random random) {
        this.random = random;
    }

    List<Frame> web(int type, int unique) {
        List<Frame> stack = new ArrayList<>();
        stack.add(java("java.lang.Thread.run"));
        for (int i = 0; i < 25; i++)
            stack.add(java("org.apache.catalina.core.Valve" + i + ".invoke"));
        stack.add(java("shop." + ScaleRecording.typeName(type) + ".doGet"));
        descend(stack, 18, "shop.logic.Part", ".step", Frame.Kind.JAVA);
        stack.add(java("shop.leaf.Leaf" + unique + ".work"));
        return List.copyOf(stack);
    }

    List<Frame> db(int unique) {
        List<Frame> stack = new ArrayList<>();
        for (String outer : List.of("clone3", "start_thread", "pfs_spawn_thread", "handle_one_connection", "do_command",
                "dispatch_command"))
            stack.add(new Frame(outer, Frame.Kind.NATIVE));
        descend(stack, 14, "execute_part", "_step", Frame.Kind.NATIVE);
        stack.add(new Frame("evaluate_leaf_" + unique, Frame.Kind.NATIVE));
        stack.add(new Frame("0x" + Integer.toHexString(0x400000 + 16 * unique), Frame.Kind.NATIVE));
        return List.copyOf(stack);
    }

    /** A walk in which the first steps have few ways to go and the last ones many. */
    private void descend(List<Frame> stack, int deepest, String prefix, String suffix, Frame.Kind kind) {
        int depth = 4 + random.nextInt(deepest - 4);
        for (int i = 0; i < depth; i++)
            stack.add(new Frame(prefix + i + "x" + random.nextInt(1 + i) + suffix, kind));
    }

    private static Frame java(String name) {
        return new Frame(name, Frame.Kind.JAVA);
    }
}
