"""The sites of the cases, in Python: which one a request is for stands in its header x-case."""

import json
import os
import sys
import threading
import urllib.request
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / 'backends' / 'python'))
from vh_backend import Response, VhBackend, make_handler

CASES = Path(os.environ['VH_CASES'])
NAMES = {
    'basePath': 'base_path',
    'origin': 'origin',
    'allowedOrigins': 'allowed_origins',
    'trustProxy': 'trust_proxy',
    'publicUrl': 'public_url',
    'assetUrl': 'asset_url',
    'collectorUrl': 'collector_url',
    'protocol': 'protocol',
    'tokenTtl': 'token_ttl',
    'claimSecrets': 'claim_secrets',
}
EMBED = {'assets': 'assets', 'frameAncestors': 'frame_ancestors', 'allowedOrigins': 'allowed_origins'}
EMBED.update(consent='consent', mediaOrigins='media_origins', provider='provider')


class TestStore:
    """The store that the test holds, as a site's own one."""

    def __init__(self, url):
        self._url = url

    def get(self, key):
        return self._ask(what='get', key=key)

    def swap(self, key, expected, value, seconds):
        return self._ask(what='swap', key=key, expected=expected, next=value, seconds=seconds)

    def take(self, key, burst, interval):
        return self._ask(what='take', key=key, burst=burst, intervalMs=interval * 1000) / 1000

    def _ask(self, **body):
        request = urllib.request.Request(f'{self._url}/store', json.dumps(body).encode())
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())


def fail():
    raise RuntimeError('a secret of the site')


def rule_of(rule, folder):
    """The site's function for a rule of the case."""
    if rule is None:
        return None
    kinds = {
        'cookie': lambda request, *_: request.headers.get('cookie') == 'user=me',
        'throw': lambda *_: fail(),
        'file': lambda *_: (folder / 'file').read_text(),
        'answer': lambda *_: rule['value'],
    }
    return kinds[rule['kind']]


def note(folder, error):
    with open(folder / 'errors', 'a') as file:
        file.write(f'{type(error).__name__}\n')


def site_of(name):
    folder = CASES / name
    config = json.loads((folder / 'config.json').read_text())
    key = config.get('apiKey')
    options = {NAMES[one]: value for one, value in config.items() if one in NAMES}
    if 'embed' in config:
        options['embed'] = {EMBED[one]: value for one, value in config['embed'].items()}
    if config.get('hasStore'):
        options['state'] = TestStore(config['service'])
    return VhBackend(
        config.get('baseUrl'),
        rule_of(key, folder) if isinstance(key, dict) else key,
        authorize=rule_of(config.get('authorize'), folder),
        subject=rule_of(config.get('subject'), folder),
        on_error=lambda error: note(folder, error),
        **options,
    )


class Sites:
    def __init__(self):
        self._lock, self._made = threading.Lock(), {}

    def handle(self, method, target, headers, body, scheme, address):
        name = next((value for key, value in headers if key.lower() == 'x-case'), '')
        with self._lock:
            if name not in self._made:
                try:
                    self._made[name] = site_of(name)
                except Exception:
                    self._made[name] = None
        site = self._made[name]
        if site and target == '/own/link':
            return Response(200, {'content-type': 'application/json'}, json.dumps({'link': site.embed_url('prReady1')}).encode())
        return site.handle(method, target, headers, body, scheme, address) if site else Response(599, {})


server = ThreadingHTTPServer(('127.0.0.1', 0), make_handler(Sites()))
print(server.server_port, flush=True)
server.serve_forever()
