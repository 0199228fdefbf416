# Installs what is missing. MariaDB comes without its service: only private instances are ever started.

WHODUNIT_PACKAGES=(openjdk-17-jdk-headless maven cmake gcc make libc6-dev nanopb libnanopb-dev protobuf-compiler
  libcmocka-dev clang libfuzzer-14-dev valgrind mariadb-server-core mariadb-client-core procps git)

whodunit_setup() {
  local missing=() package as_root=()
  for package in "${WHODUNIT_PACKAGES[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "whodunit: these packages are missing and only root can install them: ${missing[*]}" >&2
      return 1
    }
    as_root=(sudo)
  fi
  mkdir -p "$WHODUNIT_HOME/build"
  echo "whodunit: installing ${missing[*]}" >&2
  if ! {
    "${as_root[@]}" apt-get update &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
  } >"$WHODUNIT_HOME/build/setup.log" 2>&1; then
    tail -n 20 "$WHODUNIT_HOME/build/setup.log" >&2
    echo "whodunit: apt-get failed; the whole log is in $WHODUNIT_HOME/build/setup.log" >&2
    return 1
  fi
}
