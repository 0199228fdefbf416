/* SPDX-License-Identifier: Apache-2.0 */
/*
 * questions.h: rule M6 for DNS over UDP. A forwarder asks what it was asked, in a message of its own number, and
 * answers under the client's number. So whose a question is, is known by its name, type and class, and whose an answer
 * is, by these and its number. Signal-safe; waits for no lock.
 */
#ifndef WD_CHANNELS_QUESTIONS_H
#define WD_CHANNELS_QUESTIONS_H

#include "channels/channel.h"
#include "propagation/propagation.h"

/* A loop has received this datagram: under which context, or (`loss`) why that is not known. Whether it is a question,
 * or answers one of this process. */
int wd_question_came(const struct wd_transfer *t, whodunit_context context, enum wd_stream_loss loss);

/* Before that: under which context this process has asked what this datagram answers. False: it answers nothing, or
 * that is not known. */
int wd_question_is_answered(const struct wd_transfer *t, whodunit_context *context);

/* A loop is about to send this datagram: under which context, or (*loss) that it answers or asks what nobody has asked,
 * or several types have. False: it is no message of DNS, or none was asked here. */
int wd_question_of(const struct iovec *pieces, size_t count, whodunit_context *context, enum wd_stream_loss *loss);

/* A forked child was asked nothing yet. */
void wd_questions_forget(void);

#endif
