/* SPDX-License-Identifier: Apache-2.0 */
/* linked.h: what a program does that is little more than a library. */
#ifndef LINKED_H
#define LINKED_H

__attribute__((visibility("default"))) void linked(const char *certificate, const char *key);

#endif
