/* SPDX-License-Identifier: Apache-2.0 */
/* A library that publishes contexts of its own, as a tracer does. */
__attribute__((visibility("default"))) __thread void *otel_thread_ctx_v1;

__attribute__((visibility("default"))) void other_set(void *record)
{
    otel_thread_ctx_v1 = record;
}

__attribute__((visibility("default"))) void *other_get(void)
{
    return otel_thread_ctx_v1;
}
