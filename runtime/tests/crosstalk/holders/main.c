/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints, of waits that the program knows:
 *
 *     interrupted ns          how long the one waited that signals interrupt
 *     slices ns               and the one that waits in slices
 *     sibling process         whose waits are in files of its own
 *     crowd waiter holder     by their numbers
 */
#include "persons.h"

int main(void)
{
    interrupted();
    interrupted_and_given();
    in_slices();
    two_requests();
    posts();
    elsewhere();
    siblings();
    dead_owner();
    crowd();
    strangers();
    end_of_process();
    return 0;
}
