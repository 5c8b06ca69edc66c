"""The site of grammar-sites.ts, in Python."""

import json
import os
import sys
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[4] / 'backends' / 'python'))
from vh_backend import VhBackend, make_handler

given = json.loads(os.environ['VH_SITE'])
backend = VhBackend(
    base_url=given['baseUrl'],
    api_key='a-real-key',
    origin=given['origin'],
    allowed_origins=tuple(given['allowedOrigins']),
    trust_proxy=given['trustProxy'],
    on_error=lambda error: None,
    authorize=lambda request, asked: request.headers.get('cookie', '').startswith('user='),
    subject=lambda request: request.headers.get('cookie'),
)
server = ThreadingHTTPServer(('127.0.0.1', 0), make_handler(backend))
print(server.server_port, flush=True)
server.serve_forever()
