# SPDX-License-Identifier: Apache-2.0
# Builds, then hands over to the demo's own program.

whodunit_demo() {
  local argument kind= options=()
  for argument; do
    case $argument in
      --seda | --lamp | --spring)
        if [ -n "$kind" ] && [ "$kind" != "$argument" ]; then
          echo "whodunit demo: $kind and $argument are two demos; see: whodunit demo --help" >&2
          exit 2
        fi
        kind=$argument ;;
      *) options+=("$argument") ;;
    esac
  done
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build
  local benchmarks=$WHODUNIT_HOME/benchmarks program
  case $kind in
    --seda) program=(seda-web/target/whodunit-seda-web.jar whodunit.sedaweb.demo.SedaDemo) ;;
    --lamp) program=(lamp/target/whodunit-lamp.jar whodunit.lamp.demo.LampDemo) ;;
    --spring)
      program=("spring-shop/target/classes:$benchmarks/spring-shop/target/lib/*" whodunit.springshop.demo.SpringDemo) ;;
    *) program=(tpcw/target/whodunit-tpcw.jar whodunit.tpcw.demo.Demo) ;;
  esac
  exec "$(whodunit_java)" -cp "$benchmarks/${program[0]}" "${program[1]}" "${options[@]}"
}
