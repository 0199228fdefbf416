#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Recorded processes as they live and die: fork and exec, unusable directories, a full disk, kill -9.
# Arguments: libwhodunit.so, the busy program, its plugin.
set -u
library=$1 busy=$2 plugin=$3
work=$(mktemp -d)
trap 'mountpoint -q "$work/small" && umount "$work/small"; rm -rf "$work"' EXIT
passed=0 failed=0
check() { # what, command...
  local what=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $what"; fi
}
record() { # directory, arguments of busy...
  local dir=$1
  shift
  LD_PRELOAD=$library WHODUNIT_RUN=1 WHODUNIT_DIR=$dir WHODUNIT_ROTATE=${rotate:-1s} \
    "$busy" "$@" 2>"$work/stderr" >"$work/stdout"
}
files() { find "$1" -name "$2" 2>/dev/null | wc -l; }
one_line_saying() { [ "$(wc -l <"$work/stderr")" = 1 ] && grep -q "$1" "$work/stderr"; }

# As long as the recorder is waited for: the exiting thread holds the linker's lock, which the recorder needs.
LD_PRELOAD=$library WHODUNIT_RUN=1 WHODUNIT_DIR=$work/plugin \
  timeout -s KILL 120 "$busy" plugin 1 "$plugin" 2>"$work/plugin.stderr" &
exiting=$!

check "a plain run succeeds" record "$work/plain"
check "it leaves finished files" [ "$(files "$work/plain" '*.jfr')" -ge 1 ]
check "and nothing unfinished" [ "$(files "$work/plain" '*.part')" = 0 ]

check "fork and exec succeed" record "$work/fork" fork
# and the child before its exec, if it has lasted
check "parent and exec'd child have a recording each" \
  [ "$(ls "$work/fork" | sed 's/-[0-9]*\.jfr$//' | sort -u | wc -l)" -ge 2 ]
check "all of them finished" [ "$(files "$work/fork" '*.part')" = 0 ]

check "a context that never was does no harm" record "$work/garbage" garbage
check "and the recording is whole" [ "$(files "$work/garbage" '*.jfr')" -ge 1 ]

check "the recorder's files take nothing from the host's descriptors of the same numbers" record "$work/carries" carries
check "and there were several" [ "$(files "$work/carries" '*.jfr')" -ge 2 ]

check "a process may only wait" record "$work/waits" waits
check "and makes no file a second meanwhile" [ "$(files "$work/waits" '*.jfr')" -le 2 ]

check "a directory's name may be what the sampler's options cannot hold" record "$work/a,b=50%n"
check "and the recording is there" [ "$(files "$work/a,b=50%n" '*.jfr')" -ge 1 ]
check "and nothing is elsewhere" \
  [ "$(find "$work" . -maxdepth 1 -name 'a*' -o -maxdepth 1 -name 'whodunit.jfr' | wc -l)" = 1 ]
check "and nothing is told" [ ! -s "$work/stderr" ]

mkdir "$work/lost"
lost() ( # with this engine the recorder has no descriptors of its own
  export WHODUNIT_ENGINE=wall
  rotate=3600s record "$work/lost" close 2500000000 "$work/lost" "$work/found"
)
check "a program that closes all descriptors and cannot open the recording again runs on" lost
told_once() { [ "$(grep -c "$1" "$work/stderr")" = 1 ]; }
check "and it is told once what became of it" told_once "the directory was removed, .*its last file is not finished"
check "and the cut file is not taken for a finished one" \
  [ "$(files "$work/found" '*.jfr')$(files "$work/found" '*.part')" = 01 ]

limited() (
  ulimit -f 12
  record "$work/limited"
)
check "a limit on the size of files does not stop the program" limited
check "and is told in one line" one_line_saying "File too large"
check "and the cut file is not taken for a finished one" \
  [ "$(files "$work/limited" '*.jfr')$(files "$work/limited" '*.part')" = 01 ]

touch "$work/file"
check "an unusable directory does not stop the program" record "$work/file/below"
check "and is told in one line" one_line_saying "runs on unrecorded"

check "a shell that does nothing leaves nothing" \
  env LD_PRELOAD="$library" WHODUNIT_RUN=1 WHODUNIT_DIR="$work/shell" sh -c true
check "no file" [ "$(files "$work/shell" '*')" = 0 ]

LD_PRELOAD=$library WHODUNIT_RUN=1 WHODUNIT_DIR=$work/killed WHODUNIT_ROTATE=1s \
  "$busy" work 100000000000 >/dev/null 2>&1 &
victim=$!
for _ in $(seq 60); do [ "$(files "$work/killed" '*.jfr')" -ge 2 ] && break; sleep 0.1; done
kill -9 $victim
wait $victim 2>/dev/null
check "kill -9 leaves the finished files" [ "$(files "$work/killed" '*.jfr')" -ge 2 ]
check "and the cut one under its own name" [ "$(files "$work/killed" '*.part')" = 1 ]

mkdir "$work/small"
if mount -t tmpfs -o size=48m tmpfs "$work/small" 2>/dev/null; then
  LD_PRELOAD=$library WHODUNIT_RUN=1 WHODUNIT_DIR=$work/small/rec \
    "$busy" work 100000000000 2>"$work/stderr" >/dev/null &
  host=$!
  for _ in $(seq 60); do [ "$(files "$work/small" '*.part')" = 1 ] && break; sleep 0.1; done
  head -c 40M /dev/zero >"$work/small/ballast" 2>/dev/null
  for _ in $(seq 60); do [ -s "$work/stderr" ] && break; sleep 0.1; done
  check "a disk that fills up is told in one line" one_line_saying "less than 16 MiB left"
  check "and does not stop the program" kill -0 $host
  kill -9 $host
  wait $host 2>/dev/null
else
  echo "skipped: a full disk needs the right to mount"
fi
wait $exiting
check "a program that exits while it loads a library does not wait for ever" [ $? = 3 ]
check "and is told what became of the recording" grep -q "is not finished" "$work/plugin.stderr"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
