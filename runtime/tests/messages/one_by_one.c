/* SPDX-License-Identifier: Apache-2.0 */
/*
 * one_by_one.c: a server of two threads that wait for connections by epoll, each for itself. Each serves one request at
 * a time: it asks a server behind it twice, by a connection of its own, answers, and asks once more. Requests of two
 * types are open at once. Prints for whom each question is, where it arrives, behind the letter that it is for: the
 * clients are in the same process as the server behind.
 *
 * "becomes-a-loop": then one thread takes two requests at once, passes on both, and asks once more for the first one.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/epoll.h>

#include "loopback.h"

enum { THREADS = 2, ROUNDS = 16, QUESTIONS = 3, LETTERS = 4, TAKES_TWO = 't', ENDS = 'z' };

static int listener;
static struct sockaddr_in to_front, to_behind;

static void asks(int behind, char letter)
{
    char question[] = "?, which has nothing of the request in it";
    question[0] = letter;
    sends(behind, question);
}

/* The letter of "GET /a HTTP/1.1", which comes in two reads, as with the protocol uwsgi. */
static char receives_request(int client)
{
    char begins[4], bytes[256];
    must(recv(client, begins, sizeof begins, MSG_WAITALL) == sizeof begins, "recv");
    must(recv(client, bytes, sizeof bytes, 0) > 1, "recv");
    return bytes[1];
}

static sem_t is_taken, is_over;

/* That of 'd' is received before 'c' has asked last, and asks when that is over. */
static void serves(int client, int behind, char letter)
{
    if (letter == 'd') {
        sem_post(&is_taken);
        sem_wait(&is_over);
    }
    for (int i = 0; i < QUESTIONS; i++) {
        if (letter == 'c' && i == QUESTIONS - 1)
            sem_wait(&is_taken);
        asks(behind, letter);
        receives(behind);
        if (i == QUESTIONS - 2)
            sends(client, "done");
    }
    if (letter == 'c')
        sem_post(&is_over);
}

static int accepts(int events)
{
    struct epoll_event ready;
    int client;
    do
        must(epoll_wait(events, &ready, 1, -1) == 1, "epoll_wait");
    while ((client = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) < 0 && errno == EAGAIN);
    must(client >= 0, "accept");
    return client;
}

static void takes_two(int events, int behind)
{
    int client[2], server[2] = { behind, connected(&to_behind) };
    for (int i = 0; i < 2; i++) {
        client[i] = accepts(events);
        asks(server[i], receives_request(client[i]));
    }
    receives(server[0]);
    asks(server[0], 'a');
    for (int i = 0; i < 2; i++) {
        receives(server[i]);
        sends(client[i], "done");
        close(client[i]);
    }
    close(server[1]);
}

static void *thread(void *unused)
{
    struct epoll_event wanted = { .events = EPOLLIN };
    int events = epoll_create1(0), behind = connected(&to_behind);
    char letter = 0;
    (void)unused;
    must(epoll_ctl(events, EPOLL_CTL_ADD, listener, &wanted) == 0, "epoll_ctl");
    while (letter != ENDS) {
        int client = accepts(events);
        letter = receives_request(client);
        if (letter == ENDS || letter == TAKES_TWO)
            sends(client, "done");
        else
            serves(client, behind, letter);
        close(client);
        if (letter == TAKES_TWO)
            takes_two(events, behind);
    }
    close(behind);
    return NULL;
}

/* ---- the clients, and the server behind ---- */

static sem_t asked, may_answer[LETTERS];

static void *answers(void *user)
{
    int fd = (int)(intptr_t)user;
    char bytes[256], text[400];
    while (recv(fd, bytes, sizeof bytes, 0) > 0) {
        describe(current(), text, sizeof text);
        printf("%c\t%s\n", bytes[0], text);
        fflush(stdout);
        sem_post(&asked);
        sem_wait(&may_answer[bytes[0] - 'a']);
        sends(fd, "yes");
    }
    close(fd);
    return NULL;
}

static void *accepted(int listening_at)
{
    return (void *)(intptr_t)accept(listening_at, NULL, NULL);
}

static int client(char letter)
{
    char name[] = { letter, 0 }, line[] = "GET /? HTTP/1.1\r\n\r\n";
    int fd = connected(&to_front);
    line[5] = letter;
    uint32_t previous = begin(name);
    sends(fd, line);
    end(previous);
    return fd;
}

static void is_answered(int fd)
{
    char done[4];
    must(recv(fd, done, sizeof done, MSG_WAITALL) == sizeof done, "recv");
    close(fd);
}

static void answer(char letter, int times)
{
    for (int i = 0; i < times; i++) {
        sem_post(&may_answer[letter - 'a']);
        sem_wait(&asked);
    }
}

static void both_are_answered(int first, int second, char letter)
{
    sem_post(&may_answer[letter - 'a']);
    is_answered(first);
    is_answered(second);
}

/* Each question but the first one is asked while the other request is open. */
static void asks_both(void)
{
    int first = client('a');
    sem_wait(&asked);
    int second = client('b');
    sem_wait(&asked);
    answer('a', QUESTIONS - 1);
    answer('b', QUESTIONS - 1);
    sem_post(&may_answer[0]);
    both_are_answered(first, second, 'b');
}

/* The last question of the first one comes when that is answered, and the other one has not asked yet. */
static void asks_one_behind_the_other(void)
{
    int first = client('c');
    sem_wait(&asked);
    int second = client('d');
    answer('c', QUESTIONS);
    answer('d', QUESTIONS - 1);
    both_are_answered(first, second, 'd');
}

/* One of the threads is to be gone. */
static void asks_the_loop(int of_behind)
{
    pthread_t third;
    is_answered(client(TAKES_TWO));
    must(pthread_create(&third, NULL, answers, accepted(of_behind)) == 0, "thread");
    int first = client('a');
    sem_wait(&asked);
    int second = client('b');
    sem_wait(&asked);
    answer('a', 1);
    sem_post(&may_answer[0]);
    both_are_answered(first, second, 'b');
    pthread_join(third, NULL);
}

static void clients_and_server_behind(int of_behind, int becomes_a_loop)
{
    pthread_t thread[THREADS];
    sem_init(&asked, 0, 0);
    for (int i = 0; i < LETTERS; i++)
        sem_init(&may_answer[i], 0, 0);
    for (int i = 0; i < THREADS; i++)
        must(pthread_create(&thread[i], NULL, answers, accepted(of_behind)) == 0, "thread");
    for (int i = 0; i < ROUNDS; i++)
        i % 2 ? asks_one_behind_the_other() : asks_both();
    is_answered(client(ENDS));
    if (becomes_a_loop)
        asks_the_loop(of_behind);
    is_answered(client(ENDS));
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
    pthread_t of_front[THREADS];
    be_recorded();
    sem_init(&is_taken, 0, 0);
    sem_init(&is_over, 0, 0);
    listener = listening(&to_front);
    int of_behind = listening(&to_behind);
    pid_t child = fork();
    if (child == 0) {
        clients_and_server_behind(of_behind, argc > 1 && strcmp(argv[1], "becomes-a-loop") == 0);
        exit(0);
    }
    must(fcntl(listener, F_SETFL, O_NONBLOCK) == 0, "fcntl");
    for (int i = 0; i < THREADS; i++)
        must(pthread_create(&of_front[i], NULL, thread, NULL) == 0, "thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(of_front[i], NULL);
    ended(child);
    return 0;
}
