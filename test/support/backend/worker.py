"""One of several processes that share a state: the store of REDIS_URL or DATABASE_URL, or a file in the folder VH_STATE. The
cookie names the visitor."""

import os
import sys
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / 'backends' / 'python'))
from vh_backend import VhBackend, make_handler
from vh_state import PostgresState, RedisState, SqliteState


def state():
    redis_url, database_url = os.environ.get('REDIS_URL'), os.environ.get('DATABASE_URL')
    if redis_url:
        import redis

        return RedisState(redis.Redis.from_url(redis_url, socket_timeout=2, socket_connect_timeout=2))
    if database_url:
        import psycopg

        return PostgresState(lambda: psycopg.connect(database_url, connect_timeout=2))
    return SqliteState(os.environ['VH_STATE'] + '/state.db')


backend = VhBackend(
    base_url=os.environ.get('VH_BASE_URL'),
    api_key=os.environ.get('VH_API_KEY'),
    state=state(),
    authorize=lambda request, asked: True,
    subject=lambda request: request.headers.get('cookie'),
)
server = ThreadingHTTPServer(('127.0.0.1', int(os.environ['PORT'])), make_handler(backend))
print(server.server_port, flush=True)
server.serve_forever()
