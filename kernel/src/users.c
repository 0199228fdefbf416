/* SPDX-License-Identifier: Apache-2.0 */
#include "users.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define OURS 64 /* descriptors that are no connection's */

struct user {
    uid_t id;
    long connections; /* 0: the place is free */
};

static struct user *users;
static size_t places;
static long all;

/* How many connections there can be. */
static long most(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    return limit.rlim_cur > OURS ? (long)((limit.rlim_cur - OURS) / 2) : 0;
}

/* His place; a free one if he has none; NULL: there is no memory. */
static struct user *find(uid_t id)
{
    struct user *unused = NULL;
    for (size_t i = 0; i < places; i++) {
        if (users[i].connections > 0 && users[i].id == id)
            return &users[i];
        if (users[i].connections == 0)
            unused = &users[i];
    }
    if (!unused) {
        struct user *more = realloc(users, (places + 1) * sizeof *more);
        if (!more)
            return NULL;
        users = more;
        unused = &users[places++];
    }
    *unused = (struct user){ .id = id };
    return unused;
}

/* Root's, and those of the user that we run as, may take what there is; a quarter is for them alone. Of the rest
 * another user may have as many as he leaves to others. */
int wd_users_admit(uid_t id)
{
    struct user *user = find(id);
    long left = most() - all - most() / 4;
    if (!user || (id != 0 && id != geteuid() && user->connections >= left))
        return 0;
    user->connections++;
    all++;
    return 1;
}

void wd_users_leave(uid_t id)
{
    struct user *user = find(id);
    if (!user || user->connections == 0)
        return;
    user->connections--;
    all--;
}
