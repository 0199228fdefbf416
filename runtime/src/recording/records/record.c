/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/records/record.h"

#include <pb_encode.h>
#include <sched.h>
#include <time.h>

#include "health.h"
#include "sampler/sampler.h"

whodunit_Record wd_record;

static wd_sink sink;

void wd_record_to(wd_sink to)
{
    sink = to;
}

/* The recorder refuses while a thread that samples holds its buffer, which lasts until that thread has the processor
 * again. After a record was given up on, the next ones try once: the recorder may be gone for good. */
static int hand_over(const uint8_t *bytes, size_t length)
{
    static int gave_up;
    int accepted = sink(bytes, length);
    for (int attempt = 0; !accepted && !gave_up && attempt < 150; attempt++) {
        if (attempt < 100)
            sched_yield();
        else
            nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        accepted = sink(bytes, length);
    }
    gave_up = !accepted;
    return accepted;
}

/* Returns false if the recorder refused the wd_record. */
int wd_record_write(void)
{
    uint8_t bytes[WD_RECORD_LIMIT];
    pb_ostream_t out = pb_ostream_from_buffer(bytes, sizeof bytes);
    int accepted = pb_encode(&out, whodunit_Record_fields, &wd_record) && hand_over(bytes, out.bytes_written);
    wd_health_add(accepted ? WD_HEALTH_EVENTS_EMITTED : WD_HEALTH_EVENTS_REJECTED, 1);
    return accepted;
}
