// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The time between samples; a wrong one shall be told before servers start. */
public final class Interval implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
        if (!text.matches("(?=.*[1-9])[0-9]+(\\.[0-9]+)?(ns|us|ms|s)"))
            throw new TypeConversionException("it is a time such as 4ms or 500us, not '" + text + "'");
        return text;
    }
}
