/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/identity.h"

#include <arpa/inet.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "channels/streams.h"
#include "channels/unix_peer.h"
#include "contexts/intern.h"
#include "sandbox/needs.h"
#include "system/syscalls.h"

#define SERVICES 4096

struct end {
    uint8_t address[16];
    uint16_t port;
};

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_un local;
    struct sockaddr_storage room;
};

static uint64_t key_of(const void *bytes, size_t length)
{
    uint64_t key = (uint64_t)wd_hash(1, bytes, length) << 32 | wd_hash(2, bytes, length);
    return key ? key : 1;
}

/* An IPv4 address is the same as an IPv6 address that stands for it. */
static int end_of(const union address *a, struct end *end)
{
    static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
    memset(end, 0, sizeof *end);
    if (a->any.sa_family == AF_INET) {
        memcpy(end->address, mapped, sizeof mapped);
        memcpy(end->address + sizeof mapped, &a->v4.sin_addr, 4);
        end->port = a->v4.sin_port;
    } else if (a->any.sa_family == AF_INET6) {
        memcpy(end->address, &a->v6.sin6_addr, 16);
        end->port = a->v6.sin6_port;
    } else
        return 0;
    return 1;
}

/* Loopback is another one in each network namespace. */
static uint64_t network_of(const struct end *end)
{
    static uint64_t namespace; /* atomic */
    static const uint8_t v6[16] = { [15] = 1 };
    int is_loopback = memcmp(end->address, v6, 16) == 0 || (end->address[10] == 0xff && end->address[12] == 127);
    uint64_t known = __atomic_load_n(&namespace, __ATOMIC_RELAXED);
    struct stat s;
    if (!is_loopback)
        return 0;
    if (!known && syscall(SYS_newfstatat, AT_FDCWD, "/proc/self/ns/net", &s, 0) == 0)
        __atomic_store_n(&namespace, known = s.st_ino, __ATOMIC_RELAXED);
    return known;
}

/* A socket's own, or its peer's. */
struct name {
    union address address;
    socklen_t length;
};

static int own_name(int fd, struct name *own)
{
    *own = (struct name){ .length = sizeof own->address };
    return getsockname(fd, &own->address.any, &own->length) == 0;
}

static int peer_name(int fd, struct name *peer)
{
    *peer = (struct name){ .length = sizeof peer->address };
    return getpeername(fd, &peer->address.any, &peer->length) == 0;
}

struct pair {
    char kind;
    struct end from, to;
    uint64_t network;
};

static uint64_t key_of_pair(const struct end *from, const struct end *to)
{
    struct pair pair;
    memset(&pair, 0, sizeof pair);
    pair.kind = 'T';
    pair.from = *from;
    pair.to = *to;
    pair.network = network_of(from);
    return key_of(&pair, sizeof pair);
}

static uint64_t key_of_inode(char kind, uint64_t device, uint64_t inode, int backwards)
{
    uint64_t numbers[4] = { (uint64_t)kind, device, inode, (uint64_t)backwards };
    return key_of(numbers, sizeof numbers);
}

static wd_name name_of(const char *text)
{
    static uint32_t names; /* a program may connect to any number of addresses */
    if (__atomic_load_n(&names, __ATOMIC_RELAXED) > SERVICES)
        return 0;
    uint32_t before = 0;
    wd_name name = wd_name_intern(text, strlen(text));
    static wd_name highest;
    before = __atomic_load_n(&highest, __ATOMIC_RELAXED);
    if (name > before) {
        __atomic_store_n(&highest, name, __ATOMIC_RELAXED);
        __atomic_fetch_add(&names, 1, __ATOMIC_RELAXED);
    }
    return name;
}

static wd_name name_of_address(const struct name *name)
{
    const union address *a = &name->address;
    socklen_t length = name->length;
    char text[160], host[INET6_ADDRSTRLEN] = "";
    struct end end;
    if (a->any.sa_family == AF_UNIX) {
        size_t path =
            length > offsetof(struct sockaddr_un, sun_path) ? length - offsetof(struct sockaddr_un, sun_path) : 0;
        if (path == 0)
            return name_of("socketpair");
        int abstract = a->local.sun_path[0] == 0;
        snprintf(text, sizeof text, "%s%.*s", abstract ? "@" : "", (int)path - abstract, a->local.sun_path + abstract);
        return name_of(text);
    }
    if (!end_of(a, &end))
        return 0;
    if (end.address[10] == 0xff && end.address[11] == 0xff && end.address[0] == 0) {
        inet_ntop(AF_INET, end.address + 12, host, sizeof host);
        snprintf(text, sizeof text, "%s:%u", host, ntohs(end.port));
    } else {
        inet_ntop(AF_INET6, end.address, host, sizeof host);
        snprintf(text, sizeof text, "[%s]:%u", host, ntohs(end.port));
    }
    return name_of(text);
}

static int tcp(int fd, const struct name *own, struct wd_identity *identity)
{
    struct name peer;
    struct end here, there;
    if (!peer_name(fd, &peer) || !end_of(&own->address, &here) || !end_of(&peer.address, &there))
        return 0;
    identity->transport = WD_TRANSPORT_TCP;
    identity->out = key_of_pair(&here, &there);
    identity->in = key_of_pair(&there, &here);
    identity->service = name_of_address(identity->role == WD_CHANNEL_ACCEPTED ? own : &peer);
    return 1;
}

/* The channel has the name of the side that connected: the other one may not be accepted yet, and has no inode then. */
static int local(int fd, const struct name *own, struct wd_identity *identity)
{
    struct name peer;
    struct stat s;
    if (!peer_name(fd, &peer) || wd_sys_fstat(fd, &s) != 0)
        return 0;
    uint64_t inode = s.st_ino;
    int connected = identity->role == WD_CHANNEL_CONNECTED;
    uint64_t name = inode;
    if (!connected) {
        uint64_t other = wd_unix_peer(inode);
        int is_pair = own->length <= sizeof(sa_family_t) && peer.length <= sizeof(sa_family_t);
        int is_server = !is_pair && own->length > sizeof(sa_family_t);
        if (!other && identity->role == WD_CHANNEL_FOUND && !is_server)
            return 0; /* the server may not have accepted it yet */
        identity->is_left = !other;
        if (identity->role == WD_CHANNEL_ACCEPTED)
            name = other;
        else if (identity->role == WD_CHANNEL_PLAIN)
            name = other < inode ? other : inode;
        else {
            identity->role = is_pair ? WD_CHANNEL_PLAIN : is_server ? WD_CHANNEL_ACCEPTED : WD_CHANNEL_CONNECTED;
            name = is_pair ? (other < inode ? other : inode) : is_server ? other : inode;
        }
    }
    int backwards = name != inode;
    identity->transport = WD_TRANSPORT_UNIX;
    if (!identity->is_left) {
        identity->out = key_of_inode('U', 0, name, backwards);
        identity->in = key_of_inode('U', 0, name, !backwards);
    }
    identity->service = name_of_address(identity->role == WD_CHANNEL_CONNECTED ? &peer : own);
    return 1;
}

/* What accept or connect has brought does not listen. */
static int may_listen(enum wd_channel_role role)
{
    return role != WD_CHANNEL_ACCEPTED && role != WD_CHANNEL_CONNECTED;
}

static int socket_of(int fd, struct wd_identity *identity)
{
    struct name own;
    int type = 0, listens = 0, unread = 0;
    socklen_t size = sizeof type;
    if (!own_name(fd, &own) || getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0)
        return 0;
    if (may_listen(identity->role) && (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens))
        return 0;
    int domain = own.address.any.sa_family;
    if (type == SOCK_DGRAM && domain != AF_UNIX) {
        identity->is_datagrams = 1;
        identity->transport = WD_TRANSPORT_UDP;
        identity->role = WD_CHANNEL_PLAIN;
        return 1;
    }
    identity->is_messages = type == SOCK_SEQPACKET || type == SOCK_DGRAM;
    if (domain == AF_UNIX) {
        int found = (type != SOCK_DGRAM || identity->role != WD_CHANNEL_CONNECTED) && local(fd, &own, identity);
        if (type == SOCK_DGRAM && (!found || identity->is_left)) {
            identity->is_left = 0; /* datagrams themselves say more */
            identity->is_datagrams = 1;
            identity->transport = WD_TRANSPORT_UNIX;
            identity->role = WD_CHANNEL_PLAIN;
            return 1;
        }
        if (found && !identity->is_messages && ioctl(fd, SIOCOUTQ, &unread) == 0 && unread == 0)
            identity->unread = 0;
        return found;
    }
    if (domain != AF_INET && domain != AF_INET6)
        return 0;
    if (type != SOCK_STREAM || !tcp(fd, &own, identity))
        return 0;
    if (identity->role == WD_CHANNEL_FOUND) /* who had it before has said, if he is recorded */
        identity->role =
            wd_stream_role(identity->out) == WD_STREAM_CONNECTED ? WD_CHANNEL_CONNECTED : WD_CHANNEL_ACCEPTED;
    return 1;
}

static int pipe_of(int fd, const struct stat *s, struct wd_identity *identity)
{
    char link[64], path[512];
    int unread = 0, mode = wd_sys_fcntl(fd, F_GETFL, 0) & O_ACCMODE;
    uint64_t key = key_of_inode('P', s->st_dev, s->st_ino, 0);
    identity->transport = WD_TRANSPORT_PIPE;
    identity->role = WD_CHANNEL_PLAIN;
    identity->out = mode == O_RDONLY ? 0 : key;
    identity->in = mode == O_WRONLY ? 0 : key;
    if (ioctl(fd, FIONREAD, &unread) == 0)
        identity->unread = (uint64_t)unread;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (n > 0)
        path[n] = 0;
    identity->service = name_of(n > 0 && path[0] == '/' ? path : "pipe");
    return 1;
}

int wd_identity_of(int fd, enum wd_channel_role role, struct wd_identity *identity)
{
    struct stat s;
    *identity = (struct wd_identity){ .role = role, .unread = WD_UNREAD_UNKNOWN };
    if (wd_sandbox_refuses(WD_REFUSED_CHANNELS))
        return 0;
    if (!may_listen(role))
        return socket_of(fd, identity); /* each call counts where a connection lasts for one request */
    if (wd_sys_fstat(fd, &s) != 0)
        return 0;
    return S_ISSOCK(s.st_mode) ? socket_of(fd, identity) : S_ISFIFO(s.st_mode) ? pipe_of(fd, &s, identity) : 0;
}

int wd_identity_is_channel(int fd)
{
    struct stat s;
    return wd_sys_fstat(fd, &s) == 0 && (S_ISSOCK(s.st_mode) || S_ISFIFO(s.st_mode));
}
