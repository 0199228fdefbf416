/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gate.h: the flusher's work, a fork, and whoever else needs the recorder at rest go one at a time.
 *
 * A fork waits for the flusher's work, so that the child finds no lock taken that its own recording needs. Not for
 * ever: the flusher may wait for the linker, and the forking thread be in a library's constructor.
 */
#ifndef WD_GATE_H
#define WD_GATE_H

/* Waits until it is free. */
void wd_gate_take(void);

/* Waits for at most so many steps of 0.1 ms. False if it was not free. */
int wd_gate_take_within(int steps);

void wd_gate_leave(void);

/* In a forked child: nobody is there who has it. */
void wd_gate_after_fork(void);

#endif
