// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of --db. */
public final class DatabaseName implements ITypeConverter<Database> {
    @Override
    public Database convert(String name) {
        return switch (name) {
            case "mariadb" -> Database.MARIADB;
            case "postgres" -> Database.POSTGRESQL;
            default -> throw new TypeConversionException("there is mariadb and postgres, not '" + name + "'");
        };
    }
}
