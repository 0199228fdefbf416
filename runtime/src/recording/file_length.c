/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/file_length.h"

#define LONGEST_SHIFT 30 /* longer than anybody's wish */

uint64_t wd_file_length_ns(uint32_t number, uint64_t most_ns)
{
    uint64_t growing = WD_FILE_SHORTEST_NS << (number < LONGEST_SHIFT ? number : LONGEST_SHIFT);
    return growing < most_ns ? growing : most_ns;
}
