/* SPDX-License-Identifier: Apache-2.0 */
/*
 * older.h: functions of which glibc has two implementations, by versions of their symbol. A program that was linked
 * long ago names the older one; a library that was linked with nothing names no version, and has it as well. The newer
 * one's version stands in versions.map.
 */
#ifndef WD_OLDER_H
#define WD_OLDER_H

/* What follows is also the function of this name and version, "NAME@VERSION". Its own name begins with older_, which
 * nobody sees. */
#if __has_attribute(symver)
#define WD_OLDER(symbol) __attribute__((visibility("default"), symver(symbol)))
#else
#define WD_OLDER(symbol) /* clang, which only looks at this */
#endif

#endif
