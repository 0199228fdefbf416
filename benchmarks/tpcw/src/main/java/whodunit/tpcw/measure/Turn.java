// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

/**
 * What a fixed piece of work cost one bookstore.
 *
 * @param database CPU milliseconds of mariadbd, by the kernel's accounting
 * @param web CPU milliseconds of Tomcat
 * @param housekeeping those of them that its JVM's compilers and collectors used
 * @param wire bytes between the tiers, both ways, by mariadbd's own count
 * @param allWires the same and those between browsers and Tomcat, by the browsers' count
 * @param seconds in which browsers were at work
 */
record Turn(int interactions, double database, double web, double housekeeping, long wire, long allWires,
        double seconds) {
    static final Turn NOTHING = new Turn(0, 0, 0, 0, 0, 0, 0);

    Turn plus(Turn t) {
        return new Turn(interactions + t.interactions, database + t.database, web + t.web,
                housekeeping + t.housekeeping, wire + t.wire,
                allWires + t.allWires, seconds + t.seconds);
    }

    double both() {
        return database + web;
    }

    /** Of Tomcat, but for what its JVM does for itself. */
    double application() {
        return web - housekeeping;
    }

    double bothApplications() {
        return database + application();
    }

    double throughput() {
        return interactions / seconds;
    }
}
