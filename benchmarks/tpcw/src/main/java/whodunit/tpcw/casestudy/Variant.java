// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import java.util.Map;

/** The bookstore before and after the paper's cures (section 8.4). Names are those of the results' files. */
enum Variant {
    MYISAM("item as MyISAM", Map.of("item", "MyISAM"), false), INNODB("item as InnoDB", Map.of(),
            false), CACHED("InnoDB, searches cached", Map.of(), true);

    final String title;
    final Map<String, String> engines;
    final boolean cached;

    Variant(String title, Map<String, String> engines, boolean cached) {
        this.title = title;
        this.engines = engines;
        this.cached = cached;
    }

    String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
