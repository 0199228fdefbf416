/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/handed.h"

int wd_workers_are_handed;
