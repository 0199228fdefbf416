package whodunit.tpcw.run;

import java.io.IOException;
import java.util.List;

/**
 * Which tier runs on which processors, so that a tier's limit is its own, as if each had a machine.
 *
 * @param database of mariadbd, as taskset(1) writes lists: "0" or "0-1,3"
 * @param web      of Tomcat and of the browsers
 */
public record Processors(String database, String web) {
    List<String> databasePrefix() {
        return List.of("taskset", "-c", database);
    }

    List<String> webPrefix() {
        return List.of("taskset", "-c", web);
    }

    /** Moves this process, the browsers', to the web tier's processors. */
    public void moveHere() throws IOException, InterruptedException {
        Shell.run(List.of("taskset", "-a", "-c", "-p", web, Long.toString(ProcessHandle.current().pid())), java.nio.file.Path.of("."));
    }
}
