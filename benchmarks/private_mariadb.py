# SPDX-License-Identifier: Apache-2.0
"""A MariaDB of a benchmark's own, on loopback, whose user is root without a password."""
import subprocess


def install(data):
    subprocess.run(['mariadb-install-db', '--no-defaults', f'--datadir={data}', '--user=root', '--skip-test-db',
                    '--auth-root-authentication-method=normal'], check=True, stdout=subprocess.DEVNULL)


def command(data, port):
    """The server's; its socket is DATA/s."""
    return ['mariadbd', '--no-defaults', f'--datadir={data}', '--socket=s', '--pid-file=pid', '--user=root',
            '--bind-address=127.0.0.1', f'--port={port}', '--skip-log-bin', '--innodb-buffer-pool-size=256M']


def client(data, *statements):
    subprocess.run(['mariadb', '--no-defaults', f'--socket={data}/s', '-uroot', '-e', ';'.join(statements)], check=True)
