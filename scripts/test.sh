# SPDX-License-Identifier: Apache-2.0
# Installs, builds and runs all tests: ctest for C, Surefire for Java, end-to-end tests on real servers. The last lines
# name what failed, what failed once and passed when it was run again, and sum up.

whodunit_test() {
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build
  find "$WHODUNIT_HOME" -path '*/target/surefire-reports' -prune -exec rm -rf {} +
  find "$WHODUNIT_HOME/build" -name ctest.xml -delete
  whodunit_test_null || return
  local status=0
  . "$WHODUNIT_HOME/scripts/lint.sh"
  whodunit_lint || {
    echo "FAILED whodunit lint: see above" >&2
    status=1
  }
  (
    whodunit_test_scratch
    # what takes its time, and was made just now of the same sources
    cd "$WHODUNIT_HOME" &&
      JAVA_HOME=$(whodunit_java_home) mvn -B -ntp --fail-at-end -Djava.io.tmpdir="$TMPDIR" -Dproguard.skip=true \
        -Dquarkus.build.skip=true "$@" verify |
      tee build/test.log
  ) || status=$?
  whodunit_test_modules <"$WHODUNIT_HOME/build/test.log"
  whodunit_test_repeated <"$WHODUNIT_HOME/build/test.log" || status=1
  whodunit_test_summary
  return $status
}

# The servers that are not run as root write to /dev/null. Where a program run as root has put something else in its
# place, they would fail far from the cause.
whodunit_test_null() {
  [ "$(stat -c %A /dev/null)" != crw-rw-rw- ] || return 0
  if [ -c /dev/null ] && [ "$(id -u)" -eq 0 ] && chmod 666 /dev/null; then
    echo "whodunit: not everybody could write to /dev/null; mended by chmod 666 /dev/null" >&2
    return
  fi
  echo "whodunit: /dev/null is not what it should be: $(stat -c '%A %F' /dev/null); as root:" \
    "rm -f /dev/null && mknod -m 666 /dev/null c 1 3" >&2
  return 1
}

# Where all tests put their temporary files until the shell ends, so that what one leaves that failed or was stopped
# (Ctrl-C) is gone with the run. Servers that are not run as root must reach theirs.
whodunit_test_scratch() {
  TMPDIR=$(mktemp -d -t whodunit-test.XXXXXX) || exit
  export TMPDIR
  chmod 711 "$TMPDIR"
  trap 'rm -rf "$TMPDIR" || { sleep 5; rm -rf "$TMPDIR"; }' EXIT # a server may still be stopping
}

# The JUnit files that both write, each ended by a zero byte.
whodunit_test_results() {
  find "$WHODUNIT_HOME" -path '*/target/surefire-reports/TEST-*.xml' -print0
  find "$WHODUNIT_HOME/build" -name ctest.xml -print0
}

# Of what Maven says at its end: the modules that failed, and those that were not tried because they need one of them.
whodunit_test_modules() {
  sed -n -e '/^\[INFO\] BUILD /d' -e 's/^\[INFO\] \(.*[^ .]\) \.* *FAILURE.*/FAILED module \1/p' \
    -e 's/^\[INFO\] \(.*[^ .]\) \.* *SKIPPED$/NOT RUN module \1: it needs one that failed/p'
}

# Of what ctest says: the tests that failed and passed when they were run again. That makes no crash good, nor what a
# fuzzer has found.
whodunit_test_repeated() {
  awk '
    /Test +#[0-9]+: / {
      name = $0
      sub(/.*Test +#[0-9]+: /, "", name)
      sub(/ .*/, "", name)
      if (/\*\*\*/) {
        again[name] = 1
        if (/Exception/ || name ~ /fuzz/) crashed[name] = 1
      } else if (/ Passed /) {
        if (name in crashed) {
          print "FAILED " name ": it crashed or found a crash, and passed when it was run again"
          status = 1
        } else if (name in again) {
          print "FLAKY " name ": passed when it was run again"
        }
      }
    }
    END { exit status }'
}

# What failed and its message, a line each, or the end of what it printed, as ctest has no messages; then "N passed,
# N failed, N skipped".
whodunit_test_summary() {
  whodunit_test_results | xargs -0r awk '
      function value(key) {
        if (!match($0, "[ \t]" key "=\"[^\"]*\"")) return ""
        return substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 4)
      }
      function plain(text) {
        gsub(/&lt;/, "<", text)
        gsub(/&gt;/, ">", text)
        gsub(/&quot;/, "\"", text)
        gsub(/&amp;/, "\\&", text)
        return text
      }
      /<testcase / { test = value("classname") "." value("name"); silent = 0 }
      /<(failure|error)[ >\/]/ {
        message = value("message")
        silent = message == ""
        gsub(/&#10;/, " ", message)
        print "FAILED " test ": " substr(message, 1, 300)
      }
      /<flaky(Failure|Error)[ >]/ {
        message = value("message")
        gsub(/&#10;/, " ", message)
        print "FLAKY " test ": passed when it was run again; before: " substr(message, 1, 300)
      }
      silent && sub(/.*<system-out>/, "") { printing = 1; lines = 0 }
      printing {
        ends = sub(/<\/system-out>.*/, "")
        if ($0 != "") printed[lines++ % 10] = plain($0)
        for (i = lines > 10 ? lines - 10 : 0; ends && i < lines; i++) print "    " substr(printed[i % 10], 1, 300)
        printing = !ends
      }'
  whodunit_test_results |
    xargs -0r sed -n '/<testsuite /,/>/p' |
    awk '
      function value(key) {
        return match($0, "[ \t]" key "=\"[0-9]+\"") ? substr($0, RSTART + length(key) + 3) + 0 : 0
      }
      {
        tests += value("tests")
        failed += value("failures") + value("errors")
        skipped += value("skipped") + value("disabled")
      }
      END { printf "%d passed, %d failed, %d skipped\n", tests - failed - skipped, failed, skipped }'
}
