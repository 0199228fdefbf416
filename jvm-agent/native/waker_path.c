/* SPDX-License-Identifier: Apache-2.0 */
/* waker_path.c: see waker_path.h. */
#include "waker_path.h"

#include "health/health.h"
#include "owners.h"
#include "vm.h"
#include "walk.h"

void wd_waker_path_take(struct wd_waker_path *path)
{
    JNIEnv *env = wd_owners_env();
    struct wd_java_frame first;
    path->known = WHODUNIT_ROOT;
    path->depth = path->has_key = 0;
    if ((!env && (*wd_vm)->GetEnv(wd_vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK) || !wd_walk_inside(&first))
        return;
    if (wd_path_key_from(env, &first, &path->key)) {
        path->answer = wd_path_memo_find(&path->key, &path->known);
        if (path->answer == WD_PATH_KNOWN)
            return;
        if (path->known == WHODUNIT_ROOT)
            path->answer =
                WD_PATH_UNKNOWN; /* that none could be had is remembered, and not held against one that can */
        path->has_key = 1;
    }
    int is_hopeless;
    wd_health_add(WD_HEALTH_PATHS_WALKED, 1);
    path->depth = wd_walk_from(env, &first, path->frames, WD_PATH_DEPTH, &is_hopeless);
    if (is_hopeless && path->has_key && path->answer == WD_PATH_UNKNOWN)
        wd_path_memo_learn(&path->key, path->answer, path->known, WHODUNIT_ROOT);
}

whodunit_context wd_waker_path_context(JNIEnv *env, const struct wd_waker_path *path)
{
    if (path->depth == 0)
        return path->known;
    whodunit_context walked = wd_path_context(env, WHODUNIT_ROOT, path->frames, path->depth);
    if (path->has_key)
        wd_path_memo_learn(&path->key, path->answer, path->known, walked);
    return walked;
}

whodunit_context wd_waker_path_known(const struct wd_waker_path *path)
{
    if (path->depth == 0)
        return path->known;
    whodunit_context walked = wd_path_known(path->frames, path->depth);
    if (path->has_key && walked != 0)
        wd_path_memo_learn(&path->key, path->answer, path->known, walked);
    return walked;
}
