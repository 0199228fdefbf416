# SPDX-License-Identifier: Apache-2.0
# Why the kernel would not start a program that is there and may be executed. What is not known is left to it.

whodunit_not_startable() { # status, cause and cure
  echo "whodunit record: $2" >&2
  exit "$1"
}

# Of a file that cannot be read nothing is known. Nothing here may close a pipe early: its writer's SIGPIPE would end
# this shell.
whodunit_require_startable() { # program
  local LC_ALL=C first
  [ -r "$1" ] || return 0
  first=$(head -c 256 -- "$1" | tr -d '\0')
  first=${first%%$'\n'*}
  case $first in
    '#!'*) whodunit_require_interpreter "$1" "${first#\#!}" ;;
    $'\x7fELF'*) whodunit_require_loader "$1" ;;
  esac
}

# The kernel ends the interpreter's name at a blank, and at nothing else.
whodunit_require_interpreter() { # script, its first line
  local name=${2#"${2%%[! $'\t']*}"}
  name=${name%%[ $'\t']*}
  [ -n "$name" ] && [ ! -e "$name" ] || return 0
  [[ $name != *$'\r' ]] ||
    whodunit_not_startable 127 "the first line of '$1' ends with a carriage return, as on Windows, and so would the \
name of its interpreter, '${name%$'\r'}'; remove them: sed -i 's/\\r\$//' '$1'"
  whodunit_not_startable 127 "'$1' is to be run by '$name', which is not there; install it, or name another in front: \
whodunit record -- INTERPRETER '$1'"
}

# What the kernel looks at: for which processor it is, where its parts are described, and which loader it names.
whodunit_require_loader() { # program
  local size type machine at parts kind from length loader damaged="is damaged: it ends too early; install it again"
  size=$(stat -Lc %s -- "$1")
  ((size >= 64)) || whodunit_not_startable 126 "'$1' $damaged"
  read -r type machine < <(od -An -v -tu2 -j 16 -N 4 -- "$1")
  case $machine in
    62) ;;
    3) return 0 ;; # of 32 bits, with another header: whodunit_record_reason tells
    *)
      # binfmt_misc: the kernel may have an emulator for it
      ! grep -qs '^magic 7f454c46' /proc/sys/fs/binfmt_misc/* || return 0
      whodunit_not_startable 126 "'$1' is for another processor (ELF machine $machine), and this is x86-64"
      ;;
  esac
  case $type in
    2 | 3) ;;
    *) whodunit_not_startable 126 "'$1' is no program but another kind of ELF file (type $type), such as an object \
that is to be linked" ;;
  esac
  read -r at < <(od -An -v -tu8 -j 32 -N 8 -- "$1")
  read -r parts < <(od -An -v -tu2 -j 56 -N 2 -- "$1")
  ((at > 0 && parts > 0 && at <= size - 56 * parts)) || whodunit_not_startable 126 "'$1' $damaged"
  while read -r kind from _ _ length _; do
    (((kind & 0xffffffff) == 3)) || continue
    ((from > 0 && length > 1 && length < 4096 && from <= size - length)) ||
      whodunit_not_startable 126 "'$1' $damaged"
    loader=$(head -c $((from + length - 1)) -- "$1" | tail -c $((length - 1)) | tr -d '\0')
    [ -e "$loader" ] || whodunit_not_startable 127 "'$1' is to be loaded by '$loader', which is not there; install \
the C library that it was built for"
  done < <(od -An -v -w56 -tu8 -j "$at" -N $((56 * parts)) -- "$1")
}
