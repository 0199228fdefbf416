/* SPDX-License-Identifier: Apache-2.0 */
/* Names of classes that the JVM and libraries number anew: the same after settling, whatever the number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "class_name.h"

static void settles(const char *name, const char *settled)
{
    char text[256];
    snprintf(text, sizeof text, "%s", name);
    wd_class_name_settle(text);
    assert_string_equal(text, settled);
    wd_class_name_settle(text);
    assert_string_equal(text, settled); /* once and for all */
}

static void numbered_names_become_one(void **state)
{
    (void)state;
    settles("jdk.proxy2.$Proxy17", "jdk.proxy.$Proxy");
    settles("jdk.proxy3.$Proxy4", "jdk.proxy.$Proxy");
    settles("com.sun.proxy.$Proxy42", "com.sun.proxy.$Proxy");
    settles("com.shop.Cart$$Lambda$14/0x0000000800c03000", "com.shop.Cart$$Lambda");
    settles("com.shop.Cart$$Lambda.0x00007f2b54001a40", "com.shop.Cart$$Lambda");
    settles("com.shop.Cart$$Lambda/0x01f3a8", "com.shop.Cart$$Lambda");
    settles("java.lang.invoke.LambdaForm$MH/0x0000000800c05400", "java.lang.invoke.LambdaForm");
    settles("jdk.internal.reflect.GeneratedMethodAccessor112", "jdk.internal.reflect.GeneratedMethodAccessor");
    settles("com.shop.Cart/0x0000000800c03000", "com.shop.Cart");
    settles("com.shop.Cart$$EnhancerBySpringCGLIB$$1a2b3c4d", "com.shop.Cart$$EnhancerBySpringCGLIB$$");
    settles("com.shop.Cart$$SpringCGLIB$$0", "com.shop.Cart$$SpringCGLIB$$");
    settles("com.shop.Cart$HibernateProxy$Xq3bTz1L", "com.shop.Cart$HibernateProxy$");
    settles("com.shop.Cart$ByteBuddy$kP2dQz9A", "com.shop.Cart$ByteBuddy$");
}

static void names_that_people_gave_stay(void **state)
{
    (void)state;
    static const char *const names[] = { "com.shop.Cart",
                                         "com.shop.Cart$1",
                                         "com.shop.Order2",
                                         "com.shop.OrderAccessor2",
                                         "com.shop.LambdaFormatter",
                                         "jdk.proxying.Tool",
                                         "a.B0x1f",
                                         "com.shop.x0x.Y",
                                         "jdk.proxy7",
                                         "" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        settles(names[i], names[i]);
}

static void signatures_become_names(void **state)
{
    (void)state;
    char object[] = "Lcom/shop/Cart$Line;", proxy[] = "Ljdk/proxy2/$Proxy17;", array[] = "[I";
    assert_string_equal(wd_class_name_of(object), "com.shop.Cart$Line");
    assert_string_equal(wd_class_name_of(proxy), "jdk.proxy.$Proxy");
    assert_string_equal(wd_class_name_of(array), "[I");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbered_names_become_one),
        cmocka_unit_test(names_that_people_gave_stay),
        cmocka_unit_test(signatures_become_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
