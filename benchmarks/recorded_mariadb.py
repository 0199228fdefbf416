# SPDX-License-Identifier: Apache-2.0
"""A private MariaDB under sysbench's read-only transactions, recorded with a setting or not: ENGINE:INTERVAL,
kernel:INTERVAL:OFF-CPU, or none."""
import pathlib
import shutil
import subprocess
import sys
import time

import private_mariadb
from pairs import answers, free_port

HOME = pathlib.Path(__file__).resolve().parents[1]
ROWS = 100_000


def sysbench(data, verb, *options):
    words = ['sysbench', 'oltp_read_only', '--db-driver=mysql', f'--mysql-socket={data}/s', '--mysql-user=root',
             '--mysql-db=sbtest', f'--table-size={ROWS}', *options, verb]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


class Server:
    """A private MariaDB, recorded with a setting or not; it is gone at the end."""

    def __init__(self, data, setting, files):
        self.data, self.setting, self.files = data, setting, files

    def __enter__(self):
        port = free_port()
        self.errors = open(self.files / 'errors', 'w+')
        self.process = subprocess.Popen(self.prefix() + private_mariadb.command(self.data, port),
                                        stdout=subprocess.DEVNULL, stderr=self.errors)
        while not answers(port):
            if self.process.poll() is not None:
                sys.exit(f'mariadbd ended with {self.process.returncode}; see its messages:\n{self.said()}')
            time.sleep(0.05)
        if 'no --engine kernel' in self.said():
            sys.exit(self.said())
        return self

    def prefix(self):
        if self.setting == 'none':
            return []
        engine, interval, *off_cpu = self.setting.split(':')
        return [str(HOME / 'whodunit'), 'record', '-o', str(self.files / 'recording'), '--engine', engine, '--interval',
                interval, *(['--off-cpu', off_cpu[0]] if off_cpu else []), '--']

    def said(self):
        self.errors.flush()
        return pathlib.Path(self.errors.name).read_text()

    def __exit__(self, *unused):
        self.process.terminate()
        self.process.wait()
        self.errors.close()
        shutil.rmtree(self.files / 'recording', ignore_errors=True)


def prepare(data, files):
    private_mariadb.install(data)
    with Server(data, 'none', files):
        private_mariadb.client(data, 'create database sbtest')
        sysbench(data, 'prepare')
