# SPDX-License-Identifier: Apache-2.0
# Runs a command with the recorder in it: LD_PRELOAD for native programs, the agent for JVMs. Replaces this shell, so
# that signals and the exit status are the command's own.

whodunit_record_fail() {
  echo "whodunit record: $1; see: whodunit record --help" >&2
  exit 2
}

# What cannot be recorded however long it runs: said at once, since nothing else would say why there is no recording.
whodunit_record_reason() {
  local program=$1
  [ "$(head -c 4 -- "$program" 2>/dev/null | tr -d '\0')" = $'\x7fELF' ] || return 0
  # a program that is linked dynamically names its loader in front of its code
  if ! head -c 8192 -- "$program" | grep -qaE '/ld(-linux|-musl|64)?[-.a-z0-9_]*\.so'; then
    echo "whodunit record: '$program' is linked statically, so nothing can be loaded into it: it is not recorded" >&2
  elif { [ -u "$program" ] && [ "$(stat -c %u -- "$program")" != "$(id -u)" ]; } ||
    { [ -g "$program" ] && [[ " $(id -G) " != *" $(stat -c %g -- "$program") "* ]]; }; then
    echo "whodunit record: '$program' changes its user (setuid), so the system loads nothing into it:" \
      "it is not recorded; start it as the user that it becomes" >&2
  fi
}

# libwhodunit.so by a name that LD_PRELOAD can hold: it knows no quotes, so blanks and colons must be linked away.
whodunit_library() {
  local lib=$WHODUNIT_HOME/build/dist/lib links=${TMPDIR:-/tmp}/whodunit-$(id -u)
  if [[ $lib == *[[:space:]:]* ]]; then
    mkdir -m 700 "$links" 2>/dev/null || { [ -O "$links" ] && [ ! -L "$links" ]; } ||
      whodunit_record_fail "'$links' is not ours, so '$lib' cannot be linked without blanks"
    links=$links/$(printf %s "$lib" | cksum | cut -d ' ' -f 1)
    ln -sfn "$lib" "$links"
    lib=$links
  fi
  echo "$lib/libwhodunit.so"
}

# A server that drops root gives its children another user, who is to write here as well: as in /tmp, each its own
# files.
whodunit_make_directory() {
  [ ! -d "$1" ] || return 0
  mkdir -p "$1" && { [ $EUID -ne 0 ] || chmod 1777 "$1"; }
}

whodunit_record() {
  local dir=whodunit-recording libevent=
  while [ $# -gt 0 ]; do
    case $1 in
      --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;; # as all commands take it
    esac
    case $1 in
      -h | --help) cat "$WHODUNIT_HOME/scripts/help/record.txt"; exit 0 ;;
      --) shift; break ;;
      --libevent) libevent=1; shift ;;
      -o | --dir | --tier | --stage | --engine | --interval | --rotate | --events | --crosstalk | --requests | \
        --baggage | --messages | --routes | --app)
        [ $# -ge 2 ] && [ "$2" != -- ] || whodunit_record_fail "$1 needs a value"
        case $1 in
          -o | --dir) dir=$2 ;;
          --tier | --stage) # the name it had in version 0.1
            export WHODUNIT_TIER=$2 ;;
          --engine)
            case $2 in
              ctimer | cpu-clock | wall) ;;
              *) whodunit_record_fail "--engine is ctimer, cpu-clock or wall, not '$2'" ;;
            esac
            export WHODUNIT_ENGINE=$2 ;;
          --interval)
            [[ $2 =~ ^[0-9.]+(ns|us|ms|s)$ ]] || whodunit_record_fail "--interval is a time such as 4ms, not '$2'"
            export WHODUNIT_INTERVAL=$2 ;;
          --rotate)
            [[ $2 =~ ^[0-9.]+(ms|s)$ ]] || whodunit_record_fail "--rotate is a time such as 10s, not '$2'"
            export WHODUNIT_ROTATE=$2 ;;
          --events)
            case $2 in full | paper) ;; *) whodunit_record_fail "--events is full or paper, not '$2'" ;; esac
            export WHODUNIT_EVENTS=$2 ;;
          --crosstalk)
            case $2 in on | off) ;; *) whodunit_record_fail "--crosstalk is on or off, not '$2'" ;; esac
            export WHODUNIT_CROSSTALK=$2 ;;
          --requests)
            case $2 in on | off) ;; *) whodunit_record_fail "--requests is on or off, not '$2'" ;; esac
            export WHODUNIT_REQUESTS=$2 ;;
          --baggage)
            case $2 in trust | ignore) ;; *) whodunit_record_fail "--baggage is trust or ignore, not '$2'" ;; esac
            export WHODUNIT_BAGGAGE=$2 ;;
          --messages)
            case $2 in on | off) ;; *) whodunit_record_fail "--messages is on or off, not '$2'" ;; esac
            export WHODUNIT_MESSAGES=$2 ;;
          --routes)
            [ -r "$2" ] || whodunit_record_fail "cannot read the patterns in '$2'"
            WHODUNIT_ROUTES=$(readlink -f -- "$2")
            export WHODUNIT_ROUTES ;;
          --app) export WHODUNIT_APP=$2 ;;
        esac
        shift 2 ;;
      -*) whodunit_record_fail "unknown option '$1'" ;;
      *) break ;;
    esac
  done
  [ $# -gt 0 ] || whodunit_record_fail "no command to run"
  type -P -- "$1" >/dev/null || { echo "whodunit record: '$1' is no program on the path" >&2; exit 127; }
  whodunit_record_reason "$(type -P -- "$1")"
  . "$WHODUNIT_HOME/scripts/build.sh"
  whodunit_build_if_missing
  local library
  library=$(whodunit_library)
  [[ $dir == /* ]] || dir=$PWD/$dir
  # each process makes its own of %p and %t
  [[ $dir == *%* ]] || whodunit_make_directory "$dir" || whodunit_record_fail "cannot make the directory '$dir'"
  WHODUNIT_DIR=$dir
  export WHODUNIT_DIR WHODUNIT_RUN=1
  export LD_PRELOAD=$library${LD_PRELOAD:+:$LD_PRELOAD}
  if [ -n "$libevent" ]; then
    local events=${library%/*}/../libevent/lib
    [ -e "$events/libevent-2.1.so.7" ] || "$WHODUNIT_HOME/c-libevent-patch/build"
    [ -e "$events/libevent-2.1.so.7" ] || whodunit_record_fail "--libevent needs our libevent, which is not there"
    export LD_LIBRARY_PATH=$events${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  fi
  export JAVA_TOOL_OPTIONS="-agentpath:$library${JAVA_TOOL_OPTIONS:+ $JAVA_TOOL_OPTIONS}"
  exec "$@"
}
