// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of a mix that there is. */
public final class MixName implements ITypeConverter<String> {
    @Override
    public String convert(String name) {
        try {
            new Mix(name);
            return name;
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
