/* SPDX-License-Identifier: Apache-2.0 */
#include "needs.h"

#include <bpf/btf.h>
#include <linux/capability.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BTF_FILE "/sys/kernel/btf/vmlinux"

static char line[320];

/* libc has no function for it. */
static int has_capability(int number)
{
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct data[2] = { { 0 } };
    return syscall(SYS_capget, &header, data) == 0 &&
           (data[CAP_TO_INDEX(number)].effective & CAP_TO_MASK(number)) != 0;
}

static const char *lacks_privileges(void)
{
    if (has_capability(CAP_SYS_ADMIN) || (has_capability(CAP_BPF) && has_capability(CAP_PERFMON)))
        return NULL;
    snprintf(line, sizeof line,
             "CAP_BPF and CAP_PERFMON are missing; run as root, or in a container add these capabilities, or once "
             "as root: setcap cap_bpf,cap_perfmon,cap_syslog+ep on build/dist/lib/whodunit-kernel");
    return line;
}

static const char *lacks_types(const struct btf *types, const struct wd_tool *tool)
{
    char name[96];
    for (const char *const *t = tool->tracepoints; t && *t; t++) {
        snprintf(name, sizeof name, "btf_trace_%s", *t);
        if (btf__find_by_name_kind(types, name, BTF_KIND_TYPEDEF) < 0) {
            snprintf(line, sizeof line, "the kernel has no typed tracepoint (tp_btf) %s; use Linux 6.13 or later", *t);
            return line;
        }
    }
    for (const char *const *f = tool->functions; f && *f; f++) {
        if (btf__find_by_name_kind(types, *f, BTF_KIND_FUNC) < 0) {
            snprintf(line, sizeof line, "the kernel has no function %s for BPF; use Linux 6.13 or later", *f);
            return line;
        }
    }
    return NULL;
}

const char *wd_kernel_missing(const struct wd_kernel_options *options)
{
    const char *missing = lacks_privileges();
    if (missing)
        return missing;
    struct btf *types = btf__parse_raw(BTF_FILE);
    if (!types) {
        snprintf(line, sizeof line,
                 "the kernel does not tell its types (" BTF_FILE "); use one with CONFIG_DEBUG_INFO_BTF");
        return line;
    }
    for (const struct wd_tool *const *t = wd_tools; *t && !missing; t++)
        if ((*t)->wanted(options))
            missing = lacks_types(types, *t);
    btf__free(types);
    return missing;
}
