# SPDX-License-Identifier: Apache-2.0
"""The requests to a petclinic: each of its pages, and which row of the report that request belongs to."""
import collections
import http.client
import json
import re
import threading
import urllib.parse

NO_ROUTE = 'dispatcherServlet'
STATIC = 'GET /**'
OWNER = {'firstName': 'A', 'lastName': 'Zed', 'address': '1 St', 'city': 'C', 'telephone': '1234567890'}
PET = {'birthDate': '2020-01-01', 'type': 'cat'}
FORM = {'Content-Type': 'application/x-www-form-urlencoded'}
# method, path, form, row; # is another number in each round
READ = [('GET', path, None, row) for path, row in (
    ('/', 'GET /'), ('/?lang=de', 'GET /'), ('/owners/find', 'GET /owners/find'), ('/owners?lastName=', 'GET /owners'),
    ('/owners?lastName=&page=2', 'GET /owners'), ('/owners?lastName=Davis', 'GET /owners'),
    ('/owners?lastName=Franklin', 'GET /owners'), ('/owners?lastName=Nobody', 'GET /owners'),
    ('/owners/1', 'GET /owners/{ownerId}'), ('/owners/3', 'GET /owners/{ownerId}'),
    ('/owners/6', 'GET /owners/{ownerId}'), ('/owners/99', 'GET /owners/{ownerId}'),
    ('/owners/abc', 'GET /owners/{ownerId}'), ('/owners/new', 'GET /owners/new'),
    ('/owners/1/edit', 'GET /owners/{ownerId}/edit'), ('/owners/2/pets/new', 'GET /owners/{ownerId}/pets/new'),
    ('/owners/1/pets/1/edit', 'GET /owners/{ownerId}/pets/{petId}/edit'),
    ('/owners/6/pets/7/visits/new', 'GET /owners/{ownerId}/pets/{petId}/visits/new'),
    ('/vets.html', 'GET /vets.html'), ('/vets.html?page=2', 'GET /vets.html'), ('/vets', 'GET /vets'),
    ('/oups', 'GET /oups'), ('/nowhere', STATIC), ('/resources/css/petclinic.css', STATIC),
    ('/resources/images/favicon.png', STATIC),
    ('/webjars/bootstrap/dist/js/bootstrap.bundle.min.js', 'GET /webjars/**'),
    ('/actuator', 'GET /actuator'), ('/actuator/health', 'GET /actuator/health'))]
WRITE = [
    ('POST', '/owners/new', dict(OWNER, lastName='Zed#'), 'POST /owners/new'),
    ('POST', '/owners/new', dict(OWNER, telephone='x'), 'POST /owners/new'),
    ('POST', '/owners/9/edit', dict(OWNER, lastName='Schroeder', id='9'), 'POST /owners/{ownerId}/edit'),
    ('POST', '/owners/7/pets/new', dict(PET, name='pet#'), 'POST /owners/{ownerId}/pets/new'),
    ('POST', '/owners/7/pets/new', dict(PET, name=''), 'POST /owners/{ownerId}/pets/new'),
    ('POST', '/owners/1/pets/1/edit', dict(PET, name='Leo', id='1'), 'POST /owners/{ownerId}/pets/{petId}/edit'),
    ('POST', '/owners/6/pets/7/visits/new', {'date': '2020-01-01', 'description': 'x'},
     'POST /owners/{ownerId}/pets/{petId}/visits/new')]
ODD = [('HEAD', '/vets.html', None, 'HEAD /vets.html'), ('OPTIONS', '/owners/1', None, NO_ROUTE),
       ('PUT', '/owners/1', None, NO_ROUTE)]
VISIT = READ + WRITE + ODD


class Visitors:
    """Who ask on one port, and how often they have for each row."""

    def __init__(self, port):
        self.port, self.asked, self.lock = port, collections.Counter(), threading.Lock()
        self.failed = []

    def visit(self, number):
        """All pages, one after the other; what is answered, as it is compared."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=120)
        answers = []
        for method, path, form, row in VISIT:
            body = urllib.parse.urlencode(form).replace('%23', str(number)) if form else None
            connection.request(method, path, body, FORM if form else {})
            answer = connection.getresponse()
            answers.append((f'{method} {path}', answer.status, self.lasting(answer.getheaders(), answer.read(), path)))
            with self.lock:
                self.asked[row] += 1
        connection.close()
        return answers

    def lasting(self, headers, body, path):
        """Without ports, times and sessions, which each start and each moment has others of."""
        if path == '/actuator':
            body = json.dumps(json.loads(body), sort_keys=True).encode()  # the links are in any order
        kept = sorted((name, value) for name, value in headers
                      if name.lower() not in ('date', 'last-modified', 'content-length'))
        both = repr(kept).encode() + b'\n' + body
        for changes, to in ((rb':%d\b' % self.port, b':PORT'), (rb'"timestamp":"[^"]*"', b''),
                            (rb'(?i)jsessionid=[0-9A-F]+', b'SESSION')):
            both = re.sub(changes, to, both)
        return both

    def load(self, clients, rounds):
        def client(first):
            try:
                for number in range(rounds):
                    self.visit(1000 * first + number)
            except Exception as error:  # told by who waits for it
                self.failed.append(repr(error))
        threads = [threading.Thread(target=client, args=(n + 1,)) for n in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
