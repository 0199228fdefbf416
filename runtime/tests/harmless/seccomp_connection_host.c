/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A server of one connection that gives up system calls once it has accepted it, for seccomp_connection.py:
 * HOW WHERE WHO. HOW: "without memory" (mmap ends it) or "strict"; WHERE: "here" or "in a child" for that connection;
 * WHO speaks first: it "greets" or "listens". Prints how the server has ended.
 */
#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void must(int done, const char *what)
{
    if (done)
        return;
    perror(what);
    exit(1);
}

static void give_up_memory(void)
{
    struct sock_filter calls[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = { sizeof calls / sizeof *calls, calls };
    must(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "no new privileges");
    must(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0, "filter");
}

static void greet(int fd)
{
    static const char greeting[] = "220 here\r\n";
    must(write(fd, greeting, sizeof greeting - 1) == sizeof greeting - 1, "write");
}

static void listen_to(int fd)
{
    char request[64];
    must(read(fd, request, sizeof request) > 0, "read");
}

static void serve(int fd, int is_strict, int greets)
{
    if (is_strict)
        must(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0) == 0, "strict");
    else
        give_up_memory();
    if (greets)
        greet(fd);
    listen_to(fd);
    if (!greets)
        greet(fd);
    if (is_strict)
        syscall(SYS_exit, 0); /* no other end is allowed */
    _exit(0);
}

static void tell_end(pid_t server)
{
    int status;
    must(waitpid(server, &status, 0) == server, "waitpid");
    printf(WIFSIGNALED(status) ? "ended by signal %d\n" : "ended with %d\n",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    fflush(stdout);
}

static void accept_and_serve(int listener, int in_child, int is_strict, int greets)
{
    int fd = accept(listener, NULL, NULL);
    must(fd >= 0, "accept");
    pid_t child = in_child ? fork() : 0;
    if (child == 0)
        serve(fd, is_strict, greets);
    tell_end(child);
    _exit(0);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    int is_strict = strcmp(argv[1], "strict") == 0, in_child = strcmp(argv[2], "here") != 0,
        greets = strcmp(argv[3], "greets") == 0;
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
    char answer[64];
    alarm(60);
    must(bind(listener, (void *)&address, length) == 0 && listen(listener, 1) == 0, "listen");
    must(getsockname(listener, (void *)&address, &length) == 0, "getsockname");
    pid_t server = fork();
    if (server == 0)
        accept_and_serve(listener, in_child, is_strict, greets);
    must(connect(client, (void *)&address, length) == 0, "connect");
    must(write(client, "HELO\r\n", 6) == 6, "write");
    int answered = read(client, answer, sizeof answer) > 0;
    tell_end(server); /* which has told its child's by then: the order of lines is always the same */
    printf("answered: %d\n", answered);
    return 0;
}
