// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The upstream path, the boundary of the last process, that process's own stack: a view, because thousands share each
 * part.
 */
final class EndToEndStack extends AbstractList<Frame> implements RandomAccess {
    private final List<Frame> upstream;
    private final Frame boundary;
    private final List<Frame> own;

    EndToEndStack(List<Frame> upstream, Frame boundary, List<Frame> own) {
        this.upstream = upstream;
        this.boundary = boundary;
        this.own = own;
    }

    @Override
    public Frame get(int i) {
        int below = i - upstream.size();
        return below < 0 ? upstream.get(i) : below == 0 ? boundary : own.get(below - 1);
    }

    @Override
    public int size() {
        return upstream.size() + 1 + own.size();
    }
}
