// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How many of something that there must be: 1 or more. */
public final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            int count = Integer.parseInt(text);
            if (count >= 1)
                return count;
        } catch (NumberFormatException e) {
            // is told below
        }
        throw new TypeConversionException("it is a whole number, 1 or more, not '" + text + "'");
    }
}
