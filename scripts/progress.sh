# SPDX-License-Identifier: Apache-2.0
# What long commands are doing, for who waits at a terminal.

# Keeps what comes in a log. At a terminal each line that the program of sed prints of it stands in the place of the
# one before, and none is left at the end.
whodunit_progress() { # log, program of sed
  if [ ! -t 2 ]; then
    cat >"$1"
    return
  fi
  tee -- "$1" | sed -un "$2" | while IFS= read -r line; do
    printf '\r\033[K%s' "${line:0:76}"
  done >&2
  printf '\r\033[K' >&2
}
