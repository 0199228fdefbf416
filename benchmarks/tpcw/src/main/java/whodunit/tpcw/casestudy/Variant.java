// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import whodunit.tpcw.run.Database;

/**
 * The bookstore before and after the paper's cures (section 8.4); PostgreSQL locks rows from the start. Names are those
 * of the results' files.
 */
enum Variant {
    MYISAM("item as MyISAM", Database.MARIADB, Map.of("item", "MyISAM"), false), INNODB("item as InnoDB",
            Database.MARIADB, Map.of(), false), CACHED("InnoDB, searches cached", Database.MARIADB, Map.of(),
                    true), POSTGRES("PostgreSQL", Database.POSTGRESQL, Map.of(), false), POSTGRES_CACHED(
                            "PostgreSQL, searches cached", Database.POSTGRESQL, Map.of(), true);

    final String title;
    final Database database;
    final Map<String, String> engines;
    final boolean cached;

    Variant(String title, Database database, Map<String, String> engines, boolean cached) {
        this.title = title;
        this.database = database;
        this.engines = engines;
        this.cached = cached;
    }

    String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    static List<Variant> of(Database database) {
        return Stream.of(values()).filter(v -> v.database == database).toList();
    }
}
