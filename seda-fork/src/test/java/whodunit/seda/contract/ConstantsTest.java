// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compilers copy constants into applications: those that were compiled against the original have its values. */
class ConstantsTest {
    private record Constant(String type, String name, String value) {}

    private static List<Constant> constants() throws Exception {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                ConstantsTest.class.getResourceAsStream("/whodunit/seda/constants.txt"), StandardCharsets.UTF_8))) {
            return in.lines().filter(l -> !l.startsWith("#")).map(l -> l.split("\\|", -1))
                    .map(f -> new Constant(f[0].startsWith("seda.") ? f[0] : "seda.sandStorm." + f[0], f[1],
                            f[2].translateEscapes()))
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> constantsHaveTheOriginalsValues() throws Exception {
        return constants().stream().map(c -> DynamicTest.dynamicTest(c.type + "." + c.name, () -> {
            Field field = field(Class.forName(c.type), c.name);
            field.setAccessible(true);
            assertThat(String.valueOf(field.get(null))).isEqualTo(c.value);
        }));
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> t = type; t != null; t = t.getSuperclass())
            for (Field field : t.getDeclaredFields())
                if (field.getName().equals(name))
                    return field;
        throw new NoSuchFieldException(type.getName() + "." + name);
    }

    /** All of the contract's are known, but for one array, which no compiler copies. */
    @Test
    void noneIsForgotten() throws Exception {
        List<String> known = constants().stream().map(c -> c.type + "." + c.name).toList();
        List<String> all = ApiText.read().types.stream().flatMap(t -> t.members().stream()
                .filter(m -> m.isField() && m.has("static") && m.has("final") && !m.type().endsWith("[]"))
                .map(m -> t.name() + "." + m.name())).toList();
        assertThat(known).containsExactlyInAnyOrderElementsOf(all);
    }
}
