# SPDX-License-Identifier: Apache-2.0
# Builds, then hands over to the demo's own program.

whodunit_demo() {
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build
  local benchmarks=$WHODUNIT_HOME/benchmarks program=(tpcw/target/whodunit-tpcw.jar whodunit.tpcw.demo.Demo)
  if [ "${1:-}" = --seda ]; then
    shift
    program=(seda-web/target/whodunit-seda-web.jar whodunit.sedaweb.demo.SedaDemo)
  elif [ "${1:-}" = --spring ]; then
    shift
    program=("spring-shop/target/classes:$benchmarks/spring-shop/target/lib/*" whodunit.springshop.demo.SpringDemo)
  fi
  exec "$(whodunit_java)" -cp "$benchmarks/${program[0]}" "${program[1]}" "$@"
}
