#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes small ELF files into a folder, as seeds for elf_fuzz.c: programs and libraries, whole, stripped, their debug
# files, with a link to these, without a build-id, and cut off.
set -eu
cd "$1"
cat >seed.c <<'C'
static __attribute__((noinline)) int inner(int x) { __asm__ volatile(""); return x * 3; }
int outer(int x) { return inner(x) + 1; }
int data[2] = { 1, 2 };
void _start(void) { for (;;) outer(data[0]); }
C
small="-O1 -nostdlib -Wl,-z,noseparate-code -Wl,-z,max-page-size=4096"
gcc $small -g -fPIC -shared -Wl,--build-id -o library seed.c
gcc $small -static -Wl,--build-id -Wl,--eh-frame-hdr -o program seed.c
gcc $small -pie -fPIE -Wl,--build-id=none -o anonymous seed.c
gcc $small -fPIC -shared -Wl,--build-id=0x0102 -Wl,--hash-style=sysv -o brief seed.c
objcopy --only-keep-debug library library.debug
for file in library program anonymous brief; do
    strip -o "$file.stripped" "$file"
done
objcopy --add-gnu-debuglink=library.debug library.stripped library.linked
head -c 1000 library.stripped >cut
rm seed.c
