package whodunit.harness.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A part of a whole: 0 to 1. */
public final class Share implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
        try {
            double share = Double.parseDouble(text);
            if (share >= 0 && share <= 1)
                return share;
        } catch (NumberFormatException e) {
            // is told below
        }
        throw new TypeConversionException("it is a share, 0 to 1, not '" + text + "'");
    }
}
