/* SPDX-License-Identifier: Apache-2.0 */
#include "class_name.h"

#include <ctype.h>
#include <string.h>

/* What follows one of these is a number or a hash. */
static const char *const before_number[] = {
    "$$Lambda",                    /* lambdas */
    "java.lang.invoke.LambdaForm", /* method handles */
    "$ByteBuddy$",
    "$HibernateProxy$", /* Byte Buddy */
    "CGLIB$$",
    "_$$_jvst",
    "_$$_javassist", /* CGLIB, Javassist */
};

static void cut_digits_at_end(char *name)
{
    char *end = name + strlen(name);
    while (end > name && isdigit((unsigned char)end[-1]))
        *--end = 0;
}

/* "Cart/0x0000000800c03000", a hidden class; signatures have '.' for '/'. */
static void cut_address(char *name)
{
    for (char *p = name; (p = strstr(p, "0x")) != NULL; p++)
        if (p > name && (p[-1] == '/' || p[-1] == '.') && p[2] && p[2 + strspn(p + 2, "0123456789abcdef")] == 0) {
            p[-1] = 0;
            return;
        }
}

/* Proxies of interfaces that are not exported get a package for each loader. */
static void cut_proxy_package(char *name)
{
    static const char package[] = "jdk.proxy";
    char *digits = name + strlen(package), *rest = digits;
    if (strncmp(name, package, strlen(package)) != 0)
        return;
    while (isdigit((unsigned char)*rest))
        rest++;
    if (*rest == '.')
        memmove(digits, rest, strlen(rest) + 1);
}

void wd_class_name_settle(char *name)
{
    cut_address(name);
    for (size_t i = 0; i < sizeof before_number / sizeof *before_number; i++) {
        char *found = strstr(name, before_number[i]);
        if (found)
            found[strlen(before_number[i])] = 0;
    }
    cut_proxy_package(name);
    const char *generated = strstr(name, ".Generated"); /* GeneratedMethodAccessor12 and its like */
    if (strstr(name, "$Proxy") || (generated && strstr(generated, "Accessor")))
        cut_digits_at_end(name);
}

char *wd_class_name_of(char *signature)
{
    size_t n = strlen(signature);
    if (signature[0] == 'L' && signature[n - 1] == ';') {
        signature[n - 1] = 0;
        signature++;
    }
    for (char *p = signature; *p; p++)
        if (*p == '/')
            *p = '.';
    wd_class_name_settle(signature);
    return signature;
}
