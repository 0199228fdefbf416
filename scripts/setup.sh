# SPDX-License-Identifier: Apache-2.0
# Installs what is missing. Servers are for tests and benchmarks, which start private instances: MariaDB comes without
# its service, and the services of the others are neither started nor enabled.

. "$WHODUNIT_HOME/scripts/progress.sh"

WHODUNIT_PACKAGES=(maven cmake gcc make libc6-dev nanopb libnanopb-dev libnghttp2-dev libzydis-dev protobuf-compiler
  libcmocka-dev clang clang-format clang-tidy libclang-rt-14-dev libfuzzer-14-dev valgrind mariadb-server-core
  mariadb-client-core dpkg-dev patch libssl-dev libevent-dev libglib2.0-0 libaprutil1 pkg-config wrk memcached
  pgbouncer postgresql redis-server webdis haproxy apache2-bin gunicorn nginx-light php-fpm chromium graphviz
  elfutils debuginfod clang-14 libbpf-dev liblzma-dev liburing-dev bpftool sysbench squid python3-redis python3-psycopg2
  python3-uvloop ruby-pg php-pgsql
  # by themselves these two would bring Apache and its PHP, but for nginx and php-fpm above
  php php-mysql wordpress wordpress-theme-twentytwentyone)
WHODUNIT_SERVICES=(debuginfod haproxy memcached nginx-light pgbouncer php-fpm postgresql redis-server squid
  webdis)

# What the help adds that only this file knows.
whodunit_setup_help() {
  printf '\nPackages:\n'
  printf '%s\n' "${WHODUNIT_PACKAGES[*]} npm; openjdk-17-jdk-headless if there is no JDK 17 or later" |
    fold -s -w 98 | sed 's/^/  /'
}

whodunit_missing_packages() {
  whodunit_java_home >/dev/null 2>&1 || echo openjdk-17-jdk-headless
  command -v npm >/dev/null || echo npm # which another nodejs than Debian's may have brought
  { printf '%s\n' "${WHODUNIT_PACKAGES[@]}"
    dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${WHODUNIT_PACKAGES[@]}" 2>/dev/null |
      sed -n 's/^installed //p'
  } | sort | uniq -u
}

# As root: installs packages without starting their services, which Debian asks a policy file about.
whodunit_install() {
  local policy=/usr/sbin/policy-rc.d status=0
  if [ ! -e "$policy" ]; then
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
  fi
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@" || status=$?
  return $status
}

# The services of packages that were just installed shall not start with the machine either, whatever its init, and
# also if it is an image that boots later. update-rc.d lies where a user's PATH does not reach.
whodunit_disable_services() {
  local package service
  for package in "$@"; do
    [[ " ${WHODUNIT_SERVICES[*]} " == *" $package "* ]] || continue
    service=$package # but for two
    [ "$package" != nginx-light ] || service=nginx
    [ "$package" != php-fpm ] || service=$(cd /etc/init.d && echo php*-fpm)
    "${as_root[@]}" /usr/sbin/update-rc.d "$service" disable || true
  done
}

# Go's pprof, which tests ask whether it reads what we export: one program out of Debian's package, whose whole would
# take more than 400 MB. Not needed where Go is installed.
whodunit_fetch_pprof() {
  local tools=$WHODUNIT_HOME/build/tools package
  package=$(apt-cache depends golang-go | sed -n 's/^ *Depends: \(golang-[0-9.]*-go\)$/\1/p')
  mkdir -p "$tools"
  (
    cd "$tools"
    rm -f ./*.deb
    apt-get download "$package" &&
      dpkg-deb --fsys-tarfile ./*.deb | tar -xO --wildcards './usr/lib/go-*/pkg/tool/*/pprof' >pprof.new &&
      chmod +x pprof.new && mv pprof.new pprof
    rm -f ./*.deb pprof.new
  ) >>"$WHODUNIT_HOME/build/setup.log" 2>&1
  [ -x "$tools/pprof" ] ||
    echo "whodunit: Go's pprof could not be fetched, its tests will fail; see $WHODUNIT_HOME/build/setup.log" >&2
}

whodunit_setup() {
  command -v dpkg-query >/dev/null || return 0 # not Debian: the build says what it does not find
  whodunit_install_missing
  command -v go >/dev/null || [ -x "$WHODUNIT_HOME/build/tools/pprof" ] || whodunit_fetch_pprof
}

whodunit_install_missing() {
  local missing as_root=()
  mapfile -t missing < <(whodunit_missing_packages)
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "whodunit: only root can install what is missing; run as root:" \
        "apt-get install --no-install-recommends ${missing[*]}" >&2
      return 1
    }
    as_root=(sudo)
  fi
  mkdir -p "$WHODUNIT_HOME/build"
  echo "whodunit: installing ${missing[*]}" >&2
  if ! {
    "${as_root[@]}" apt-get update &&
      "${as_root[@]}" bash -c "$(declare -f whodunit_install)"'; whodunit_install "$@"' \
      install "${missing[@]}" && whodunit_disable_services "${missing[@]}"
  } 2>&1 | whodunit_progress "$WHODUNIT_HOME/build/setup.log" \
    's/^Get:[0-9]* [^ ]* [^ ]* [^ ]* \([^ ]*\).*/fetching \1/p; s/^Setting up \([^ ]*\).*/setting up \1/p'; then
    tail -n 20 "$WHODUNIT_HOME/build/setup.log" >&2
    echo "whodunit: apt-get failed; the whole log is in $WHODUNIT_HOME/build/setup.log" >&2
    return 1
  fi
}
