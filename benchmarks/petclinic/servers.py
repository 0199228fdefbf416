# SPDX-License-Identifier: Apache-2.0
"""A petclinic on a database of its own, recorded or not; all of it is gone at the end."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

HOME = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(HOME / 'benchmarks'), str(HOME / 'runtime/tests/postgres')]
import private_mariadb  # noqa: E402
from pairs import answers, free_port  # noqa: E402
from private_postgres import as_server, programs  # noqa: E402

WHODUNIT = HOME / 'whodunit'
START_SECONDS = 900  # on a machine that does much else
STOP_SECONDS = 120


def recorded(recording, tier, interval, command):
    """`recording`: where to, or None."""
    if not recording:
        return command
    return [str(WHODUNIT), 'record', '-o', str(recording), '--tier', tier, '--interval', interval, '--', *command]


@contextlib.contextmanager
def running(command, files, name, ready, stop=None):
    """`stop`: ends it, by its process."""
    log = files / (name + '.log')
    with open(log, 'w', encoding='utf-8') as out:
        process = subprocess.Popen(command, cwd=files, stdout=out, stderr=out)
    try:
        end = time.monotonic() + START_SECONDS
        while not ready():
            if process.poll() is not None or time.monotonic() > end:
                sys.exit(f'{name} did not start ({process.returncode}); it said:\n{log.read_text()[-3000:]}')
            time.sleep(0.1)
        yield
    finally:
        if process.poll() is None:
            (stop or subprocess.Popen.terminate)(process)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def mariadb(driver, files, recording):
    """Of the MySQL protocol. Yields options of petclinic's that name it."""
    data, port = files / 'data', free_port()
    private_mariadb.install(data)
    command = recorded(recording, 'db', '1ms', private_mariadb.command(data, port))
    with running(command, files, 'mariadbd', lambda: answers(port)):
        private_mariadb.client(data, 'create database petclinic')
        yield ['--spring.profiles.active=mysql', '--spring.datasource.username=root', '--spring.datasource.password=',
               f'--spring.datasource.url=jdbc:{driver}://127.0.0.1:{port}/petclinic']


@contextlib.contextmanager
def postgres(_, files, recording):
    data, port = files / 'data', free_port()
    data.mkdir()
    if as_server():
        for directory in (files, data):
            shutil.chown(directory, 'postgres', 'postgres')
    at = as_server() + [programs() + '/initdb', f'--pgdata={data}', '--auth=trust', '--username=postgres',
                        '--encoding=UTF8', '--locale=C', '--no-sync']
    subprocess.run(at, check=True, stdout=subprocess.DEVNULL, cwd=files)
    command = as_server() + recorded(recording, 'db', '1ms', [
        programs() + '/postgres', '-D', str(data), '-p', str(port), '-c', 'listen_addresses=127.0.0.1', '-c',
        'unix_socket_directories='])
    state = data / 'postmaster.pid'
    with running(command, files, 'postgres', lambda: state.exists() and 'ready' in state.read_text(),
                 lambda _: os.kill(int(state.read_text().split()[0]), signal.SIGINT)):
        yield ['--spring.profiles.active=postgres', '--spring.datasource.username=postgres',
               '--spring.datasource.password=none',
               f'--spring.datasource.url=jdbc:postgresql://127.0.0.1:{port}/postgres']


DATABASES = {'mysql': mariadb, 'mariadb': mariadb, 'postgres': postgres}


@contextlib.contextmanager
def petclinic(variant, jars, files, recording):
    """With more jars on its class path. Yields its port; recorded where a directory is given."""
    port = free_port()
    java = [variant.jdk + '/bin/java', '-Xms384m', '-Xmx512m', '-Xss1m', *variant.java]
    if jars:
        java += ['-Dloader.path=' + ','.join(jars), '-cp', variant.jar,
                 'org.springframework.boot.loader.launch.PropertiesLauncher']
    else:
        java += ['-jar', variant.jar]
    with DATABASES[variant.db](variant.db, files, recording) as its_database:
        java += [f'--server.port={port}', '--server.address=127.0.0.1', *its_database,
                 f'--spring.threads.virtual.enabled={str(variant.threads == "virtual").lower()}']
        with running(recorded(recording, 'web', '4ms', java), files, 'petclinic', lambda: answers(port)):
            yield port
