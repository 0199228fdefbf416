/* SPDX-License-Identifier: Apache-2.0 */
/*
 * measure.h: the wall time of one function of a running process (`whodunit drill
 * --live`). Runs in the foreground, and holds all that the kernel has of it: it is gone
 * when this process is.
 */
#ifndef WD_MEASURE_H
#define WD_MEASURE_H

/*
 * `whodunit-kernel measure PID FUNCTION SECONDS`: measures, and writes lines of a name and
 * a value to standard output. Ends early, with what was seen, when standard input does or
 * the process has ended. Returns the exit status; when that is not 0, one line on standard
 * error says why.
 */
int wd_measure(int argc, char **argv);

#endif
