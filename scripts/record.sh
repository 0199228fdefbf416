# SPDX-License-Identifier: Apache-2.0
# Runs a command with the recorder in it: LD_PRELOAD for native programs, the agent for JVMs. Replaces this shell, so
# that signals and the exit status are the command's own.

whodunit_record_fail() {
  echo "whodunit record: $1; see: whodunit record --help" >&2
  exit 2
}

# Ends with the status that a shell has for it, before a directory is made.
whodunit_require_program() { # name
  local found
  found=$(type -P -- "$1") && [ -x "$found" ] && return # it also finds what may not be executed, if nothing else
  if [[ $1 == */* && -d $1 ]]; then
    echo "whodunit record: '$1' is a directory, not a program" >&2
    exit 126
  elif [ -n "$found" ] || [[ $1 == */* && -e $1 ]]; then
    echo "whodunit record: '${found:-$1}' may not be executed; allow it (chmod +x)," \
      "or give the interpreter that runs it" >&2
    exit 126
  elif [[ $1 == */* ]]; then
    echo "whodunit record: there is no program '$1'" >&2
  else
    echo "whodunit record: '$1' is no program on the path" >&2
  fi
  exit 127
}

# What cannot be recorded however long it runs: said at once, since nothing else would say why there is no recording.
whodunit_record_reason() {
  local program=$1
  [ "$(head -c 4 -- "$program" 2>/dev/null | tr -d '\0')" = $'\x7fELF' ] || return 0
  # a program that is linked dynamically names its loader in front of its code
  if ! head -c 8192 -- "$program" | grep -qaE '/ld(-linux|-musl|64)?[-.a-z0-9_]*\.so'; then
    echo "whodunit record: '$program' is linked statically, so nothing can be loaded into it: it is not recorded" >&2
  elif [ "$(head -c 5 -- "$program" | tail -c 1)" = $'\x01' ]; then
    echo "whodunit record: '$program' has 32 bits, and the recorder 64: it is not recorded" >&2
  elif head -c 8192 -- "$program" | grep -qaF /ld-musl; then
    echo "whodunit record: '$program' is linked with musl, and the recorder with glibc: it is not recorded" >&2
  elif { [ -u "$program" ] && [ "$(stat -c %u -- "$program")" != "$(id -u)" ]; } ||
    { [ -g "$program" ] && [[ " $(id -G) " != *" $(stat -c %g -- "$program") "* ]]; }; then
    echo "whodunit record: '$program' changes its user (setuid), so the system loads nothing into it:" \
      "it is not recorded; start it as the user that it becomes" >&2
  fi
}

# libwhodunit.so by a name that LD_PRELOAD, LD_LIBRARY_PATH and JAVA_TOOL_OPTIONS can hold, where other characters end
# a path or quote, and nothing can be escaped: those must be linked away.
whodunit_library() {
  local dist=$WHODUNIT_HOME/build/dist links=${TMPDIR:-/tmp} special="*[[:space:]:;=\$'\"]*"
  if [[ $dist == $special ]]; then
    [[ -d $links && $links == /* && $links != $special ]] || links=/tmp
    links=${links%/}/whodunit-$(id -u)
    mkdir -m 700 "$links" 2>/dev/null || { [ -O "$links" ] && [ ! -L "$links" ]; } ||
      whodunit_record_fail "'$links' cannot be made or is not ours, so '$dist' cannot be linked to a plain name"
    links=$links/$(printf %s "$dist" | cksum | cut -d ' ' -f 1)
    ln -sfn "$dist" "$links"
    dist=$links
  fi
  echo "$dist/lib/libwhodunit.so"
}

# What the loader says of a library that it does not load.
whodunit_not_loaded() { # directory
  (unset WHODUNIT_RUN; LD_PRELOAD=$1/libwhodunit.so exec true) 2>&1 | head -n 1
}

# The directory of what is preloaded, also into programs that cannot have it: for $LIB only glibc's loader puts a
# directory, and for programs of 32 bits one where libraries without content are. musl's finds no file, and says
# nothing. Where the loader has other directories the library's own is taken.
whodunit_preloads() { # libwhodunit.so
  local lib=${1%/*} named why
  named=${lib%/*}/preload/\$LIB
  if [ -n "$(whodunit_not_loaded "$named")" ]; then
    named=$lib
    why=$(whodunit_not_loaded "$named")
    if [ -n "$why" ]; then # a linker needs a minute for it
      why=${why##*(}
      echo "whodunit record: '$1' cannot be loaded (${why%%)*}), so nothing would be recorded: if a build is running," \
        "wait for its end; else: whodunit build" >&2
      exit 2
    fi
  fi
  echo "$named"
}

# A server that drops root gives its children another user, who is to write here as well: as in /tmp, each its own
# files.
whodunit_make_directory() {
  local why
  if [ -d "$1" ]; then
    [ -w "$1" ] && [ -x "$1" ] ||
      whodunit_record_fail "cannot write into the directory '$1'; allow it, or choose another by -o"
    return
  fi
  why=$(mkdir -p -- "$1" 2>&1) ||
    whodunit_record_fail "cannot make the directory '$1': ${why##*: }; choose another by -o"
  [ $EUID -ne 0 ] || chmod 1777 "$1"
}

# Each process makes its own of %p and %t, somewhere in what is there now.
whodunit_check_directory() {
  local there=${1%%\%*}
  there=${there%/*}
  while [ ! -e "${there:-/}" ]; do there=${there%/*}; done
  there=${there:-/}
  [ -d "$there" ] && [ -w "$there" ] && [ -x "$there" ] ||
    whodunit_record_fail "cannot make directories in '$there'; allow it, or choose another place by -o"
}

# Starts the kernel side for the processes that this one becomes and starts (docs/kernel.md). Where it cannot be had,
# one line says why, and the recording goes on without it. A container that is started again has the same process's
# number, and the files of the time before.
whodunit_start_kernel() { # engine, interval, off-cpu threshold, waits
  local helper=$WHODUNIT_HOME/build/dist/lib/whodunit-kernel name socket why
  local arguments=(--watch $$)
  name=$WHODUNIT_DIR/$(mktemp -u "kernel-$$-XXXXXXXX")
  socket=$name.socket
  [ "$1" != kernel ] || arguments+=(--interval "$2" --waits "$3")
  [ "$4" != on ] || arguments+=(--intervals "$name.waits")
  [[ $WHODUNIT_DIR != *%* ]] || socket=$(mktemp -u "${TMPDIR:-/tmp}/whodunit-kernel-XXXXXXXX.socket")
  if [ ! -x "$helper" ]; then
    why="it was not built, since the machine that built it has no clang, libbpf-dev, liblzma-dev, bpftool or types of"
    why+=" its kernel"
  elif why=$("$helper" --socket "$socket" "${arguments[@]}" 2>&1); then
    export WHODUNIT_KERNEL=$socket
    [ "$4" != on ] || export WHODUNIT_WAITS=on
    return
  fi
  if [ "$1" = kernel ]; then
    echo "whodunit record: no --engine kernel: $why; recording with ctimer" >&2
    export WHODUNIT_ENGINE=ctimer
  fi
  [ "$4" != on ] || echo "whodunit record: no --waits: $why; recording without them" >&2
}

# A time such as 500us, in ns.
whodunit_nanoseconds() {
  local unit=${1##*[0-9.]} number
  number=${1%"$unit"}
  LC_ALL=C awk -v n="$number" -v u="$unit" 'BEGIN {
    f["ns"] = 1; f["us"] = 1000; f["ms"] = 1000000; f["s"] = 1000000000; printf "%.0f", int(n * f[u]) }'
}

# The ranges of times and lengths are those of runtime/src/options.c, which only leaves out what is wrong.
whodunit_is_time() { # value, the least in ns
  [[ $1 =~ ^([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|ms|s)$ ]] &&
    awk -v ns="$(whodunit_nanoseconds "$1")" -v least="$2" 'BEGIN { exit !(ns + 0 >= least + 0 && ns + 0 <= 1e15) }'
}

whodunit_fits() { # value, the most bytes
  local LC_ALL=C
  [ -n "$1" ] && [ ${#1} -le "$2" ]
}

whodunit_record() {
  local dir=whodunit-recording libevent= off_cpu=off waits=off flows=off
  while [ $# -gt 0 ]; do
    case $1 in
      --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;; # as all commands take it
    esac
    case $1 in
      -h | --help) cat "$WHODUNIT_HOME/scripts/help/record.txt"; exit 0 ;;
      --) shift; break ;;
      --libevent) libevent=1; shift ;;
      -o | --dir | --tier | --stage | --engine | --interval | --rotate | --events | --crosstalk | --flows | \
        --requests | --baggage | --messages | --publish | --routes | --app | --off-cpu | --waits)
        [ $# -ge 2 ] && [ "$2" != -- ] || whodunit_record_fail "$1 needs a value"
        case $1 in
          -o | --dir)
            [ -n "$2" ] || whodunit_record_fail "$1 is a directory, not ''"
            dir=$2 ;;
          --tier | --stage) # the name it had in version 0.1
            [[ $2 != */* ]] && whodunit_fits "$2" 127 ||
              whodunit_record_fail "$1 is a name of 1 to 127 characters without '/', not '${2:0:40}'"
            export WHODUNIT_TIER=$2 ;;
          --engine)
            case $2 in
              ctimer | cpu-clock | wall | kernel) ;;
              *) whodunit_record_fail "--engine is ctimer, cpu-clock, wall or kernel, not '$2'" ;;
            esac
            export WHODUNIT_ENGINE=$2 ;;
          --interval)
            whodunit_is_time "$2" 1 ||
              whodunit_record_fail "--interval is a time such as 4ms, 1ns to 1000000s, not '${2:0:40}'"
            export WHODUNIT_INTERVAL=$2 ;;
          --off-cpu)
            [ "$2" = off ] || whodunit_is_time "$2" 1 ||
              whodunit_record_fail "--off-cpu is a time such as 20us, 1ns to 1000000s, or off, not '${2:0:40}'"
            off_cpu=$2 ;;
          --waits)
            case $2 in on | off) ;; *) whodunit_record_fail "--waits is on or off, not '$2'" ;; esac
            waits=$2 ;;
          --rotate)
            whodunit_is_time "$2" 1000000000 ||
              whodunit_record_fail "--rotate is a time such as 10s, 1s to 1000000s, not '${2:0:40}'"
            export WHODUNIT_ROTATE=$2 ;;
          --events)
            case $2 in full | paper) ;; *) whodunit_record_fail "--events is full or paper, not '$2'" ;; esac
            export WHODUNIT_EVENTS=$2 ;;
          --crosstalk)
            case $2 in on | off) ;; *) whodunit_record_fail "--crosstalk is on or off, not '$2'" ;; esac
            export WHODUNIT_CROSSTALK=$2 ;;
          --flows)
            case $2 in on | off) ;; *) whodunit_record_fail "--flows is on or off, not '$2'" ;; esac
            flows=$2 ;;
          --requests)
            case $2 in on | off) ;; *) whodunit_record_fail "--requests is on or off, not '$2'" ;; esac
            export WHODUNIT_REQUESTS=$2 ;;
          --baggage)
            case $2 in trust | ignore) ;; *) whodunit_record_fail "--baggage is trust or ignore, not '$2'" ;; esac
            export WHODUNIT_BAGGAGE=$2 ;;
          --messages)
            case $2 in on | off) ;; *) whodunit_record_fail "--messages is on or off, not '$2'" ;; esac
            export WHODUNIT_MESSAGES=$2 ;;
          --publish)
            case $2 in on | off) ;; *) whodunit_record_fail "--publish is on or off, not '$2'" ;; esac
            export WHODUNIT_PUBLISH=$2 ;;
          --routes)
            WHODUNIT_ROUTES=$(readlink -e -- "$2") && whodunit_fits "$WHODUNIT_ROUTES" 1023 &&
              head -c 1 -- "$WHODUNIT_ROUTES" >/dev/null 2>&1 ||
              whodunit_record_fail "--routes is a file of patterns that can be read, not '${2:0:200}'"
            export WHODUNIT_ROUTES ;;
          --app)
            whodunit_fits "$2" 511 ||
              whodunit_record_fail "--app is patterns such as com.acme.*, 1 to 511 characters, not '${2:0:40}'"
            export WHODUNIT_APP=$2 ;;
        esac
        shift 2 ;;
      -*) whodunit_record_fail "unknown option '$1'" ;;
      *) break ;;
    esac
  done
  [ $# -gt 0 ] || whodunit_record_fail "no command to run"
  if [ "$off_cpu" != off ] && [ "${WHODUNIT_ENGINE:-}" != kernel ]; then
    whodunit_record_fail "--off-cpu needs --engine kernel"
  fi
  if [ "$waits" = on ] && [[ $dir == *%* ]]; then
    whodunit_record_fail "--waits on needs a directory without %: one recorder serves all processes"
  fi
  if [[ $dir != /* ]]; then
    whodunit_has_directory ||
      whodunit_record_fail "the working directory does not exist any more, and '$dir' would be in it; cd to another"
    dir=$PWD/$dir
  fi
  whodunit_fits "$dir" 1023 || whodunit_record_fail "-o is a directory's path of less than 1024 characters"
  whodunit_require_program "$1"
  . "$WHODUNIT_HOME/scripts/startable.sh"
  whodunit_require_startable "$(type -P -- "$1")"
  whodunit_record_reason "$(type -P -- "$1")"
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build_if_missing
  local library preloads
  library=$(whodunit_library)
  preloads=$(whodunit_preloads "$library")
  if [[ $dir == *%* ]]; then whodunit_check_directory "$dir"; else whodunit_make_directory "$dir"; fi
  WHODUNIT_DIR=$dir
  export WHODUNIT_DIR WHODUNIT_RUN=1
  # where a program's own environment says for which request others are executed: recording/executed.h
  WHODUNIT_REQUEST=$(printf '%051d' 0)
  export WHODUNIT_REQUEST=${WHODUNIT_REQUEST//0/-}
  # where it says by how much its limits on memory are higher than it knows: limits/memory_limits.h
  WHODUNIT_LIMITS=$(printf '%0128d' 0)
  export WHODUNIT_LIMITS=${WHODUNIT_LIMITS//0/-}
  unset WHODUNIT_KERNEL WHODUNIT_WAITS
  if [ "${WHODUNIT_ENGINE:-}" = kernel ] || [ "$waits" = on ]; then
    [ "$off_cpu" = off ] && off_cpu=0 || off_cpu=$(whodunit_nanoseconds "$off_cpu")
    whodunit_start_kernel "${WHODUNIT_ENGINE:-ctimer}" "$(whodunit_nanoseconds "${WHODUNIT_INTERVAL:-10ms}")" \
      "$off_cpu" "$waits"
  fi
  export LD_PRELOAD=$preloads/libwhodunit.so${LD_PRELOAD:+:$LD_PRELOAD}
  # its lock functions stand in front of those of the recorder; WHODUNIT_FLOWS=off is stronger
  if [ $flows = on ] && [ "${WHODUNIT_FLOWS:-on}" != off ]; then
    export WHODUNIT_FLOWS=on LD_PRELOAD=$preloads/libwhodunit-flows.so:$LD_PRELOAD
  fi
  if [ -n "$libevent" ]; then
    local events=${library%/*}/../libevent/lib
    [ -e "$events/libevent-2.1.so.7" ] || "$WHODUNIT_HOME/c-libevent-patch/build"
    [ -e "$events/libevent-2.1.so.7" ] || whodunit_record_fail "--libevent needs our libevent, which is not there"
    export LD_LIBRARY_PATH=$events${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  fi
  # AddressSanitizer as a library refuses to run behind another one
  export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
  export JAVA_TOOL_OPTIONS="-agentpath:$library${JAVA_TOOL_OPTIONS:+ $JAVA_TOOL_OPTIONS}"
  exec "$@"
}
