# SPDX-License-Identifier: Apache-2.0
"""shares.py: in whose code recorded processes spend their CPU, by perf: ours, the sampler's, the kernel's delivery of
its signals, and the programs of our kernel side. What libc does for us (comparing, copying, asking the kernel) counts
as the program's own, and so does what we push out of caches; and where we stand in libc's place and make the system
call ourselves, what that takes is not told from what libc's function would. As root, with linux-perf."""
import collections
import pathlib
import re
import shutil
import subprocess
import tempfile

# Kernel functions that deliver the sampler's signals, and end their handlers.
SIGNALS = {'arch_do_signal_or_restart', 'posix_cpu_timers_work', '__x64_sys_rt_sigreturn', 'restore_sigcontext'}
# Functions of ours that are libc's as well, and make the system call (runtime/src/wrap/real.h, REAL_POINT).
CALLS = set('accept accept4 connect recv recvfrom recvmsg recvmmsg read readv send sendto sendmsg sendmmsg write '
            'writev epoll_wait poll splice close open open64 openat openat64 pread64 pwrite64'.split())


def whose(stack):
    """Of a sample, innermost frame first, each (function, file): in whose code the thread was."""
    function, file = next((frame for frame in stack if not frame[1].startswith('[')), ('', ''))
    ours = {'libwhodunit.so': 'ours', 'libwhodunit-flows.so': 'ours', 'libasyncProfiler.so': 'sampler'}
    functions = {function for function, _ in stack}
    if any(function.startswith('bpf_prog_') for function in functions):
        return 'kernel side'
    if SIGNALS & functions:
        return 'signals'
    call = function.partition('.')[0].removeprefix('told_')
    return 'server' if call in CALLS else ours.get(pathlib.PurePath(file).name, 'server')


def stacks(script):
    """Of what `perf script` prints."""
    stack = []
    for line in script.splitlines():
        frame = re.match(r'\s+[0-9a-f]+ (.*?)(?:\+0x[0-9a-f]+)? \((.*)\)$', line)
        if frame:
            stack.append(frame.groups())
        elif not line and stack:
            yield stack
            stack = []


def shares(processes, seconds, load):
    """Calls `load` again and again meanwhile. Returns what each part has, in percent, as text."""
    if not shutil.which('perf'):
        raise SystemExit('no perf: apt-get install linux-perf')
    with tempfile.NamedTemporaryFile(prefix='whodunit-shares') as data:
        perf = subprocess.Popen(['perf', 'record', '-q', '-e', 'cpu-clock', '-F', '4000', '-g', '-o', data.name,
                                 '-p', ','.join(map(str, processes)), '--', 'sleep', str(seconds)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while perf.poll() is None:
            load()
        script = subprocess.run(['perf', 'script', '-i', data.name, '-F', 'ip,sym,dso'], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True).stdout
    found = collections.Counter(map(whose, stacks(script)))
    samples = sum(found.values())
    if not samples:
        raise SystemExit('perf has no samples: it needs root and Debian\'s linux-perf')
    return f'{samples} samples: ' + ', '.join(f'{part} {100 * found[part] / samples:.2f}%'
                                              for part in ('ours', 'sampler', 'signals', 'kernel side') if found[part])
