"""One of several processes that share the state VH_STATE; the cookie names the visitor."""

import os
import sys
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / 'backends' / 'python'))
from vh_backend import VhBackend, make_handler
from vh_state import SqliteState

backend = VhBackend(
    base_url=os.environ.get('VH_BASE_URL'),
    api_key=os.environ.get('VH_API_KEY'),
    state=SqliteState(os.environ['VH_STATE'] + '/state.db'),
    authorize=lambda request, asked: True,
    subject=lambda request: request.headers.get('cookie'),
)
server = ThreadingHTTPServer(('127.0.0.1', int(os.environ['PORT'])), make_handler(backend))
print(server.server_port, flush=True)
server.serve_forever()
