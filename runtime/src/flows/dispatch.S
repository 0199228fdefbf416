/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dispatch.S: from translated code to C and back. Entered with rax = the
 * thread's struct, and the host's rax and rcx in its spill[0] and spill[1].
 * All that the host can see of the processor is as before afterwards. C runs on
 * a stack of our own, one for the process, under a lock, with signals blocked:
 * the host's stack may be small and its red zone in use.
 */
#define SPILL0 0
#define SPILL1 8
#define LEADS 24
#define GPR(n) (136 + 8 * (n))
#define FLAGS 264
#define MASK 272

        .text
        .globl wd_flows_dispatch, wd_flows_dispatched, wd_flows_dispatch_end
        .hidden wd_flows_dispatch, wd_flows_dispatched, wd_flows_dispatch_end
        .type wd_flows_dispatch, @function
wd_flows_dispatch:
        mov %rdx, GPR(2)(%rax)
        mov %rbx, GPR(3)(%rax)
        mov %rsp, GPR(4)(%rax)
        mov %rbp, GPR(5)(%rax)
        mov %rsi, GPR(6)(%rax)
        mov %rdi, GPR(7)(%rax)
        mov %r8, GPR(8)(%rax)
        mov %r9, GPR(9)(%rax)
        mov %r10, GPR(10)(%rax)
        mov %r11, GPR(11)(%rax)
        mov %r12, GPR(12)(%rax)
        mov %r13, GPR(13)(%rax)
        mov %r14, GPR(14)(%rax)
        mov %r15, GPR(15)(%rax)
        mov %rax, %rbx
        mov SPILL0(%rbx), %rcx
        mov %rcx, GPR(0)(%rbx)
        mov SPILL1(%rbx), %rcx
        mov %rcx, GPR(1)(%rbx)
        lahf
        seto %al
        mov %rax, FLAGS(%rbx)

        mov $14, %eax           /* rt_sigprocmask */
        xor %edi, %edi          /* SIG_BLOCK */
        lea all_signals(%rip), %rsi
        lea MASK(%rbx), %rdx
        mov $8, %r10d
        syscall
1:      mov $1, %eax
        xchg %eax, wd_flows_lock(%rip)
        test %eax, %eax
        jz 3f
        mov $202, %eax          /* futex: system/own_lock.h has why */
        lea wd_flows_lock(%rip), %rdi
        mov $128, %esi          /* FUTEX_WAIT_PRIVATE */
        mov $1, %edx
        lea patience(%rip), %r10
        syscall
        jmp 1b

3:      lea wd_flows_stack_end(%rip), %rsp
        pushfq
        cld
        lea wd_flows_xsave(%rip), %r12
        mov $0xe7, %eax
        xor %edx, %edx
        xsave64 (%r12)
        mov %rbx, %rdi
        sub $8, %rsp
        call wd_flows_resolve
        add $8, %rsp
        mov $0xe7, %eax
        xor %edx, %edx
        xrstor64 (%r12)
        popfq
        movl $0, wd_flows_lock(%rip)

        mov GPR(4)(%rbx), %rsp
        mov $14, %eax
        mov $2, %edi            /* SIG_SETMASK */
        lea MASK(%rbx), %rsi
        xor %edx, %edx
        mov $8, %r10d
        syscall
wd_flows_dispatched:            /* signals that have waited come here; all of the host's registers are still saved */
        mov FLAGS(%rbx), %rax
        add $0x7f, %al
        sahf
        mov GPR(1)(%rbx), %rcx
        mov GPR(2)(%rbx), %rdx
        mov GPR(5)(%rbx), %rbp
        mov GPR(6)(%rbx), %rsi
        mov GPR(7)(%rbx), %rdi
        mov GPR(8)(%rbx), %r8
        mov GPR(9)(%rbx), %r9
        mov GPR(10)(%rbx), %r10
        mov GPR(11)(%rbx), %r11
        mov GPR(12)(%rbx), %r12
        mov GPR(13)(%rbx), %r13
        mov GPR(14)(%rbx), %r14
        mov GPR(15)(%rbx), %r15
        mov GPR(0)(%rbx), %rax
        mov GPR(3)(%rbx), %rbx
        jmp *wd_flows_resume(%rip)
wd_flows_dispatch_end:
        .size wd_flows_dispatch, . - wd_flows_dispatch

/*
 * How lock functions return (wrapped.h). The processor foretells a return by the call that it belongs to. One that leads
 * into a copy belongs to none: taken as a jump it is foretold as such, and those behind it are not one call off.
 */
        .section .text.hot, "ax", @progbits /* each_section.h */
        .globl __x86_return_thunk
        .hidden __x86_return_thunk
        .type __x86_return_thunk, @function
__x86_return_thunk:
        .cfi_startproc
        mov wd_flow_thread@gottpoff(%rip), %rcx
        cmpl $0, %fs:LEADS(%rcx)
        jne 1f
        ret
1:      movl $0, %fs:LEADS(%rcx)
        pop %rcx
        .cfi_adjust_cfa_offset -8
        .cfi_register %rip, %rcx
        jmp *%rcx
        .cfi_endproc
        .size __x86_return_thunk, . - __x86_return_thunk

        .section .rodata
        .balign 8
all_signals:
        .quad -1
patience:
        .quad 0, 50000          /* a timespec: 50 us */

        .bss
        .balign 64
        .globl wd_flows_xsave, wd_flows_lock, wd_flows_resume
        .hidden wd_flows_xsave, wd_flows_lock, wd_flows_resume
wd_flows_xsave:
        .skip 8192
wd_flows_resume:
        .skip 8
wd_flows_lock:
        .skip 8
        .balign 64
        .skip 65536
wd_flows_stack_end:
        .section .note.GNU-stack, "", @progbits
