/* SPDX-License-Identifier: Apache-2.0 */
/*
 * routes.h: the name of a request's kind: method and route, with what differs
 * from request to request left out. Pure, but for the patterns and the bound.
 */
#ifndef WD_CHANNELS_ROUTES_H
#define WD_CHANNELS_ROUTES_H

#include <stddef.h>

#define WD_ROUTE_LENGTH 160

/* Patterns, one a line, of the file `path`: "/shop/:any/cart", "/static/..." (docs/messages.md). 0, or -1 and errno.
 * Before the first request. */
int wd_routes_read(const char *path);

/* The route of a path: by the first pattern that matches, else with a query left out and digits, hexadecimal numbers,
 * UUIDs and long segments as ":id". Writes a string. */
void wd_route_of(const char *path, size_t length, char route[WD_ROUTE_LENGTH]);

/* "METHOD route"; "METHOD (other)", counted, where there are too many different ones. */
void wd_route_name(const char *method, size_t method_length, const char *path, size_t path_length,
                   char name[WD_ROUTE_LENGTH + 32]);

/* Has each further one no name of its own? */
int wd_routes_are_full(void);

#endif
