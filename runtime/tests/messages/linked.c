/* SPDX-License-Identifier: Apache-2.0 */
/* usage: said_memory CERTIFICATE KEY */
#include "linked.h"

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    linked(argv[1], argv[2]);
    return 0;
}
