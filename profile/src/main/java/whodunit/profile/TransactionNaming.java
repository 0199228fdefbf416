// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names a transaction that nothing upstream has named: by the handlers or tiers that led to it, or by its call path,
 * which is the outermost frame of the application.
 */
final class TransactionNaming {
    private TransactionNaming() {}

    /** @param frames outermost first */
    static Optional<String> ofStack(List<Frame> frames, ApplicationCode application) {
        for (Frame f : frames)
            if (f.kind() == Frame.Kind.JAVA && application.has(f.name()))
                return Optional.of(f.name());
        return Optional.empty();
    }

    /**
     * @param path of a context; its handlers and tiers are the name, without the addresses that follow their symbols
     */
    static Optional<String> ofHandlers(List<Frame> path) {
        String name = path.stream().filter(f -> f.kind() == Frame.Kind.HANDLER)
                .map(f -> Frame.withoutAddress(f.name())).collect(Collectors.joining(" > "));
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }
}
