# SPDX-License-Identifier: Apache-2.0
# Debian's source of libevent: getting, unpacking, patching and compiling it. Sourced by build and regress.

libevent_room=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# What a build depends on.
libevent_fingerprint() { # prefix
  { echo "$1"; cat "$libevent_room"/build "$libevent_room"/source.sh "$libevent_room"/patches/*; } | sha256sum
}

# The machine's own Debian archives, as source archives, in a configuration of our own.
libevent_apt() { # work directory, arguments of apt-get...
  local apt=$1/apt
  shift
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  apt-get -q -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}

# Leaves libevent_*.dsc, and what it names, in the work directory.
libevent_get() { # work directory
  ls "$1"/libevent_2.1.12-stable-*.dsc >/dev/null 2>&1 && return
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  mkdir -p "$1/apt"
  apt-get indextargets --format "deb-src [signed-by=$keyring] \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" \
    'Created-By: Packages' 'Origin: Debian' | sort -u >"$1/apt/sources.list"
  [ -s "$1/apt/sources.list" ] || {
    echo "apt knows no Debian archive; run apt-get update and try again" >&2
    return 1
  }
  libevent_apt "$1" update && (cd "$1" && libevent_apt "$1" source --download-only libevent) &&
    ls "$1"/libevent_2.1.12-stable-*.dsc || {
    echo "our patches are for libevent 2.1.12-stable, the one of Debian 12" >&2
    return 1
  }
}

# A fresh tree with Debian's patches, and with ours if "patched".
libevent_unpack() { # work directory, tree, patched|original
  rm -rf "$2"
  dpkg-source --no-check -x "$1"/libevent_2.1.12-stable-*.dsc "$2" || return
  if [ "$3" = patched ]; then
    while read -r patch; do
      patch -d "$2" -p1 --no-backup-if-mismatch --fuzz=0 <"$libevent_room/patches/$patch" || return
    done <"$libevent_room/patches/series"
  fi
  # what these patches change needs no new Makefile.in; Debian's one setting in Makefile.am is given to make
  (cd "$2" && touch aclocal.m4 && sleep 1 && touch configure Makefile.in config.h.in)
}

# With Debian's compiler flags. Ours has one more, which lets functions of one file call each other without a detour: a
# caching proxy saves 5% of its instructions, more than contexts cost it. Who preloads a function of libevent's own name
# no longer meets the calls within the file that has it.
libevent_compile() { # tree, patched|original, arguments of configure...
  local tree=$1 more=
  [ "$2" = original ] || more=-fno-semantic-interposition
  shift 2
  (cd "$tree" &&
    eval "$(DEB_BUILD_MAINT_OPTIONS=hardening=+all DEB_CFLAGS_MAINT_APPEND=$more dpkg-buildflags --export=sh)" &&
    ./configure --quiet --disable-dependency-tracking "$@" &&
    make -s -j"$(nproc)" MAYBE_CORE=libevent_core.la NO_UNDEFINED=-no-undefined)
}

# A tree of that name in the work directory, compiled with libevent's tests and programs, if it is not there yet.
libevent_tree() { # work directory, patched|original
  local tree=$1/$2 stamp
  stamp=$(libevent_fingerprint "$2")
  [ "$(cat "$tree.built" 2>/dev/null)" = "$stamp" ] && return
  echo "building libevent, $2, with its tests" >&2
  { libevent_get "$1" && libevent_unpack "$1" "$tree" "$2" &&
    libevent_compile "$tree" "$2" --disable-static --disable-samples; } >"$tree.log" 2>&1 || {
    tail -n 15 "$tree.log" >&2
    return 1
  }
  echo "$stamp" >"$tree.built"
}
