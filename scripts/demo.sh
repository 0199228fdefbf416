# Builds, then hands over to the demo's own program.

whodunit_demo() {
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build
  exec "$(whodunit_java)" -cp "$WHODUNIT_HOME/benchmarks/tpcw/target/whodunit-tpcw.jar" whodunit.tpcw.demo.Demo "$@"
}
