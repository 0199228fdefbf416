/* SPDX-License-Identifier: Apache-2.0 */
/* sockets.h: the sockets of Java code take part in messages (docs/messages.md, M8). */
#ifndef WD_SOCKETS_H
#define WD_SOCKETS_H

#include <jni.h>

/* From now on what the JDK's own libraries accept, connect, receive and send is told to the channels, whether the
 * library was preloaded or came with the agent alone. After a line on stderr without, where that fails. To be called
 * once, when the recording has begun, and before Java code uses sockets. */
void wd_sockets_follow(JNIEnv *env);

#endif
