/* SPDX-License-Identifier: Apache-2.0 */
#include "preloaded.h"

int wd_preloaded;
