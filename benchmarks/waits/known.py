# SPDX-License-Identifier: Apache-2.0
"""The weights of a program's graph of waits as the program itself knows them: the published rule, followed to the
letter on the waits that its threads have logged (kernel/tests/truth.h)."""
import bisect
import collections

Wait = collections.namedtuple('Wait', 'thread by began until ended')
OTHERS = {-1: 'timer', -2: 'disk'}


class Known:
    def __init__(self, log):
        self.names, self.waits = dict(OTHERS), {}
        for line in log:
            words = line.split()
            if words[0] == 'from':
                self.began, self.ended = int(words[1]), int(words[3])
            elif words[0] == 'thread':
                self.names[int(words[1])] = words[2]
                self.waits[int(words[1])] = []
            else:
                thread, by, began, blocked, ended = map(int, words[1:])
                self.waits[thread].append(Wait(thread, by, began, began + blocked, ended))

    def weights(self, since, until):
        """By (waiting, waited for): seconds with what others wait through it, and its own alone; of the waits that
        ended within the time, without those of half of it."""
        within = {thread: [w for w in all if since < w.ended <= until and w.until > since
                           and w.until - w.began < (until - since) / 2] for thread, all in self.waits.items()}
        starts = {thread: [w.began for w in all] for thread, all in within.items()}
        cascaded, direct = collections.Counter(), collections.Counter()

        def cascade(wait, low, high, path):
            if low >= high or wait.by in path:
                return
            cascaded[self.names[wait.thread], self.names[wait.by]] += (high - low) / 1e9
            for inner in between(wait.by, low, high):
                cascade(inner, max(low, inner.began), min(high, inner.until), path | {wait.thread})

        def between(thread, low, high):
            if thread < 0:
                return
            for i in range(max(0, bisect.bisect(starts[thread], low) - 1), len(starts[thread])):
                if within[thread][i].began >= high:
                    return
                yield within[thread][i]

        for all in within.values():
            for wait in all:
                low = max(since, wait.began)
                direct[self.names[wait.thread], self.names[wait.by]] += (wait.until - low) / 1e9
                cascade(wait, low, wait.until, frozenset())
        return cascaded, direct
