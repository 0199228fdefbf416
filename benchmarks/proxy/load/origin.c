/* SPDX-License-Identifier: Apache-2.0 */
/* The cheapest server there is on evhttp, so that the proxy in front of it is what limits: "/hit…" may be stored. */
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static char body[10240];

static void answer(struct evhttp_request *request, void *arg)
{
    (void)arg;
    struct evbuffer *reply = evbuffer_new();
    evbuffer_add_reference(reply, body, sizeof body, NULL, NULL);
    evhttp_add_header(evhttp_request_get_output_headers(request), "Cache-Control",
                      strncmp(evhttp_request_get_uri(request), "/hit", 4) == 0 ? "max-age=100000" : "no-store");
    evhttp_send_reply(request, HTTP_OK, "OK", reply);
    evbuffer_free(reply);
}

int main(void)
{
    struct event_base *base = event_base_new();
    struct evhttp *http = evhttp_new(base);
    struct evhttp_bound_socket *socket = evhttp_bind_socket_with_handle(http, "127.0.0.1", 0);
    struct sockaddr_in bound;
    socklen_t size = sizeof bound;
    if (!socket || getsockname(evhttp_bound_socket_get_fd(socket), (struct sockaddr *)&bound, &size) != 0)
        return 1;
    memset(body, 'x', sizeof body);
    evhttp_set_gencb(http, answer, NULL);
    printf("ready on 127.0.0.1:%d\n", ntohs(bound.sin_port));
    fflush(stdout);
    event_base_dispatch(base);
}
