/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/records/record.h"

#include <pb_encode.h>

#include "health/health.h"
#include "sampler/sampler.h"

whodunit_Record wd_record;

static wd_sink sink;

void wd_record_to(wd_sink to)
{
    sink = to;
}

/* Returns false if the recorder refused the wd_record. */
int wd_record_write(void)
{
    uint8_t bytes[WD_RECORD_LIMIT];
    pb_ostream_t out = pb_ostream_from_buffer(bytes, sizeof bytes);
    int accepted = pb_encode(&out, whodunit_Record_fields, &wd_record) && sink(bytes, out.bytes_written);
    wd_health_add(accepted ? WD_HEALTH_EVENTS_EMITTED : WD_HEALTH_EVENTS_REJECTED, 1);
    return accepted;
}
