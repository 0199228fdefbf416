// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A sampling engine's name; a wrong one shall be told before servers start. */
public final class Engine implements ITypeConverter<String> {
    @Override
    public String convert(String name) {
        if (!List.of("ctimer", "cpu-clock", "wall").contains(name))
            throw new TypeConversionException("it is ctimer, cpu-clock or wall, not '" + name + "'");
        return name;
    }
}
