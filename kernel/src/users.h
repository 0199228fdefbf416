/* SPDX-License-Identifier: Apache-2.0 */
/* users.h: whose connections there are. Each takes two of our descriptors, and no user shall have them all. */
#ifndef WD_USERS_H
#define WD_USERS_H

#include <sys/types.h>

/* One more of his. False: he has too many already. */
int wd_users_admit(uid_t user);

/* One less, of those that were admitted. */
void wd_users_leave(uid_t user);

#endif
