// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Collection;
import java.util.Optional;

/** Which transaction type a context belongs to, over all processes of a recording. */
public final class ContextTypes {
    private final Stitcher stitcher;

    public ContextTypes(Collection<RecordedProcess> processes) {
        stitcher = new Stitcher(processes);
    }

    /** Empty for a thread without a transaction, and where the context is not known. */
    public Optional<String> of(RecordedProcess process, int context) {
        Stitcher.Origin origin = stitcher.origin(process, context);
        if (origin.reason() != null)
            return Optional.empty();
        return origin.type() != null ? Optional.of(origin.type()) : TransactionNaming.ofHandlers(origin.path());
    }
}
