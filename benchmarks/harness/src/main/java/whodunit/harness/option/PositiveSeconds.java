package whodunit.harness.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length of time, with fractions: more than 0. */
public final class PositiveSeconds implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
        double seconds = new Seconds().convert(text);
        if (seconds == 0)
            throw new TypeConversionException("it is more than 0 seconds, not '" + text + "'");
        return seconds;
    }
}
