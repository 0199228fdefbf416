# SPDX-License-Identifier: Apache-2.0
# Builds, then hands over to the demo's own program.

whodunit_demo() {
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build
  local benchmarks=$WHODUNIT_HOME/benchmarks program=(tpcw/target/whodunit-tpcw.jar whodunit.tpcw.demo.Demo)
  case ${1:-} in
    --seda) program=(seda-web/target/whodunit-seda-web.jar whodunit.sedaweb.demo.SedaDemo); shift ;;
    --lamp) program=(lamp/target/whodunit-lamp.jar whodunit.lamp.demo.LampDemo); shift ;;
    --spring)
      program=("spring-shop/target/classes:$benchmarks/spring-shop/target/lib/*" whodunit.springshop.demo.SpringDemo)
      shift ;;
  esac
  exec "$(whodunit_java)" -cp "$benchmarks/${program[0]}" "${program[1]}" "$@"
}
