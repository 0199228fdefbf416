#include "descriptor.h"

uint32_t wd_descriptors[WD_DESCRIPTORS];
