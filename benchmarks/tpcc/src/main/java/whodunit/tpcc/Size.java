// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A buffer pool's size, as mariadbd takes it: small and large are two that show the difference. */
public final class Size implements ITypeConverter<String> {
    private static final String SMALL = "48M", LARGE = "2G";

    @Override
    public String convert(String text) {
        return switch (text) {
            case "small" -> SMALL;
            case "large" -> LARGE;
            default -> {
                if (!text.matches("[1-9][0-9]*[MG]"))
                    throw new TypeConversionException("it is small, large or a size such as 512M, not '" + text + "'");
                yield text;
            }
        };
    }
}
