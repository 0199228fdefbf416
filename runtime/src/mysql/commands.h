/* SPDX-License-Identifier: Apache-2.0 */
/* commands.h: what a client's command says, and which prepared statement it is of. Pure. */
#ifndef WD_MYSQL_COMMANDS_H
#define WD_MYSQL_COMMANDS_H

#include <stdint.h>

#include "propagation/statement_text.h"
#include "statements.h"

enum {
    COM_QUIT = 0x01,
    COM_QUERY = 0x03,
    COM_CHANGE_USER = 0x11,
    COM_STMT_PREPARE = 0x16,
    COM_STMT_EXECUTE = 0x17,
    COM_STMT_SEND_LONG_DATA = 0x18,
    COM_STMT_CLOSE = 0x19,
    COM_STMT_RESET = 0x1a,
    COM_STMT_FETCH = 0x1c,
    COM_RESET_CONNECTION = 0x1f,
    COM_STMT_BULK_EXECUTE = 0xfa,
};

struct wd_command {
    uint8_t code;      /* COM_… */
    uint8_t statement; /* it prepares or executes: a message, where labelled */
    uint8_t labelled;  /* uid and synopsis are known */
    uint8_t malformed; /* it carried something of ours that is broken */
    uint64_t uid;
    uint32_t synopsis;
};

/* Of the whole payload, at least one byte; what it does to the connection's statements is done. `capabilities`: of both
 * sides. */
struct wd_command wd_command_read(const struct wd_statement_text *text, uint32_t capabilities,
                                  struct wd_statements *statements);

/* Does the server answer it? */
int wd_command_has_response(uint8_t code);

#endif
