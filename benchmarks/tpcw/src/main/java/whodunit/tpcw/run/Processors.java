// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import whodunit.harness.Program;

/**
 * Which tier runs on which processors, so that a tier's limit is its own, as if each had a machine.
 *
 * @param database of mariadbd, as taskset(1) writes lists: "0" or "0-1,3"
 * @param web      of Tomcat and of the browsers
 */
public record Processors(String database, String web) {
    /**
     * One for the database, the others for the rest, of those that this process may use; if there is one only, all
     * share it.
     */
    public static Processors split() throws IOException {
        List<Integer> allowed = allowed(Files.readString(Path.of("/proc/self/status")));
        List<Integer> rest = allowed.size() > 1 ? allowed.subList(1, allowed.size()) : allowed;
        return new Processors(allowed.get(0).toString(), String.join(",", rest.stream().map(String::valueOf).toList()));
    }

    /** @param status the text of /proc/self/status */
    static List<Integer> allowed(String status) {
        String list = status.lines().filter(l -> l.startsWith("Cpus_allowed_list:")).findFirst().orElseThrow()
                .split(":")[1].strip();
        List<Integer> processors = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++)
                processors.add(i);
        }
        return processors;
    }

    List<String> databasePrefix() {
        return List.of("taskset", "-c", database);
    }

    List<String> webPrefix() {
        return List.of("taskset", "-c", web);
    }

    /** Moves this process, the browsers', to the web tier's processors. */
    public void moveHere() throws IOException, InterruptedException {
        Program.run(List.of("taskset", "-a", "-c", "-p", web, Long.toString(ProcessHandle.current().pid())),
                Path.of("."));
    }
}
