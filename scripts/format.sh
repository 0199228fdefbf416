# SPDX-License-Identifier: Apache-2.0
# Brings all sources into the project's form: C by clang-format (.clang-format), Java by Eclipse's formatter
# (.java-format.xml), so that no change is about blanks.

whodunit_format() {
  . "$WHODUNIT_HOME/scripts/setup.sh"
  whodunit_setup
  local check=${1:-} status=0
  case $check in
    '' | --check) ;;
    *) echo "whodunit: format knows no '$check'; see: whodunit format --help" >&2; return 2 ;;
  esac
  cd "$WHODUNIT_HOME"
  git ls-files -z --cached --others --exclude-standard -- '*.c' '*.h' '*.cc' |
    xargs -0 clang-format $([ -n "$check" ] && echo --dry-run --Werror || echo -i) || status=1
  JAVA_HOME=$(whodunit_java_home) mvn -B -q -N "formatter:$([ -z "$check" ] && echo format || echo validate)" ||
    status=1
  [ $status -eq 0 ] || echo "whodunit: not in the project's form; run: ./whodunit format" >&2
  return $status
}
