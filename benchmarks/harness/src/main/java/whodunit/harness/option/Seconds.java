package whodunit.harness.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length of time, with fractions: 0 or more. */
public final class Seconds implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
        try {
            double seconds = Double.parseDouble(text);
            if (seconds >= 0 && seconds < Double.POSITIVE_INFINITY)
                return seconds;
        } catch (NumberFormatException e) {
            // is told below
        }
        throw new TypeConversionException("it is a number of seconds, 0 or more, not '" + text + "'");
    }
}
