# SPDX-License-Identifier: Apache-2.0
"""The matrix: see run. Each program is run twice, without and with `whodunit record`, in a folder of its own."""
import argparse, collections, contextlib, json, os, pathlib, re, resource, shutil, signal, subprocess, sys, tempfile
import time

import programs, servers, tools

WHODUNIT = os.path.join(os.environ.get("WHODUNIT_HOME", "."), "whodunit")
SEEN_PERCENT = 95
TICK_MS = 4
END_S, TOOL_S = 20, 90
OUR_LINES = ("whodunit", "Picked up JAVA_TOOL_OPTIONS")  # a JVM tells how it was given the agent


class Run:
    """What can be compared of one run."""

    def __init__(self):
        self.answers, self.status, self.out, self.err, self.cpu_ms, self.told = [], None, b"", [], 0, []


def comparable(text, sometimes=""):
    """Lines without what differs from run to run: numbers, folders, their order, and those that come sometimes."""
    lines = re.sub(r"(0x)?[0-9a-f]*[0-9][0-9a-f.:]*", "#", text).splitlines()
    lines = [re.sub(r"server_uid \S+", "server_uid", re.sub(r"/tmp/\S*", "/tmp", line)).strip() for line in lines]
    return sorted({line for line in lines if line and not (sometimes and re.search(sometimes, line))})


def read(path):
    return pathlib.Path(path).read_text(errors="replace")


@contextlib.contextmanager
def folder():
    home = tempfile.mkdtemp(prefix="whodunit-matrix.")
    os.chmod(home, 0o755)
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def ask_until_ready(program, process):
    until = time.monotonic() + program.ready_s
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            answer = program.ask()
            if answer is not None:
                return
        time.sleep(0.05)
    raise RuntimeError("was not ready" if process.poll() is None else "ended at once")


def busy(program, run, seconds):
    """Asks for that long; answers that are not the first one are remembered once."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            answer = program.ask()
        except (OSError, subprocess.SubprocessError) as e:
            answer = repr(type(e)).encode()
        if answer and answer not in run.answers:  # none in time: it is asked again
            run.answers.append(answer)


def cpu_of_children_ms():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (usage.ru_utime + usage.ru_stime)


def execute(make, recording, seconds):
    """One run of the program; `recording` is the folder for it, or None."""
    run = Run()
    with folder() as home, open(home + "/stdout", "wb") as out, open(home + "/stderr", "wb") as err:
        program = make(home, programs.free_port())
        command = ([WHODUNIT, "record", "-o", recording, "--"] if recording else []) + program.command
        before = cpu_of_children_ms()
        environment = {**os.environ, "LC_ALL": "C", **program.environment}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=home,
                                   env=environment, start_new_session=True)
        asked = 0
        try:
            if program.ask:
                ask_until_ready(program, process)
                started = cpu_of_children_ms()
                busy(program, run, seconds)
                asked = cpu_of_children_ms() - started  # what clients of other programs have used
                process.send_signal(getattr(signal, "SIG" + program.stop))
            run.status = process.wait(END_S if program.ask else TOOL_S)
        except subprocess.TimeoutExpired:
            run.status = "does not end"
        except RuntimeError as e:
            run.status = str(e)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        run.cpu_ms = cpu_of_children_ms() - before - asked
        text = read(home + "/stderr")
        run.told = [line for line in text.splitlines() if line.startswith("whodunit")]
        run.err = comparable("\n".join(line for line in text.splitlines() if not line.startswith(OUR_LINES)),
                             program.sometimes)
        run.out = comparable(read(home + "/stdout"), program.sometimes)
    return program, run


def report(recording):
    result = subprocess.run([WHODUNIT, "report", "--format", "json", recording], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, timeout=120)
    return (json.loads(result.stdout) if result.returncode == 0 else None), result.stderr.decode().splitlines()[-1:]


def launcher_ms():
    """What `record` itself uses."""
    before = cpu_of_children_ms()
    with folder() as home:
        subprocess.run([WHODUNIT, "record", "-o", home + "/r", "--", "/bin/true"], stderr=subprocess.DEVNULL)
    return cpu_of_children_ms() - before


def not_the_same(plain, recorded):
    for what in ("status", "answers", "out", "err"):
        a, b = getattr(plain, what), getattr(recorded, what)
        if what == "answers":
            a, b = sorted(a), sorted(b)
        if a != b:
            if isinstance(a, list):
                a, b = [x for x in a if x not in b], [x for x in b if x not in a]
            yield "%s: only plain %s, only recorded %s" % (what, str(a)[:150], str(b)[:150])


def seen(program, recorded, recording, own_ms):
    """How much of the CPU is sampled, in words; and whether that is enough, or the reason is told."""
    used = max(0, recorded.cpu_ms - own_ms)
    tree, told = report(recording) if os.path.isdir(recording) else (None, [])
    sampled = sum(p.get("cpu_ms", 0) for p in tree["processes"]) if tree else 0
    if tree:
        told = [n["text"] for n in tree["not_seen"] if n["what"] != "without a transaction"]
        told += [t for p in tree["processes"] for t in p["problems"]]
    told += recorded.told
    scatter = 3 * (used * TICK_MS) ** 0.5  # of chance
    enough = sampled >= SEEN_PERCENT / 100 * used - scatter
    words = "%5.0f ms of %5.0f" % (sampled, used)
    if not enough and told:
        why = next((t for t in told if program.unseen in t), None)
        return "%s, told: %s" % (words, (why or told[0])[:150]), why is not None
    return words, enough


def check(make, seconds, own_ms):
    with tempfile.TemporaryDirectory(prefix="whodunit-matrix.") as scratch:
        os.chmod(scratch, 0o777)
        program, plain = execute(make, None, seconds)
        if isinstance(plain.status, str):
            return program, ["without whodunit: %s: %s" % (plain.status, plain.err[:3])], ""
        recording = scratch + "/recording"
        _, recorded = execute(make, recording, seconds)
        problems = list(not_the_same(plain, recorded))
        words, enough = seen(program, recorded, recording, own_ms)
        return program, problems + ([] if enough else ["not seen, and not told"]), words


def main():
    parser = argparse.ArgumentParser(
        prog="tests/matrix/run", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs servers and tools without and with `whodunit record`. The same are to be: answers, exit\n"
                    "status, output but for our lines. SIGTERM (or what the server wants) ends each. Samples are 95%\n"
                    "of the CPU by the kernel, or the recording says why not. On a quiet machine: some 10 minutes.",
        epilog="first, as root:  tests/matrix/run --install   (packages; no service is started or enabled)")
    parser.add_argument("programs", nargs="*", help="only these")
    parser.add_argument("--seconds", type=float, default=2, help="how long a server is asked (default %(default)s)")
    parser.add_argument("--install", action="store_true", help="install the packages of all programs")
    options = parser.parse_args()
    chosen = [m for m in servers.ALL + tools.ALL if not options.programs or m.__name__ in options.programs]
    own_ms, failed, kinds = launcher_ms(), 0, collections.Counter()
    for make in chosen:
        try:
            program, problems, words = check(make, options.seconds, own_ms)
        except Exception as e:  # a program that is not there fails alone
            program, problems, words = None, ["cannot be tried: %s" % e], ""
        name = program.name if program else make.__name__
        print("%-6s %-15s %-28s %s" % ("FAILED" if problems else "ok", name, program.kind if program else "", words),
              flush=True)
        for p in problems:
            print("       " + p, flush=True)
        failed += bool(problems)
        kinds[program.kind if program else "?"] += 1
    print("%d programs of %d kinds, %d failed" % (len(chosen), len(kinds), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
