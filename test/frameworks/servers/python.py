import os
import sys
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / 'backends' / 'python'))
from vh_backend import VhBackend, make_handler

backend = VhBackend(
    base_url=os.environ.get('VH_BASE_URL'),
    api_key=os.environ.get('VH_API_KEY'),
    protocol=os.environ.get('VH_PROTOCOL') or 'parts',
    embed={'assets': 'https://static.example.org/vh-elements/'},
    authorize=lambda request, asked: request.cookie('user') == 'me',  # here your site says who may what
)
server = ThreadingHTTPServer(('127.0.0.1', int(os.environ['PORT'])), make_handler(backend))
print(server.server_port, flush=True)
server.serve_forever()
