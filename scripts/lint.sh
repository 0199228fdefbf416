# SPDX-License-Identifier: Apache-2.0
# What a reviewer should not have to say: form, long lines, and what clang-tidy finds in the native code. javac's and
# the C compiler's warnings are errors of the build.

whodunit_lint() {
  local status=0
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build
  . "$WHODUNIT_HOME/scripts/format.sh"
  whodunit_format --check || status=1
  whodunit_lint_columns || status=1
  whodunit_lint_native || status=1
  return $status
}

# Not in what is data, or somebody else's format.
whodunit_lint_columns() {
  (
    cd "$WHODUNIT_HOME"
    git ls-files -z --cached --others --exclude-standard -- '*.c' '*.h' '*.cc' '*.java' '*.py' '*.sh' '*.md' '*.js' \
      '*.css' '*.html' '*.proto' whodunit |
      python3 scripts/columns.py
  )
}

whodunit_lint_native() {
  local status=0
  whodunit_tidy runtime 'runtime/src/*.c' 'runtime/tools/*.c' 'jvm-agent/native/*.c' || status=1
  # where the kernel side was not built nothing is known of its files; BPF programs are not looked at
  [ ! -e "$WHODUNIT_HOME/build/dist/lib/whodunit-kernel" ] ||
    whodunit_tidy kernel 'kernel/src/*.c' 'kernel/tests/*.c' || status=1
  return $status
}

# gcc's options for a library that is optimised as a whole are none of clang's.
whodunit_tidy() { # build's directory, files…
  local build=$1
  shift
  (
    cd "$WHODUNIT_HOME"
    git ls-files -z --cached --others --exclude-standard -- "$@" | grep -zv '\.bpf\.c$' |
      xargs -0 -n 1 -P "$(nproc)" clang-tidy -p "build/$build" --quiet \
        --extra-arg=-Wno-ignored-optimization-argument 2>/dev/null | sed "s#$WHODUNIT_HOME/##" >&2
    [ "${PIPESTATUS[2]}" -eq 0 ]
  )
}
