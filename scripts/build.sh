# SPDX-License-Identifier: Apache-2.0
# Builds everything into build/dist; does nothing if nothing has changed.

whodunit_sources_changed() {
  local stamp=$WHODUNIT_HOME/build/built
  [ ! -e "$stamp" ] || [ -n "$(find "$WHODUNIT_HOME" \
    \( -name target -o -name build -o -name .git -o -name docs \) -prune -o -type f -newer "$stamp" \
    \( -name '*.java' -o -name '*.c' -o -name '*.h' -o -name '*.proto' -o -name 'pom.xml' \
    -o -path '*/c-libevent-patch/*' -o -name 'CMakeLists.txt' -o -name '*.options' \
    -o -path '*/src/main/*' \) -print -quit)" ]
}

whodunit_build() {
  . "$WHODUNIT_HOME/scripts/setup.sh"
  whodunit_setup
  whodunit_sources_changed || return 0
  mkdir -p "$WHODUNIT_HOME/build"
  exec 9>"$WHODUNIT_HOME/build/lock"
  flock 9
  if whodunit_sources_changed; then
    echo "whodunit: building (the first time takes a few minutes)" >&2
    local started=$WHODUNIT_HOME/build/built.new
    touch "$started"
    if ! (
      cd "$WHODUNIT_HOME" && JAVA_HOME=$(whodunit_java_home) mvn -B -ntp -DskipTests package 2>&1
    ) | whodunit_progress "$WHODUNIT_HOME/build/build.log" \
      's/^\[INFO\] Building \(.*[^ ]\)  *\(\[[0-9]*\/[0-9]*\]\)$/\2 \1/p'; then
      grep -E 'ERROR|error:' "$WHODUNIT_HOME/build/build.log" | head -n 20 >&2
      echo "whodunit: the build failed; the whole log is in $WHODUNIT_HOME/build/build.log" >&2
      return 1
    fi
    mv "$started" "$WHODUNIT_HOME/build/built"
  fi
  exec 9>&-
}

# For commands that must start quickly, and may run while a build is changing: a build that is there is good enough.
whodunit_build_if_missing() {
  local lib=$WHODUNIT_HOME/build/dist/lib
  [ -e "$lib/whodunit-cli.jar" ] && [ -e "$lib/libwhodunit.so" ] && [ -e "$lib/whodunit-agent.jar" ] || whodunit_build
}
