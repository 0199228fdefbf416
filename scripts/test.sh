# Installs, builds and runs all tests: ctest for C, Surefire for Java, end-to-end tests on real servers.

whodunit_test() {
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build
  local status=0
  (cd "$WHODUNIT_HOME" && JAVA_HOME=$(whodunit_java_home) mvn -B -ntp "$@" verify) || status=$?
  return $status
}
