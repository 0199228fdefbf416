/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/preloaded.h"

int wd_preloaded;
