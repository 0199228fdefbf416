// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Set;

/**
 * Knows the functions that do nothing but pass requests on to those that do the work: where threads begin, event loops,
 * and how servers find what a request asks for. In nearly every sample of a server there are some; none says what it
 * did.
 */
final class Dispatchers {
    private static final Set<String> FUNCTIONS = Set.of(
            // loops of servers that stand for themselves
            "main", "worker_thread", "worker_libevent", "child_main", "aeMain", "aeProcessEvents", "run_poll_loop",
            "process_runnable_tasks", "ServerLoop", "BackendStartup", "BackendRun", "PostmasterMain", "PostgresMain",
            "uv_run", "ev_run",
            // libevent, between its loop and a handler
            "event_base_loop", "event_base_dispatch", "event_dispatch", "event_loop", "event_process_active",
            "event_process_active_single_queue", "event_persist_closure", "event_callback_closure",
            "bufferevent_readcb", "bufferevent_writecb", "bufferevent_run_readcb_",
            "bufferevent_run_deferred_callbacks",
            "bufferevent_run_deferred_callbacks_locked", "bufferevent_run_deferred_callbacks_unlocked",
            // MariaDB and MySQL, from a connection to the kind of a statement
            "handle_one_connection", "do_handle_one_connection", "handle_connection",
            "threadpool_process_request", "tp_callback", "do_command", "do_command_no_handler", "dispatch_command",
            "dispatch_sql_command", "mysql_parse", "mysql_execute_command", "Prepared_statement::execute_loop",
            "Prepared_statement::execute", "mysql_stmt_execute_common", "mysqld_stmt_execute",
            "mysql_stmt_execute");

    private static final String[] BEGINNINGS = {
            "ngx_worker_", "ngx_master_", "ngx_single_process_cycle", "ngx_spawn_process",
            "ngx_process_events_and_timers",
            "ngx_epoll_process_events", "ngx_event_process_posted", "ngx_http_handler", "ngx_http_core_run_phases",
            "ap_run_", "ap_invoke_", "ap_process_", "ap_mpm_run", "evhttp_", "bufferevent_", "epoll_dispatch",
            "java.lang.Thread.", "java.lang.VirtualThread.", "java.util.concurrent.", "jdk.internal.vm.",
            "jdk.internal.reflect.", "java.lang.reflect.", "java.lang.invoke.", "javax.servlet.", "jakarta.servlet.",
            "whodunit.", "wd_", "whodunit_", "told_",
    };

    private Dispatchers() {}

    static boolean has(String function) {
        int arguments = function.indexOf('(', 1);
        String name = arguments > 0 ? function.substring(0, arguments) : function;
        if (FUNCTIONS.contains(name) || ThreadEntry.has(name) || ThreadEntry.leadsTo(name))
            return true;
        for (String beginning : BEGINNINGS)
            if (name.startsWith(beginning))
                return true;
        return false;
    }
}
