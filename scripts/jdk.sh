# SPDX-License-Identifier: Apache-2.0
# Finds a JDK of at least version 17: JAVA_HOME, the one on the path, or Debian's.

whodunit_jdk_version() { # JDK directory
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

whodunit_java_home() {
  local on_path candidate
  on_path=$(readlink -f "$(command -v javac || true)" 2>/dev/null || true)
  for candidate in "${JAVA_HOME:-}" "${on_path%/bin/javac}" /usr/lib/jvm/java-17-openjdk-amd64 /usr/lib/jvm/*; do
    if [ -x "$candidate/bin/javac" ] && [ "$(whodunit_jdk_version "$candidate")" -ge 17 ] 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "whodunit: no JDK of version 17 or later; run: whodunit setup" >&2
  return 1
}

whodunit_java() {
  echo "$(whodunit_java_home)/bin/java"
}
