// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

import java.util.function.DoublePredicate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number with fractions, not all of which are right. */
abstract class Fraction implements ITypeConverter<Double> {
    private final DoublePredicate right;
    private final String what;

    /** @param what it has to be, as an error says it */
    Fraction(DoublePredicate right, String what) {
        this.right = right;
        this.what = what;
    }

    @Override
    public final Double convert(String text) {
        try {
            double number = Double.parseDouble(text);
            if (right.test(number))
                return number;
        } catch (NumberFormatException e) {
            // is told below
        }
        throw new TypeConversionException("it is " + what + ", not '" + text + "'");
    }
}
