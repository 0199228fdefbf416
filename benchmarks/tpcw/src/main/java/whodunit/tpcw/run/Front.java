// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import java.util.List;

/** Which server visitors ask, if not Tomcat itself. */
public enum Front {
    NONE(null), PROXY("proxy"), APACHE_HTTP("apache"), APACHE_AJP("apache");

    private final String tier;

    Front(String tier) {
        this.tier = tier;
    }

    String tier() {
        return tier;
    }

    /** The names of all tiers in reports, in the order in which a request passes them, with this database. */
    public List<String> tiers(Database database) {
        return tier == null ? List.of("tomcat", database.key()) : List.of(tier, "tomcat", database.key());
    }

    /** Whether what it passes on carries no context, so that Tomcat has it by messages. */
    boolean isFollowedByMessages() {
        return this == APACHE_HTTP || this == APACHE_AJP;
    }

    /** Whether its workers give up root, and so must be able to write into the recording as somebody else. */
    public boolean dropsRoot() {
        return this == APACHE_HTTP || this == APACHE_AJP;
    }
}
