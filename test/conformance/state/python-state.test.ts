import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEPT, PYTHON_CONTRACT, runPython as run } from './support/state-scripts.ts';

describe('the state of the backend in Python', () => {
  it('keeps its contract in memory and in SQLite', () => {
    const script = `${PYTHON_CONTRACT}
print(json.dumps([contract(own.Memory()), contract(vh_state.SqliteState(folder + '/state.db'))]))`;
    assert.deepEqual(run(script), [KEPT, KEPT]);
  });

  it('loses no change that eight threads make at once in SQLite', () => {
    const script = `
path = folder + '/state.db'
def work():
    state = own._State(vh_state.SqliteState(path))
    for _ in range(25): state.change('count', lambda old: str(int(old or 0) + 1), 60)
threads = [threading.Thread(target=work) for _ in range(8)]
for one in threads: one.start()
for one in threads: one.join()
print(json.dumps([vh_state.SqliteState(path).get('count'), oct(os.stat(path).st_mode & 0o777)]))`;
    assert.deepEqual(run(script), ['200', '0o600']);
  });

  it('gives an upload the video of the process that ended first, and the other one back', () => {
    const script = `
own.UNDERWAY_SECONDS = 0.001
shared, is_late, goes_on = own.Memory(), threading.Event(), threading.Event()
given_back = []
def backend(name, wait):
    made = own.VhBackend('http://127.0.0.1:9', 'a-real-key', state=shared)
    def with_new_video(file_name, allowed, on_video):
        if wait:
            is_late.set()
            goes_on.wait()
        on_video(name)
        return {'videoId': name}
    made._with_new_video = with_new_video
    made._for_video = lambda video_id: {'videoId': video_id}
    made._discard = given_back.append
    return made
grants = []
late = threading.Thread(target=lambda: grants.append(backend('late', True)._make_once('key', 'a.mp4', {})))
late.start()
is_late.wait()
first = backend('first', False)
while len(grants) == 0:
    # Until the mark of the other one has ended.
    try: grants.append(first._make_once('key', 'a.mp4', {}))
    except own.ServiceError as error: assert error.wait == 2
goes_on.set()
late.join()
print(json.dumps([[one['videoId'] for one in grants], given_back]))`;
    assert.deepEqual(run(script), [['first', 'first'], ['late']]);
  });

  it('makes no second video where its store goes away between the video and its note', () => {
    const script = `
class Away(own.Memory):
    fails = False
    def swap(self, *words):
        if Away.fails: raise ConnectionError()
        return super().swap(*words)
made, videos = own.VhBackend('http://127.0.0.1:9', 'a-real-key', state=Away()), []
def with_new_video(file_name, allowed, on_video):
    videos.append(f'vi{len(videos)}')
    Away.fails = True
    on_video(videos[-1])
made._with_new_video = with_new_video
made._for_video = lambda video_id: {'videoId': video_id}
try: made._make_once('key', 'a.mp4', {})
except own.StateError as error: said = str(error)
Away.fails = False
made._state._paused_until = 0
print(json.dumps([said[:25], made._make_once('key', 'a.mp4', {})['videoId'], videos]))`;
    assert.deepEqual(run(script), ['The shared state failed: ', 'vi0', ['vi0']]);
  });

  it('refuses grants with 503 while its store is away, and keeps showing videos', () => {
    const script = `
class Away:
    def get(self, key): raise ConnectionError('no route to a-secret-host')
    swap = take = get
lines = []
backend = own.VhBackend('http://127.0.0.1:9', 'a-real-key', state=Away(), authorize=lambda request, asked: True,
                        on_error=lambda error: lines.append(str(error)))
headers = [('Host', 'site.test'), ('Origin', 'http://site.test'), ('X-Vh-Request', '1'), ('Content-Type', 'application/json')]
body = json.dumps({'file': {'name': 'a.mp4', 'size': 5, 'type': ''}}).encode()
answers = [backend.handle('POST', '/vh/grants', headers, body) for _ in range(3)]
answer = {'ingest': {'status': 'uploaded', 'filesize': 1}, 'encoding': {'playable': True}}
backend._made = type('Service', (), {'json': lambda *_, **__: answer, 'reached': True})()
status = backend._status('vi1')
print(json.dumps([[one.status for one in answers], answers[0].headers.get('retry-after'), status['encoding']['playable'], lines]))`;
    const [statuses, wait, isPlayable, lines] = run(script) as [number[], string, boolean, string[]];
    assert.deepEqual(statuses, [503, 503, 503]);
    assert.equal(wait, '2');
    assert.equal(isPlayable, true);
    assert.ok(lines.length > 0);
    assert.doesNotMatch(lines.join(), /a-secret-host/);
  });

  it('gives up a store that hangs, asks it no more for a second, and takes it again', () => {
    const script = `
class Hung:
    def __init__(self): self.asked, self.is_up, self.whole = 0, threading.Event(), own.Memory()
    def take(self, *words):
        self.asked += 1
        self.is_up.wait()
        return self.whole.take(*words)
state, lines = Hung(), []
backend = own.VhBackend('http://127.0.0.1:9', 'a-real-key', state=state, authorize=lambda request, asked: True,
                        on_error=lambda error: lines.append(str(error)))
headers = [('Host', 'site.test'), ('Origin', 'http://site.test'), ('X-Vh-Request', '1'), ('Content-Type', 'application/json')]
body = json.dumps({'file': {'name': 'a.mp4', 'size': 5, 'type': ''}}).encode()
ask = lambda: backend.handle('POST', '/vh/grants', headers, body).status
began = time.monotonic()
away = [ask() for _ in range(3)]
took, asked = time.monotonic() - began, state.asked
state.is_up.set()
began = time.monotonic()
while ask() == 503: pass
print(json.dumps([away, took < 3, asked, time.monotonic() - began < 5, lines[0]]))`;
    const line = 'The shared state failed: it did not answer in time.';
    // What comes after the state is refused by a service that is not there.
    assert.deepEqual(run(script), [[503, 503, 503], true, 1, true, line]);
  });

  it('says in one line why it cannot be used', () => {
    const script = `
said = []
def of(make):
    try: make()
    except Exception as error: said.append(f'{type(error).__name__}: {error}')
def refuse(): raise ConnectionError('refused\\nDETAIL: more')
class Pool: connection_kwargs = {'host': 'db'}
class Client: connection_pool = Pool()
of(lambda: vh_state.SqliteState(folder + '/not-there/state.db'))
of(lambda: vh_state.PostgresState(refuse))
of(lambda: vh_state.RedisState(Client()))
of(lambda: own.VhBackend('http://127.0.0.1:9', 'a-real-key', state=own.Memory(), memory=own.Memory()))
print(json.dumps(said))`;
    assert.deepEqual(run(script), [
      'ValueError: SqliteState cannot use its file: unable to open database file. Name one in a folder that this process may write.',
      'ValueError: PostgresState cannot use its database: ConnectionError: refused',
      'ValueError: RedisState needs a client with socket_timeout=2, so that a store that hangs is given up.',
      'ServiceError: VhBackend takes state or memory, not both.',
    ]);
  });
});

describe('the server of the backend in Python', () => {
  it('says nothing when a visitor leaves before the answer', () => {
    const script = `
from http.server import ThreadingHTTPServer
import socket, struct, contextlib, io
class Backend:
    def __init__(self): self.asked, self.left = threading.Event(), threading.Event()
    def handle(self, *_):
        self.asked.set()
        self.left.wait()
        return own.Response(200, {}, b'x' * 10_000_000)
backend, said = Backend(), io.StringIO()
with contextlib.redirect_stderr(said):
    server = ThreadingHTTPServer(('127.0.0.1', 0), own.make_handler(backend))
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    visitor = socket.create_connection(server.server_address)
    visitor.sendall(b'GET / HTTP/1.1\\r\\nHost: site.test\\r\\n\\r\\n')
    backend.asked.wait()
    # Closed without a farewell: the connection is reset.
    visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    visitor.close()
    backend.left.set()
    server.shutdown()
    server.server_close()
print(json.dumps(said.getvalue()))`;
    assert.equal(run(script), '');
  });
});
