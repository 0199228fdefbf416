/* SPDX-License-Identifier: Apache-2.0 */
#include "propagation/descriptor.h"

uint32_t wd_descriptors[WD_DESCRIPTORS];
unsigned wd_descriptors_end;
__thread struct wd_settled wd_settled __attribute__((tls_model("initial-exec")));
