# SPDX-License-Identifier: Apache-2.0
"""The tools of the matrix: programs that run to their end."""
import pathlib

from programs import Program, write

ARCHIVE = "/usr/share/perl"
ADD_UP = ["/usr/bin/perl", "-e", "$s += $_ for 1 .. 5e6; print \"$s\\n\""]


def words(home):
    path = pathlib.Path(home, "words")
    path.write_text("\n".join(str(i * 7919 % 1000003) for i in range(300000)) + "\n")
    return str(path)


def bash(home, port):
    return Program("bash", "shell", ["/bin/bash", "-c", "for ((i = 0; i < 200000; i++)); do :; done; "
                                     "(exit 3); echo $?; seq 5 | while read -r x; do echo \"<$x>\"; done; "
                                     "kill -TERM $$"], unseen="shells")


def dash(home, port):
    return Program("dash", "shell", ["/bin/dash", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; echo $i; "
                                     "ls / | wc -l >/dev/null; echo err >&2; exit 7"], unseen="shells")


def zsh(home, port):
    return Program("zsh", "shell", ["zsh", "-fc", "for i in {1..200000}; do :; done; print -l ${(s:,:):-a,b}; exit 4"],
                   )


def tmux(home, port):
    call = f"tmux -L m{port} -f /dev/null"
    script = f"{call} new-session -d 'echo hi; sleep 1'; {call} list-sessions -F '#S'; {call} kill-server"
    return Program("tmux", "daemon", ["/bin/sh", "-c", script],
                   environment={"TMUX_TMPDIR": home, "TERM": "xterm", "LC_ALL": "C.UTF-8"})


def git(home, port):
    return Program("git", "forks and execs", ["/bin/sh", "-c", f"cd {home} && git init -q . && cp -r {ARCHIVE} p && "
                                              "git add p && git -c user.name=a -c user.email=a@b commit -qm a && "
                                              "git gc -q && git ls-files | wc -l"], environment={"HOME": home})


def gcc(home, port):
    source = write(home + "/a.c", "#include <stdio.h>\n" + "\n".join(
        f"int f{i}(int x) {{ for (int i = 0; i < x; i++) x ^= x << {i % 31}; return x; }}" for i in range(800)) +
        "\nint main(void) { printf(\"%d\\n\", f1(2)); return 0; }\n")
    return Program("gcc", "forks and execs", ["/bin/sh", "-c", f"gcc -O2 -o {home}/a {source} && {home}/a"])


def sqlite(home, port):
    return Program("sqlite3", "one thread", ["sqlite3", ":memory:", "with recursive t(i) as (select 1 union all select "
                                             "i + 1 from t where i < 1500000) select sum(i * i % 7) from t"])


def xz(home, port):
    return Program("xz", "threads", ["/bin/sh", "-c", f"xz -T2 -3 -c {words(home)} | xz -dc | md5sum"])


def zstd(home, port):
    return Program("zstd", "threads", ["/bin/sh", "-c", f"zstd -q -T2 -15 -c {words(home)} | zstd -dc | md5sum"])


def sort(home, port):
    return Program("sort", "threads", ["sort", "--parallel=2", "-S", "8M", "-T", home, words(home)])


def convert(home, port):
    return Program("convert", "OpenMP threads",
                   ["convert", "-size", "900x900", "plasma:red-blue", "-seed", "1", "-blur", "0x8", "-resize", "10x10",
                    "-threshold", "101%", "txt:-"])


def ffmpeg(home, port):
    return Program("ffmpeg", "threads", ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                                         "testsrc=duration=4:size=640x360", "-f", "md5", "-"])


def rsync(home, port):
    return Program("rsync", "forks", ["/bin/sh", "-c", f"rsync -ac {ARCHIVE}/ {home}/copy/ && ls {home}/copy | wc -l"],
                   )


def perl(home, port):
    script = """if (!fork) { $s += $_ for 1 .. 3e6; print "$s\\n"; exit 5 } wait; print $? >> 8, "\\n";
        $SIG{ALRM} = sub { print "alarm\\n" }; alarm 1; select undef, undef, undef, 3; die "end\\n" """
    return Program("perl", "forks", ["/usr/bin/perl", "-e", script])


def ruby(home, port):
    return Program("ruby", "threads", ["ruby", "-e", "puts (1..4).map { |i| Thread.new { (1..600000).sum { |x| "
                                       "x % (i + 2) } } }.map(&:value).inspect; exit 2"])


def python(home, port):
    script = write(home + "/a.py", """\
        import multiprocessing, os, signal, subprocess, sys, time
        def work(n): return sum(i * i for i in range(n))
        if __name__ == "__main__":
            with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
                print(pool.map(work, [300000] * 6))
            print(subprocess.run(["sh", "-c", "exit 9"]).returncode)
            signal.setitimer(signal.ITIMER_PROF, 0.05)
            signal.signal(signal.SIGPROF, lambda *a: sys.exit(6))
            while True: pass
        """)
    return Program("python-pool", "forks", ["/usr/bin/python3", script, "fork"])


def python_spawn(home, port):
    program = python(home, port)
    program.name, program.kind, program.command[2] = "python-spawn", "spawns", "spawn"
    return program


def ripgrep(home, port):
    return Program("ripgrep", "Rust, threads", ["rg", "--sort", "path", "-c", "s[a-z]+e", ARCHIVE])


def fd(home, port):
    return Program("fd", "Rust, threads", ["fdfind", "-j1", "pm$", ARCHIVE])


def busybox(home, port):
    return Program("busybox", "static", ["/bin/busybox", "sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); "
                                         "done; echo $i"], unseen="static")


def sudo(home, port):
    return Program("sudo", "setuid", ["sudo", "-n", "-u", "nobody", "/usr/bin/id", "-un"])


def su(home, port):
    return Program("su", "setuid", ["su", "-s", "/bin/sh", "nobody", "-c", "id -un"])


def real_time(home, port):
    return Program("chrt", "real-time", ["chrt", "-f", "5"] + ADD_UP)


def limits(home, port):
    return Program("prlimit", "few descriptors", ["prlimit", "--nofile=6"] + ADD_UP)


def little_memory(home, port):
    return Program("ulimit", "little memory", ["prlimit", "--as=150000000"] + ADD_UP)


def unshared(home, port):
    return Program("unshare", "a pid namespace", ["unshare", "-pf", "--kill-child"] + ADD_UP)


ALL = [bash, dash, zsh, tmux, git, gcc, sqlite, xz, zstd, sort, convert, ffmpeg, rsync, perl, ruby, python,
       python_spawn, ripgrep, fd, busybox, sudo, su, real_time, limits, little_memory, unshared]
