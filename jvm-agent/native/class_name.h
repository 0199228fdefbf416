/* SPDX-License-Identifier: Apache-2.0 */
/*
 * class_name.h: names of classes that are the same in every run of a program.
 */
#ifndef WD_CLASS_NAME_H
#define WD_CLASS_NAME_H

/* Cuts off, in place, what the JVM or a library numbers anew in each run or
 * for each call site, so that a fixed program has a bounded set of names:
 * "jdk.proxy2.$Proxy17" becomes "jdk.proxy.$Proxy", "Cart$$Lambda/0x01f3"
 * becomes "Cart$$Lambda". */
void wd_class_name_settle(char *name);

/* "Lcom/shop/Cart;" to "com.shop.Cart", in place, settled. Returns where it begins. */
char *wd_class_name_of(char *signature);

#endif
