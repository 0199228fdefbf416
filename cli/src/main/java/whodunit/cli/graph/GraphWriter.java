// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import java.io.IOException;
import java.io.OutputStream;
import whodunit.profile.graph.Graph;

/** One way of writing a graph down. Names may come from traffic: no format lets them become anything but text. */
public interface GraphWriter {
    /** @param out is not closed */
    void write(Graph graph, OutputStream out) throws IOException;
}
