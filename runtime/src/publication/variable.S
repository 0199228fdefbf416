/* SPDX-License-Identifier: Apache-2.0 */
/*
 * variable.S: const char *volatile *wd_publication_variable(void), the calling
 * thread's variable by its public name, as a TLS descriptor finds it. Readers
 * learn from that descriptor, which the dynamic linker has filled, where in a
 * thread's memory the variable is; without this reference there is none.
 */
#if defined __x86_64__
        .symver wd_published_name, otel_thread_ctx_v1@WHODUNIT_THREAD
        .text
        .globl wd_publication_variable
        .hidden wd_publication_variable
        .type wd_publication_variable, @function
wd_publication_variable:
        .cfi_startproc
        endbr64
        subq $8, %rsp
        .cfi_adjust_cfa_offset 8
        leaq wd_published_name@tlsdesc(%rip), %rax
        call *wd_published_name@tlscall(%rax)
        addq %fs:0, %rax
        addq $8, %rsp
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size wd_publication_variable, . - wd_publication_variable
#endif
        .section .note.GNU-stack, "", %progbits
