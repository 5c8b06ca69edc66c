"""The page backend of vh-elements in Python: one file, standard library only, Python 3.9 or newer.

It holds the API key on your server and answers the elements below one path. The contract is in
docs/backend-contract.md; `npx vh-elements conformance` tests it.

    from http.server import ThreadingHTTPServer
    from vh_backend import VhBackend, make_handler

    backend = VhBackend(
        base_url=os.environ.get('VH_BASE_URL'),
        api_key=os.environ.get('VH_API_KEY'),
        authorize=lambda request, asked: user_of(request) is not None,
        subject=lambda request: user_of(request),
    )
    ThreadingHTTPServer(('127.0.0.1', 3000), make_handler(backend)).serve_forever()

For gunicorn, uWSGI and mod_wsgi: `application = backend.wsgi`. Several processes share `state`: see vh_state.py.
"""

from __future__ import annotations

import base64
import email.utils
import hashlib
import hmac
import http.client
import ipaddress
import json
import math
import os
import queue
import random
import re
import ssl
import sys
import threading
import time
import unicodedata
import urllib.parse
from collections import OrderedDict
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler
from typing import Any, Callable, NamedTuple, Optional

__all__ = ['Memory', 'Request', 'Response', 'VhBackend', 'make_handler', 'verify_webhook']

ID = re.compile(r'[A-Za-z0-9_-]{1,64}')
# An address of a backend, below any base path.
OF_A_BACKEND = re.compile(r'((?:/[\w.-]{1,40}){0,6})/(?:grants|playback/(?:videos|live-streams)/[\w-]{1,64})', re.ASCII)
HOST = re.compile(r'(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?', re.I)
JSON_TYPE = re.compile(r'application/json\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?', re.I)
CLAIM = re.compile(r'(\d{1,12})\.([A-Za-z0-9_-]{43})')
PRIVATE_V4 = re.compile(
    r'(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.'
)
COLOUR = re.compile(r'#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\)', re.I)

MAX_BODY = 16 * 1024
# Of what an author says, and of a picture as base64, four characters for three bytes.
MAX_DETAILS = 160_000
MAX_POSTER = 4 * 2**20
MAX_POSTER_BODY = -(-MAX_POSTER // 3) * 4 + 1024
# The part of the account's rate that viewings leave to uploads, and reads, which anybody sends by the thousand, to both.
VIEWINGS_LEAVE = 0.2
READS_LEAVE = 0.5
# Seconds that a playback is fresh, and until it is given out no more, here and in caches elsewhere.
PLAYBACK_FRESH, PLAYBACK_STALE = 8, 10
MAX_ANSWER = 2**20
MAX_PLAYLISTS = 64 * 1024
DAY = 24 * 60 * 60
WEEK = 7 * DAY
# The mark of the process that is making an upload's video. After this number of seconds another begins, and the first to end wins.
UNDERWAY, UNDERWAY_SECONDS = 'underway ', 5
# Failures in a row after which the service is left alone. Seconds: the first pause, of which each further one is twice as
# long, up to the longest; and after how many another trial may begin, since the one before may hang.
FAILURES, FIRST_PAUSE, LONGEST_PAUSE, TRIAL = 5, 1, 4, 2
# Seconds: the longest wait between two exchanges of the key while the service is away, and where it refuses the key.
OUTAGE_WAIT, REFUSED_WAIT = 2.0, 30.0
# Seconds after which a refused access token counts no more.
FORGET_REFUSALS = 300
# Seconds: the longest that a service may ask to be left alone.
LONGEST_WAIT = 300.0
# Seconds after which the site's function is asked for its key anew; and at least between two looks for a claim that nothing proves.
RENEW_KEY, RECHECK_KEY = 600, 60
# Tokens whose deletion has failed: how many wait at most, and the seconds between two looks of one process.
MOST_DUE, LOOK_FOR_DUE = 64, 5
# Seconds: what one question to the state has, of which a grant asks several; and for how long one that failed is left alone,
# so that visitors do not wait one after the other.
STATE_LIMIT, STATE_PAUSE, STATE_CHECK_LIMIT = 0.9, 1, 5

HEADERS = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
}
PUBLIC_FIELDS = {
    'live-streams': ['liveStreamId', 'name', 'public', 'broadcasting', 'playerId', 'createdAt', 'updatedAt'],
    'players': ['playerId', 'enableApi'],
}
ADDRESSES = {'live-streams': ['hls', 'thumbnail', 'player'], 'players': ['logo', 'link']}
COLOURS = ['text', 'link', 'linkHover', 'linkActive', 'trackPlayed', 'trackUnplayed', 'trackBackground']
COLOURS += ['backgroundTop', 'backgroundBottom', 'backgroundText']
FLAGS = ['enableControls', 'forceAutoplay', 'hideTitle', 'forceLoop']
PUBLIC_FIELDS['players'] += COLOURS + FLAGS
LANGUAGES = {
    'ar': 'العربية', 'de': 'Deutsch', 'en': 'English', 'es': 'español', 'fr': 'français', 'he': 'עברית',
    'hi': 'हिन्दी', 'it': 'italiano', 'ja': '日本語', 'ko': '한국어', 'nl': 'Nederlands', 'pl': 'polski',
    'pt': 'português', 'ru': 'русский', 'sv': 'svenska', 'tr': 'Türkçe', 'uk': 'українська', 'zh': '中文',
}  # fmt: skip


class Request(NamedTuple):
    """A visitor's request, as `authorize` and `subject` see it. Header names are in lower case."""

    method: str
    path: str
    query: str
    headers: dict
    body: Optional[bytes]
    origin: str
    # The visitor's address, as the server knows it.
    address: Optional[str] = None
    # Reads the body, once; None if it is longer than that. A large one is read when nothing else refuses the request.
    read: Callable[[int], Optional[bytes]] = lambda most: None

    def cookie(self, name: str) -> Optional[str]:
        """The value of a cookie."""
        for pair in self.headers.get('cookie', '').split(';'):
            key, _, value = pair.strip().partition('=')
            if key == name:
                return value
        return None


class Response(NamedTuple):
    """An answer. `body` is bytes; header names are in lower case."""

    status: int
    headers: dict
    body: bytes = b''


class Refusal(Exception):
    """An answer that ends the request at once."""

    def __init__(self, status: int, word: str, title: str, headers: Optional[dict] = None):
        super().__init__(title)
        self.response = Response(
            status,
            {**HEADERS, 'content-type': 'application/problem+json', **(headers or {})},
            _json({'type': f'vh-elements/{word}', 'title': title, 'status': status}),
        )


class _Picture(NamedTuple):
    """A picture that goes to the service as the one file of a form."""

    kind: str
    data: bytes

    def form(self) -> tuple:
        """The type and the bytes of the form."""
        mark = _base64(os.urandom(24))
        head = f'content-disposition: form-data; name="file"; filename="poster.{self.kind}"\r\ncontent-type: image/{self.kind}'
        body = f'--{mark}\r\n{head}\r\n\r\n'.encode() + self.data + f'\r\n--{mark}--\r\n'.encode()
        return f'multipart/form-data; boundary={mark}', body


class ServiceError(Exception):
    """The service failed, or must not be asked now. The message contains no secret."""

    STATUS = {'rate-limited': 429, 'timeout': 504, 'invalid-use': 500}

    def __init__(self, word: str, message: str, wait: Optional[float] = None, status: Optional[int] = None):
        super().__init__(message)
        self.word, self.wait, self.status = word, wait, status

    def refusal(self) -> Refusal:
        headers = {} if self.wait is None else {'retry-after': _seconds(self.wait)}
        return Refusal(self.STATUS.get(self.word, 502), self.word, 'The page backend could not answer this now', headers)


class _Paused(ServiceError):
    """The service was not asked: it has failed several times in a row."""

    STATUS = {'service-unavailable': 503}


class _OfOneVisitor(ServiceError):
    """It concerns the asking visitor alone: it is neither kept nor given to others."""


class StateError(Exception):
    """The state that several processes share does not answer."""


class _Buckets:
    """Buckets of which a key's has `burst`, and gets one back every `interval` seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._full_at: OrderedDict = OrderedDict()

    def take(self, key: str, burst: int, interval: float) -> float:
        """0, or the seconds until there is one."""
        now = time.monotonic()
        with self._lock:
            full_at = max(self._full_at.pop(key, now), now)
            wait = full_at - now - (burst - 1) * interval
            if wait > 1e-9:
                self._full_at[key] = full_at
                return wait
            self._full_at[key] = full_at + interval
            while len(self._full_at) > 10_000:
                self._full_at.popitem(last=False)
            return 0

    def give_back(self, key: str, interval: float) -> None:
        with self._lock:
            if key in self._full_at:
                self._full_at[key] -= interval


class Memory:
    """State in this process: values with an expiry, and buckets. Provide an object with `get`, `swap` and `take` if several
    processes share one site."""

    def __init__(self, most: int = 10_000):
        self._most, self._lock = most, threading.Lock()
        self._kept: OrderedDict = OrderedDict()
        self._buckets = _Buckets()

    def get(self, key: str) -> Optional[str]:
        with self._lock:
            return self._get(key)

    def swap(self, key: str, expected: Optional[str], value: Optional[str], seconds: float) -> bool:
        """Stores `value`, or deletes the key for None, if its value is `expected`. Returns whether it was."""
        with self._lock:
            if self._get(key) != expected:
                return False
            if value is None:
                self._kept.pop(key, None)
            else:
                self._set(key, value, seconds)
            return True

    def take(self, key: str, burst: int, interval: float) -> float:
        """Takes one of `burst`, of which one comes back every `interval` seconds. Returns 0, or the seconds until there is one."""
        return self._buckets.take(key, burst, interval)

    def set(self, key: str, value: str, seconds: float) -> None:
        with self._lock:
            self._set(key, value, seconds)

    def delete(self, key: str) -> None:
        with self._lock:
            self._kept.pop(key, None)

    def _get(self, key: str) -> Optional[str]:
        value, until = self._kept.get(key, (None, 0.0))
        if value is not None and until > time.monotonic():
            return value
        self._kept.pop(key, None)
        return None

    def _set(self, key: str, value: str, seconds: float) -> None:
        self._kept.pop(key, None)
        self._kept[key] = (value, time.monotonic() + seconds)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


class _OldMemory:
    """The state of a site that gives `memory`, an object with `get`, `add`, `set` and `delete`. Limits are then each process's own."""

    def __init__(self, memory: Any):
        self._memory = memory
        self.get, self.take = memory.get, _Buckets().take

    def swap(self, key: str, expected: Optional[str], value: Optional[str], seconds: float) -> bool:
        if expected is None:
            return value is None or self._memory.add(key, value, seconds)
        if self._memory.get(key) != expected:
            return False
        if value is None:
            self._memory.delete(key)
        else:
            self._memory.set(key, value, seconds)
        return True


class _Askers:
    """Threads that ask the store: who waits for one that hangs, waits no longer than a deadline."""

    MOST_IDLE = 16

    def __init__(self) -> None:
        self._lock, self._process = threading.Lock(), os.getpid()
        self._idle: list = []

    def ask(self, work: Callable, seconds: float) -> Any:
        answers: queue.SimpleQueue = queue.SimpleQueue()
        self._one().put((work, answers))
        try:
            error, answer = answers.get(timeout=seconds)
        except queue.Empty:
            raise StateError('it did not answer in time') from None
        if error is not None:
            raise error
        return answer

    def _one(self) -> queue.SimpleQueue:
        with self._lock:
            if self._process != os.getpid():
                # gunicorn has forked: threads stay behind.
                self._idle, self._process = [], os.getpid()
            if self._idle:
                return self._idle.pop()
        questions: queue.SimpleQueue = queue.SimpleQueue()
        threading.Thread(target=self._work, args=(questions,), daemon=True).start()
        return questions

    def _work(self, questions: queue.SimpleQueue) -> None:
        is_wanted = True
        while is_wanted:
            work, answers = questions.get()
            try:
                done = (None, work())
            except BaseException as error:
                done = (error, None)
            with self._lock:
                is_wanted = len(self._idle) < self.MOST_IDLE
                if is_wanted:
                    self._idle.append(questions)
            answers.put(done)


class _State:
    """The site's state with a deadline for each question, and one error for all that goes wrong. What is in this process, a
    `Memory`, cannot hang."""

    def __init__(self, state: Any):
        self._state, self._askers = state, None if isinstance(state, (Memory, _OldMemory)) else _Askers()
        self._failure, self._paused_until = '', 0.0

    def get(self, key: str) -> Optional[str]:
        return self._ask(lambda: self._state.get(key))

    def swap(self, key: str, expected: Optional[str], value: Optional[str], seconds: float) -> bool:
        return self._ask(lambda: self._state.swap(key, expected, value, seconds))

    def take(self, key: str, burst: int, per_minute: int) -> float:
        return self._ask(lambda: self._state.take(key, burst, 60 / per_minute))

    def change(self, key: str, change: Callable, seconds: float) -> None:
        """Stores what `change` makes of the value, whoever else changes it at this time."""
        for _ in range(100):
            old = self.get(key)
            if self.swap(key, old, change(old), seconds):
                return
        raise StateError('The shared state changes too often.')

    def check(self) -> None:
        """Tries each operation. Raises the fault in one line, with the store's own words."""
        key = f'check {_base64(os.urandom(9))}'

        def work() -> None:
            # A store may know more of itself.
            getattr(self._state, 'check', lambda: None)()
            self._state.swap(key, None, '1', 1)
            self._state.take(f'{key} bucket', 1, 0.001)
            self._state.get(key)

        try:
            self._askers.ask(work, STATE_CHECK_LIMIT) if self._askers else work()
        except Exception as error:
            raise ServiceError('invalid-use', f'The shared state cannot be used: {_first_line(error)}.') from None

    def _ask(self, work: Callable) -> Any:
        if time.monotonic() < self._paused_until:
            raise StateError(self._failure)
        try:
            return self._askers.ask(work, STATE_LIMIT) if self._askers else work()
        except Exception as error:
            # Words of a client may quote an address with a password: only its kind and place are logged.
            kind = str(error) if isinstance(error, StateError) else f'{type(error).__name__}{_place_of(error)}'
            self._failure = f'The shared state failed: {kind}.'
            self._paused_until = time.monotonic() + STATE_PAUSE
            raise StateError(self._failure) from error


class _Locks:
    """One lock for each key, as long as somebody holds or awaits it."""

    def __init__(self) -> None:
        self._lock, self._held = threading.Lock(), {}

    def of(self, key: str) -> '_KeyLock':
        return _KeyLock(self, key)


class _KeyLock:
    def __init__(self, locks: _Locks, key: str):
        self._locks, self._key = locks, key

    def __enter__(self) -> None:
        with self._locks._lock:
            lock, count = self._locks._held.get(self._key, (threading.Lock(), 0))
            self._locks._held[self._key] = (lock, count + 1)
        self._own = lock
        lock.acquire()

    def __exit__(self, *_: Any) -> None:
        self._own.release()
        with self._locks._lock:
            lock, count = self._locks._held[self._key]
            if count == 1:
                del self._locks._held[self._key]
            else:
                self._locks._held[self._key] = (lock, count - 1)


class _Private(NamedTuple):
    """What is known of a private thing: what `authorize` may know of a video, nothing of a live stream."""

    stored: Optional[dict]


class _Entry(NamedTuple):
    value: Any
    error: Optional[ServiceError]
    at: float
    fresh: float
    stale: float
    keep: float


class _Cache:
    """Keeps answers, asks for each but once at a time, and prefers a stale answer to none."""

    def __init__(self, most: int):
        self._most, self._lock, self._flights = most, threading.Lock(), _Locks()
        self._entries: OrderedDict = OrderedDict()
        # Refusals and failures have their own place: invented ids never push out known ones.
        self._brief: OrderedDict = OrderedDict()
        self._refreshing: set = set()

    def get(self, key: str, load: Callable[[], tuple], max_age: Optional[float] = None) -> Any:
        began = time.monotonic()
        entry = self._peek(key)
        if entry and began - entry.at < min(entry.fresh, max_age if max_age is not None else entry.fresh):
            return _value_of(entry)
        if entry and max_age is None and began - entry.at < entry.stale:
            self._refresh_later(key, load)
            return entry.value
        return self._load(key, load, began)

    def _load(self, key: str, load: Callable[[], tuple], began: float) -> Any:
        with self._flights.of(key):
            entry = self._peek(key)
            # Another request has just asked the same.
            if entry and entry.at >= began:
                return _value_of(entry)
            try:
                value, fresh, stale, keep = load()
            except ServiceError as error:
                now = time.monotonic()
                if entry and entry.error is None and now - entry.at < entry.keep:
                    # Left alone for a second, and as old as before for all else.
                    self._put(key, entry._replace(fresh=now - entry.at + 1))
                    return entry.value
                if isinstance(error, _OfOneVisitor):
                    raise
                self._put(key, _Entry(None, error, now, 1, 0, 0))
                raise
            self._put(key, _Entry(value, None, time.monotonic(), fresh, stale, keep))
            return value

    def _refresh_later(self, key: str, load: Callable[[], tuple]) -> None:
        with self._lock:
            if key in self._refreshing:
                return
            self._refreshing.add(key)

        def work() -> None:
            try:
                self._load(key, load, time.monotonic())
            except Exception:  # The next visitor asks again.
                pass
            finally:
                with self._lock:
                    self._refreshing.discard(key)

        threading.Thread(target=work, daemon=True).start()

    def _peek(self, key: str) -> Optional[_Entry]:
        with self._lock:
            entries = self._entries if key in self._entries else self._brief
            if key in entries:
                entries.move_to_end(key)
            return entries.get(key)

    def forget(self, key: str) -> None:
        with self._lock:
            self._entries.pop(key, None)
            self._brief.pop(key, None)

    def _put(self, key: str, entry: _Entry) -> None:
        with self._lock:
            self._entries.pop(key, None)
            self._brief.pop(key, None)
            entries = self._brief if entry.error or entry.value is None else self._entries
            entries[key] = entry
            while len(entries) > self._most:
                entries.popitem(last=False)


def _value_of(entry: _Entry) -> Any:
    if entry.error:
        raise entry.error
    return entry.value


class _Log:
    """One line a minute for each kind of mistake, unless the site has its own function."""

    def __init__(self, on_error: Optional[Callable]):
        self._on_error, self._lock, self._logged = on_error, threading.Lock(), {}

    @property
    def is_replaced(self) -> bool:
        return self._on_error is not None

    def error(self, kind: str, text: str, error: Optional[BaseException] = None) -> None:
        try:
            if self._on_error and error is not None:
                self._on_error(error)
            elif self._is_due(kind):
                line = re.sub(r'[\x00-\x1f\x7f-\x9f\u2028\u2029]+', ' ', text)[:500]
                if self._on_error:
                    self._on_error(ServiceError('invalid-use', line))
                else:
                    print(f'vh-elements: {line}', file=sys.stderr, flush=True)
        except Exception:  # A log that fails must not take the answer with it.
            pass

    def _is_due(self, kind: str) -> bool:
        now = time.monotonic()
        with self._lock:
            if now - self._logged.get(kind, -60.0) < 60:
                return False
            self._logged = {one: at for one, at in self._logged.items() if now - at < 60}
            if len(self._logged) >= 20:
                return False
            self._logged[kind] = now
            return True


class _CircuitBreaker:
    """Leaves a service alone that has failed several times in a row. After a pause one request tries it; the others are refused
    at once. Any answer of the service ends the pause."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures, self._pauses, self._closed_until = 0, 0, 0.0

    def send(self, request: Callable[[], tuple]) -> tuple:
        """Sends one request, or raises without sending it."""
        pauses = self._admit()
        try:
            answer = request()
        except ServiceError as error:
            if error.word in ('network', 'timeout'):
                self._fail(pauses)
            raise
        if answer[0] >= 500:
            self._fail(pauses)
        else:
            with self._lock:
                self._failures = self._pauses = 0
        return answer

    def _admit(self) -> int:
        now = time.monotonic()
        with self._lock:
            left = self._closed_until - now
            if self._pauses and left > 0:
                # Visitors who are refused now come back at different times.
                wait = left + random.random() * FIRST_PAUSE
                raise _Paused('service-unavailable', 'The service failed several times in a row: no request is sent for a moment.', wait)
            if self._pauses:
                self._closed_until = now + TRIAL  # This one is the trial.
            return self._pauses

    def _fail(self, pauses: int) -> None:
        """`pauses` of the time when the request began: what began before a pause says nothing about the time after it."""
        with self._lock:
            self._failures += 1
            if self._failures < FAILURES or pauses != self._pauses:
                return
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**self._pauses)
            self._pauses += 1
            # Not always the same, so that many servers do not come back together.
            self._closed_until = time.monotonic() + pause * (0.5 + random.random() / 2)


class _Service:
    """The only way to the service: one origin, fixed paths, checked ids, no redirects, a time limit."""

    def __init__(self, base_url: str, api_key: Any, timeout: float):
        self.base = urllib.parse.urlsplit(base_url.rstrip('/') + '/')
        self.origin = _origin(base_url)
        self._api_key, self._timeout = api_key, timeout
        self._lock, self._auth = threading.Lock(), threading.Lock()
        self._pair: Optional[dict] = None
        self._failures, self._not_before = 0, 0.0
        self._closed_until = 0.0
        self._breaker = _CircuitBreaker()
        self._windows: dict = {}
        self._refusals, self._refused_at, self._refused_until = 0, 0.0, 0.0
        self._joins: Optional[bool] = None
        self._joins_asked = -60.0

    def joins_parts(self) -> Optional[bool]:
        """Whether the service makes one tus upload of several. None when it does not say so: the uploader asks for itself."""
        if self._joins is None and time.monotonic() - self._joins_asked >= 60:
            self._joins_asked = time.monotonic()
            try:
                url = urllib.parse.urlsplit(f'{self.base.geturl()}upload')
                status, headers, _ = self._breaker.send(lambda: self._send('OPTIONS', url, None, None, 4096))
            except ServiceError:
                return None
            header = headers.get('tus-extension') if status < 300 else None
            self._joins = None if header is None else 'concatenation' in [one.strip() for one in header.split(',')]
        return self._joins

    def json(self, method: str, *path: str, query: str = '', body: Any = None, leave: float = VIEWINGS_LEAVE) -> Any:
        """The answer's JSON; None for 404. A refused access token is renewed once."""
        if not all(ID.fullmatch(part) for part in path):
            raise ServiceError('invalid-use', 'An id holds letters, digits, "-" and "_" only.')
        token = self._token()
        answer = self._spend(method, path, query, body, token, leave)
        if answer[0] == 401 and self._reject(token):
            answer = self._spend(method, path, query, body, self._token(), leave)
        status, headers, text = answer
        if status == 404 or status == 204:
            return None
        what = f'{method} /{path[0]}'
        if status >= 300:
            raise _failure(status, headers, what)
        value = _parse(text)
        if value is None and (text or b'').strip() != b'null':
            raise ServiceError('unexpected-answer', f"The service's answer to {what} is not JSON, or endless.")
        return value

    def text(self, url: str, most: int) -> Optional[str]:
        """A small public text without credentials; None unless it is there, and small."""
        try:
            status, _, body = self._send('GET', urllib.parse.urlsplit(url), None, None, most)  # of an origin that was checked
        except ServiceError:
            return None
        return body.decode('utf-8', 'replace') if status == 200 and body is not None else None

    def _spend(self, method: str, path: tuple, query: str, body: Any, token: Optional[str], leave: float) -> tuple:
        kind = 'reads' if method == 'GET' else 'writes'
        now = time.monotonic()
        with self._lock:
            if self._closed_until > now:
                raise _limited(self._closed_until - now)
            limit, left, since = self._windows.get(kind, (0, 0, 0.0))
            if leave and limit and now - since < 60:
                if left <= math.ceil(limit * leave):
                    raise _limited(min(60 - (now - since), 10))
                self._windows[kind] = (limit, left - 1, since)
        url = urllib.parse.urlsplit(self.base.geturl() + '/'.join(path) + (f'?{query}' if query else ''))
        answer = self._breaker.send(lambda: self._send(method, url, body, token, MAX_ANSWER))
        self._learn(kind, answer[0], answer[1])
        return answer

    def _learn(self, kind: str, status: int, headers: Any) -> None:
        now = time.monotonic()
        with self._lock:
            if status == 429:
                self._closed_until = max(self._closed_until, now + max(1.0, _retry_after(headers) or 5.0))
            limit, left = headers.get('x-ratelimit-limit', ''), headers.get('x-ratelimit-remaining', '')
            if not (limit.isascii() and limit.isdigit() and left.isascii() and left.isdigit()):
                return
            known = self._windows.get(kind)
            is_next = not known or now - known[2] >= 60 or int(left) > known[1] + 20
            self._windows[kind] = (int(limit), int(left) if is_next else min(known[1], int(left)), now if is_next else known[2])

    def _send(self, method: str, url: Any, body: Any, token: Optional[str], most: int) -> tuple:
        headers = {'accept': 'application/json', 'connection': 'close'}
        data = None
        if isinstance(body, _Picture):
            headers['content-type'], data = body.form()
        elif body is not None:
            headers['content-type'], data = 'application/json', _json(body)
        if token is not None:
            headers['authorization'] = f'Bearer {token}'
        ends = time.monotonic() + self._timeout
        is_tls = url.scheme == 'https'
        kind: Any = http.client.HTTPSConnection if is_tls else http.client.HTTPConnection
        more = {'context': ssl.create_default_context()} if is_tls else {}
        connection = kind(url.hostname, url.port, timeout=self._timeout, **more)
        target = url.path + (f'?{url.query}' if url.query else '')
        try:
            connection.request(method, target, body=data, headers=headers)
            response = connection.getresponse()
            text: Optional[bytes] = b''
            while True:
                chunk = response.read1(64 * 1024)
                if not chunk:
                    break
                text += chunk
                if time.monotonic() > ends:
                    raise TimeoutError
                if len(text) > most:
                    text = None
                    break
        except TimeoutError:
            raise ServiceError('timeout', f'The service at {_origin(url.geturl())} did not answer in time.') from None
        except (OSError, http.client.HTTPException) as error:
            # Without the cause: its words may quote the address or a header.
            name = type(error).__name__
            raise ServiceError('network', f'The service at {_origin(url.geturl())} cannot be reached ({name}): check base_url.') from None
        finally:
            connection.close()
        if 300 <= response.status < 400:
            raise ServiceError('unexpected-answer', 'The service answered with a redirect, which is not followed.')
        return response.status, response.headers, text

    def _token(self) -> str:
        with self._auth:
            now = time.monotonic()
            if self._pair and now < self._pair['renew_at']:
                return self._pair['access']
            if now < self._not_before:
                if self._pair and now < self._pair['ends_at']:
                    return self._pair['access']
                raise ServiceError('service-unavailable', "The service's authentication has failed just now.", self._not_before - now)
            try:
                self._pair = self._refresh() or self._exchange()
                self._failures = 0
            except Exception as error:
                # A pause is no failure: the service was not asked.
                if not isinstance(error, _Paused):
                    self._failures += 1
                    # A refused key stays refused; a service that is away comes back.
                    longest = REFUSED_WAIT if getattr(error, 'word', '') in ('request-refused', '') else OUTAGE_WAIT
                    pause = 0.0 if self._failures == 1 else min(longest, 0.5 * 2 ** (self._failures - 2))
                    self._not_before = now + max(pause, getattr(error, 'wait', None) or 0)
                if self._pair and now < self._pair['ends_at']:
                    return self._pair['access']
                raise
            return self._pair['access']

    def _reject(self, token: str) -> bool:
        """Forgets a refused token. True when another try makes sense."""
        with self._auth:
            if not self._pair or self._pair['access'] != token:
                return True
            now = time.monotonic()
            # A service that refuses what it has just issued is not helped by asking for more: at once, then ever more seldom.
            if self._refusals and now < self._refused_until:
                return False
            if now - self._refused_at > FORGET_REFUSALS:
                self._refusals = 0
            self._refusals += 1
            pause = 0.0 if self._refusals == 1 else min(REFUSED_WAIT, 0.5 * 2 ** (self._refusals - 2))
            self._refused_at, self._refused_until = now, now + pause
            self._pair.update(renew_at=0.0, ends_at=0.0)
            return True

    def _refresh(self) -> Optional[dict]:
        token = self._pair and self._pair['refresh']
        return self._authenticate('refresh', {'refreshToken': token}) if token else None

    def _exchange(self) -> dict:
        given = _of_site('api_key', self._api_key) if callable(self._api_key) else self._api_key
        pair = self._authenticate('api-key', {'apiKey': _require_key(given)})
        if pair:
            return pair
        raise ServiceError('request-refused', 'The service does not take the API key: check that api_key is of the account and environment of base_url.')

    def _authenticate(self, how: str, body: dict) -> Optional[dict]:
        status, headers, text = self._spend('POST', ('auth', how), '', body, None, 0)
        if status in (408, 425, 429) or status >= 500:
            raise _failure(status, headers, 'POST /auth')
        if status in (404, 405, 410):
            raise ServiceError('unexpected-answer', f"The service's key exchange was answered with {status}: another server may answer at base_url.")
        if status >= 300:
            return None
        answer = _record(_parse(text))
        access = answer.get('access_token')
        if not isinstance(access, str) or not re.fullmatch(r'[\x21-\x7e]{1,8192}', access):
            raise ServiceError('unexpected-answer', "The service's answer to the key holds no access token.")
        given = answer.get('expires_in')
        life = min(max(given, 30), DAY) if isinstance(given, (int, float)) and not isinstance(given, bool) else 3600
        now, refresh = time.monotonic(), answer.get('refresh_token')
        return {
            'access': access,
            'refresh': refresh if isinstance(refresh, str) else None,
            'renew_at': now + max(life - 60, life / 2),
            'ends_at': now + life,
        }


class _SiteError(Exception):
    """What a function of the site threw, and which function it was."""

    def __init__(self, name: str, cause: Exception):
        super().__init__(name)
        self.name, self.cause = name, cause


def _of_site(name: str, function: Callable, *given: Any) -> Any:
    try:
        return function(*given)
    except Exception as error:
        raise _SiteError(name, error) from error


class _Secrets:
    """What seals claims: the site's list, or the API key. A key that a function reads is read anew now and then; the one before it
    still counts, so that uploads go on while it is changed."""

    def __init__(self, given: Optional[tuple], api_key: Any):
        self._given, self._api_key = given, api_key
        self._lock, self._read_at = threading.Lock(), 0.0
        self._of_function: tuple = ()

    def known(self) -> tuple:
        """The present one first."""
        if self._given is not None:
            return _require_secrets(self._given, 'claim_secrets')
        if not callable(self._api_key):
            return (_require_key(self._api_key),)
        with self._lock:
            if not self._of_function:
                self._read()
            elif time.monotonic() - self._read_at > RENEW_KEY:
                try:
                    self._read()
                except (ServiceError, _SiteError):
                    self._read_at = time.monotonic() - RENEW_KEY + RECHECK_KEY  # The known ones count until then.
            return self._of_function

    def look_for_newer(self) -> bool:
        """Looks for a newer secret, unless that has just been done, so that forged claims do not each call the site."""
        if self._given is not None or not callable(self._api_key):
            return False
        with self._lock:
            if time.monotonic() - self._read_at < RECHECK_KEY:
                return False
            self._read()
            return True

    def _read(self) -> None:
        key = _require_key(_of_site('api_key', self._api_key))
        self._of_function = tuple(dict.fromkeys((key, *self._of_function)))[:2]
        self._read_at = time.monotonic()


class _TakenOver(Exception):
    """Another process has made the video of this upload in the meantime."""


class VhBackend:
    """The page backend. `handle()` answers one request; `wsgi` is a WSGI application.

    `authorize(request, asked)` returns True, or for an upload a dict of the video's attributes; everything else refuses.
    `asked` has `action` ("upload", "refresh", "details", "poster", "playback" or "read") and `file`, `metadata`, `videoId`,
    `details`, `kind`, `id`, `video`: the `metadata` and `tags` of a private video, as the site wrote them.
    `subject(request)` names the visitor: limits and claims are per subject.
    """

    def __init__(
        self,
        base_url: Optional[str],
        api_key: Any,
        *,
        authorize: Optional[Callable] = None,
        subject: Optional[Callable] = None,
        base_path: str = '/vh',
        origin: Optional[str] = None,
        allowed_origins: tuple = (),
        trust_proxy: bool = False,
        public_url: Optional[str] = None,
        asset_url: Optional[str] = None,
        collector_url: Optional[str] = None,
        protocol: str = 'parts',
        token_ttl: int = 900,
        claim_secrets: Any = None,
        state: Any = None,
        memory: Any = None,
        on_error: Optional[Callable] = None,
        timeout: float = 10.0,
        embed: Optional[dict] = None,
    ):
        self._base_url, self._api_key = base_url, api_key
        self._authorize, self._subject = authorize, subject
        self._base_path = ''.join(f'/{word}' for word in base_path.split('/') if word)
        self._own = origin and _require_origin(origin)
        self._allowed = [_require_origin(one) for one in allowed_origins]
        self._trust_proxy = trust_proxy is True
        self._public_url, self._asset_url, self._collector = public_url, asset_url, collector_url
        self._protocol, self._ttl, self._timeout = protocol, token_ttl, timeout
        if state is not None and memory is not None:
            raise ServiceError('invalid-use', 'VhBackend takes state or memory, not both.')
        # An empty one is known to everybody: it is seen at the start.
        given = None if claim_secrets is None else _require_secrets(claim_secrets, 'claim_secrets')
        self._secrets = _Secrets(given, api_key)
        if isinstance(base_url, str) and base_url.strip() and not _origin(base_url.strip()):
            raise ServiceError('invalid-use', 'base_url is not an http or https address.')
        self._state = _State(state if state is not None else _OldMemory(memory) if memory is not None else Memory())
        self._log = _Log(on_error)
        self._made: Optional[_Service] = None
        self._making, self._uploads, self._finding = threading.Lock(), _Locks(), _Locks()
        self._misses, self._absent, self._known = _Buckets(), Memory(), Memory()
        self._unkept = Memory(1_000)
        self._playbacks, self._reads = _Cache(1_000), _Cache(1_000)
        self._can_bind: Optional[bool] = None
        self._looked_at = time.monotonic()
        # The network from which the request of a thread comes, where it tells visitors apart.
        self._visitor = threading.local()
        self._embeds: Any = None
        if embed is not None:
            # A file of its own: sites without embed pages need not have it.
            from vh_embed import Embeds

            self._embeds = Embeds(self, **embed)

    # ── Entry points ──────────────────────────────────────────────────────────────────────────────

    def handle(
        self, method: str, target: str, headers: list, body: Any = None, scheme: str = 'http', address: Optional[str] = None
    ) -> Response:
        """Answers a request. `target` is the request line's, `headers` pairs as they came. `body` is bytes, None if it is too long, or a
        function that reads it: `body(most)` returns None if it has more than `most` bytes."""
        fields: dict = {}
        for name, given in headers:
            key, value = name.lower(), given.strip()
            fields[key] = f'{fields[key]}, {value}' if key in fields else value
        hosts = [value.strip() for name, value in headers if name.lower() == 'host']
        # A request without a host has come past a server that takes it so: then the site has to say its origin.
        is_lost = not hosts and not self._own
        if is_lost or len(hosts) > 1 or not all(_is_host(host) for host in hosts) or not target.startswith('/'):
            return Refusal(400, 'request-malformed', 'The request cannot be read').response
        path, _, query = target.partition('?')
        own = self._own or _origin(f'{scheme}://{hosts[0].lower()}')
        read = body if callable(body) else lambda most: body if body is not None and len(body) <= most else None
        text = None if (self._route(path) or ('',))[0] == 'change' else read(MAX_BODY)
        request = Request(method, path, query, fields, text, self._forwarded(fields, own) if self._trust_proxy else own, address, read)
        self._visitor.network = self._network_of(request)
        response = self._answer(request)
        return self._with_cors(request, response)

    def wsgi(self, environ: dict, start_response: Callable) -> list:
        """The backend as a WSGI application. Gunicorn, uWSGI and mod_wsgi give the path as it came."""
        target = environ.get('RAW_URI') or environ.get('REQUEST_URI')
        if not target:
            path = environ.get('SCRIPT_NAME', '') + environ.get('PATH_INFO', '')
            target = urllib.parse.quote(path.encode('latin-1')) + (f"?{environ['QUERY_STRING']}" if environ.get('QUERY_STRING') else '')
        headers = [(name[5:].replace('_', '-'), value) for name, value in environ.items() if name.startswith('HTTP_')]
        if environ.get('CONTENT_TYPE'):
            headers.append(('content-type', environ['CONTENT_TYPE']))
        size = _size_of(environ.get('CONTENT_LENGTH') or '0')
        read = lambda most: environ['wsgi.input'].read(size) if size is not None and size <= most else None  # noqa: E731
        response = self.handle(environ['REQUEST_METHOD'], target, headers, read, environ['wsgi.url_scheme'], environ.get('REMOTE_ADDR'))
        reason = http.client.responses.get(response.status, 'Unknown')
        start_response(f'{response.status} {reason}', [*response.headers.items(), ('content-length', str(len(response.body)))])
        return [response.body]

    def ready(self) -> None:
        """Raises a ServiceError, whose message is one line, where the backend or its state cannot be used. Call it at the start."""
        self._service  # noqa: B018 - report a missing setting first
        self._state.check()

    def playback(self, request: Request, kind: str, video_id: str) -> Optional[dict]:
        """The playback that a browser would get, for a server that writes it into its page; None where that gets 404."""
        if not ID.fullmatch(video_id):
            return None
        self._visitor.network = self._network_of(request)
        found = self._find_playback(request, kind, video_id, is_page=True)
        return found and found[0]

    def embed_url(self, name: str, *, kind: str = 'video', seconds: int = 3_600, origin: str = '', query: Optional[dict] = None) -> str:
        """The address of an embed page that opens a private video or live stream until a time. Needs `embed`."""
        if not self._embeds:
            raise ValueError('Embed pages need the "embed" option of the backend.')
        return self._embeds.url(kind, name, seconds, origin, query or {})

    def end_upload(self, video_id: str) -> None:
        """Deletes the upload tokens that were granted for a video. Call it when a webhook says that it is encoded."""
        try:
            key = _hash('tokens of a video', video_id)
            sealed = self._state.get(key)
            if sealed is None:
                return
            for one in sealed.split(','):
                self._delete_token(one, time.time())
            # One that another process has added since stays.
            self._state.swap(key, sealed, None, 0)
            self._delete_due()
        except (StateError, ServiceError):
            pass  # What cannot be deleted now is tried again with the next status, and ends.

    # ── Routes ────────────────────────────────────────────────────────────────────────────────────

    def _answer(self, request: Request) -> Response:
        try:
            route = self._route(request.path)
            if not route:
                self._log_base_path(request.path)
                raise _not_found()
            # Anybody's pages embed, and a frame in a sandbox has no origin.
            if route[0] not in ('embed-playback', 'oembed'):
                self._log_origin(request)
            method = 'POST' if route[0] in ('grants', 'change') else 'GET'
            if request.method == 'OPTIONS':
                return self._preflight(request, method, ', x-vh-claim' if route[0] == 'change' else '')
            if request.method != method:
                raise Refusal(405, 'method-not-allowed', f'This address accepts only {method}', {'allow': method})
            return self._dispatch(request, route)
        except Exception as error:
            return self._refusal_of(error).response

    def _refusal_of(self, error: Exception) -> Refusal:
        """What a browser gets to know of an error; the cause goes to the log."""
        if isinstance(error, Refusal):
            return error
        if isinstance(error, ServiceError):
            # Too many requests are no fault of the site. In the log, a pause of the backend's own follows the line of a failure.
            of_own = ('rate-limited',) if self._log.is_replaced else ('rate-limited', 'service-unavailable')
            if error.word not in of_own or error.status is not None:
                self._log.error(str(error), f'{error} ({error.word})', error)
            return error.refusal()
        if isinstance(error, StateError):
            self._log.error('state', str(error), error)
            return Refusal(503, 'service-unavailable', 'The page backend could not answer this now', {'retry-after': '2'})
        if isinstance(error, _SiteError):
            # Its message may contain anything, a password too: only its name and place are logged.
            self._log.error(error.name, f'{error.name} threw {type(error.cause).__name__}{_place_of(error.cause)}.', error.cause)
        else:
            self._log.error('failed', f'The backend failed: {type(error).__name__}{_place_of(error)}.', error)
        return Refusal(500, 'backend-failed', 'The page backend could not answer this now')

    def _route(self, path: str) -> Optional[tuple]:
        if not path.startswith(f'{self._base_path}/'):
            return None
        words = path[len(self._base_path) + 1 :].split('/')
        if words == ['grants']:
            return ('grants',)
        if words[0] in ('embed', 'oembed'):
            return self._embeds and self._embeds.route(words)
        first, name = words[0], words[-1]
        if len(words) == 3 and first == 'playback' and words[1] in ('videos', 'live-streams') and ID.fullmatch(name):
            return ('playback', words[1][:-1], name)
        if len(words) == 2 and first in PUBLIC_FIELDS and ID.fullmatch(name):
            return ('thing', first, name)
        if len(words) == 3 and first == 'videos' and ID.fullmatch(words[1]) and name in ('status', 'captions', 'chapters'):
            return ('part', name, words[1])
        if len(words) == 3 and first == 'videos' and ID.fullmatch(words[1]) and name in ('details', 'poster'):
            return ('change', name, words[1])
        return None

    def _dispatch(self, request: Request, route: tuple) -> Response:
        self._service  # noqa: B018 - report a missing setting first
        if route[0] == 'grants':
            self._refuse_foreign(request)
            return self._grant(request)
        if route[0] == 'change':
            self._refuse_foreign(request)
            return self._change(request, route[1], route[2])
        if route[0] == 'playback':
            found = self._find_playback(request, route[1], route[2])
            if not found:
                raise _not_found()
            return _conditional(request, found[0], found[1])
        if self._embeds and route[0] in ('embed', 'embed-playback', 'oembed'):
            return self._embeds.answer(request, route)
        return self._read(request, route[0], route[1], route[2])

    @property
    def _service(self) -> _Service:
        with self._making:
            if not self._made:
                base_url = (self._base_url or '').strip()
                if not base_url:
                    raise _missing('base_url', "the service's address")
                if not callable(self._api_key):
                    _require_key(self._api_key)
                self._made = _Service(base_url, self._api_key, self._timeout)
            return self._made

    # ── Origins ───────────────────────────────────────────────────────────────────────────────────

    def _forwarded(self, headers: dict, own: str) -> str:
        first = lambda name: headers.get(name, '').split(',')[0].strip()  # noqa: E731
        host, scheme = first('x-forwarded-host'), first('x-forwarded-proto').lower()
        seen = own.partition('://')
        if (host and not _is_host(host)) or (scheme and scheme not in ('http', 'https')):
            return own
        return _origin(f'{scheme or seen[0]}://{(host or seen[2]).lower()}')

    def _network_of(self, request: Request) -> Optional[str]:
        """The network that a request comes from: an address of IPv4, or the 64 bits of IPv6 that one visitor has. None where all
        visitors would have the same, as behind a proxy that is not trusted."""
        # The proxy adds the address that it saw at the end: anybody can write what stands before it.
        forwarded = request.headers.get('x-forwarded-for') if self._trust_proxy else None
        said = (request.address or '') if forwarded is None else forwarded.split(',')[-1]
        text = re.sub(r'\A\[([^\]]*)\](?::\d+)?\Z', r'\1', said.strip(), flags=re.A)
        v4 = re.fullmatch(r'(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?', text, re.A | re.I)
        if v4:
            return None if PRIVATE_V4.match(v4[1]) else v4[1]
        try:
            network = ipaddress.IPv6Address(text.partition('%')[0]).packed[:8].hex()
        except ValueError:
            return None
        return None if re.match('0{16}|f[cd]|fe[89ab]', network) else network

    def _is_allowed(self, request: Request) -> bool:
        origin = request.headers.get('origin')
        return origin not in (None, 'null') and (origin == _origin(request.origin) or origin in self._allowed)

    def _is_allowed_site(self, request: Request) -> bool:
        site = request.headers.get('sec-fetch-site')
        if site in (None, 'same-origin'):
            return True
        return request.headers.get('origin') in self._allowed and site in ('same-site', 'cross-site')

    def _refuse_foreign(self, request: Request) -> None:
        if not self._is_allowed(request):
            raise Refusal(403, 'origin-refused', "Requests from this page are not allowed: its origin is missing, or neither the backend's own nor in allowedOrigins")
        if not self._is_allowed_site(request):
            raise Refusal(403, 'origin-refused', 'This request comes from another site')
        if not JSON_TYPE.fullmatch(request.headers.get('content-type', '')):
            raise Refusal(415, 'json-wanted', 'Send the request as application/json')
        if request.headers.get('x-vh-request') != '1':
            raise Refusal(403, 'header-missing', 'Send the header x-vh-request: 1')

    def _is_foreign_read(self, request: Request) -> bool:
        if 'origin' in request.headers and not self._is_allowed(request):
            return True
        return request.headers.get('sec-fetch-site') != 'none' and not self._is_allowed_site(request)

    def _log_base_path(self, path: str) -> None:
        """An address that would be one of the backend's below another `base_path`: its page, or the site, is set up for that one."""
        found = OF_A_BACKEND.fullmatch(path)
        if self._log.is_replaced or not found or found[1] == self._base_path:
            return
        todo = f'set base_path to "{found[1]}", or backend in the page to "{self._base_path}"'
        self._log.error('base path', f'A page asks for {path}, and base_path is "{self._base_path}": {todo}.')

    def _log_origin(self, request: Request) -> None:
        origin = request.headers.get('origin')
        if self._is_allowed(request) or origin is None and request.method != 'POST':
            return
        if origin is None:
            text = 'Refused a request for an upload without an Origin header. Browsers send one; other clients must send it too.'
            return self._log.error('origin none', text)
        if origin == 'null':
            text = 'Refused a page without an origin: a file opened from disk, or a sandboxed frame. Serve the page over http or https.'
            return self._log.error('origin null', text)
        # Only a valid origin goes into a log.
        if not origin or len(origin) > 200 or _origin(origin) != origin:
            return
        text = f'Refused a page of {origin}: this backend answers {request.origin} and allowed_origins.'
        if request.headers.get('sec-fetch-site') == 'same-origin' or 'x-forwarded-host' in request.headers:
            text += ' A proxy in front may have changed the host: set origin, trust_proxy or allowed_origins.'
        else:
            text += f" If the page is yours, set allowed_origins=['{origin}']."
        self._log.error(f'origin {origin}', text)

    def _preflight(self, request: Request, method: str, more: str) -> Response:
        if not self._is_allowed(request):
            return Response(204, {})
        return Response(
            204,
            {
                'access-control-allow-methods': method,
                'access-control-allow-headers': f'content-type, x-vh-request{more}',
                'access-control-max-age': '600',
            },
        )

    def _with_cors(self, request: Request, response: Response) -> Response:
        own = response.headers.get('vary')
        headers = {**response.headers, 'vary': f'origin, {own}' if own else 'origin'}
        origin = request.headers.get('origin')
        # Public values are not for a page's visitor.
        if origin in self._allowed and 'access-control-allow-origin' not in headers:
            headers['access-control-allow-origin'] = origin
            headers['access-control-allow-credentials'] = 'true'
            headers['access-control-expose-headers'] = 'etag, retry-after'
        return response._replace(headers=headers)

    # ── The site's decision ───────────────────────────────────────────────────────────────────────

    def _ask_site(self, request: Request, asked: dict) -> Any:
        if self._authorize:
            return _of_site('authorize', self._authorize, request, asked)
        if asked['action'] in ('upload', 'refresh'):
            line = 'There is no authorize, so every upload is refused.'
            self._log.error('no authorize', line, ServiceError('invalid-use', line))
        return None

    def _allowed_upload(self, request: Request, asked: dict, word: str, title: str) -> dict:
        answer = self._ask_site(request, asked)
        if answer is True:
            return {}
        if answer is not None and answer is not False:
            fault = _fault_in(answer)
            if fault is None:
                return answer
            self._report_answer(asked['action'], fault)
        else:
            self._log_refusal(request, asked)
        raise Refusal(403, word, title)

    def _allows(self, request: Request, action: str, kind: str, name: str, stored: Optional[dict], is_page: bool = False) -> bool:
        """With `is_page`, a visitor may come by a link on another site: the request is for a page, and not of one."""
        if self._is_foreign_read(request) and not (is_page and _is_followed_link(request)):
            return False
        asked = {'action': action, 'kind': kind, 'id': name, **({'video': stored} if stored else {})}
        answer = self._ask_site(request, asked)
        if answer is None or answer is False:
            self._log_refusal(request, asked)
        elif answer is not True:
            self._report_answer(action, 'only True allows it')
        return answer is True

    def _report_answer(self, action: str, fault: str) -> None:
        """Reports a mistake in the site's code."""
        line = f'authorize did not allow "{action}": the answer is neither yes nor no, {fault}.'
        self._log.error('answer', line, ServiceError('invalid-use', line))

    def _log_refusal(self, request: Request, asked: dict) -> None:
        """One line in the log. A page on another origin sends no cookies unless the page asks for it."""
        if not self._authorize or self._log.is_replaced:
            return
        action, name = asked['action'], asked.get('videoId') or asked.get('id')
        kind = 'live stream' if asked.get('kind') == 'live-stream' else 'video'
        text = f'authorize refused "{action}"' + (f' of the {kind} {name}.' if name else '.')
        origin = request.headers.get('origin')
        if 'cookie' not in request.headers and 'authorization' not in request.headers:
            text += ' The request had no cookie'
            if origin in self._allowed and origin != request.origin:
                text += f': the page of {origin} sends cookies to this backend only with credentials="include"'
            text += '.'
        self._log.error(f'refused {action}', text)

    # ── Grants ────────────────────────────────────────────────────────────────────────────────────

    def _grant(self, request: Request) -> Response:
        asked = _read_grant_request(request.body)
        if not asked:
            raise Refusal(400, 'grant-malformed', 'Name the file that is to be uploaded')
        video_id, claim = asked.get('videoId'), asked.get('claim')
        question = {'action': 'refresh' if video_id else 'upload', 'file': asked['file']}
        question.update({name: asked[name] for name in ('videoId', 'metadata') if asked.get(name) is not None})
        allowed = self._allowed_upload(request, question, 'grant-refused', 'The site does not allow this upload')
        subject = self._subject_of(request, allowed)
        named = allowed.get('videoId')
        if video_id and named != video_id and (named or not claim or not self._proves(claim, video_id, subject)):
            raise Refusal(403, 'grant-unproven', 'Nothing shows that this visitor may upload into this video')
        self._take_one(subject, 'Too many uploads at once: wait a little')
        if asked['isDiscard']:
            return Response(200, {**HEADERS, 'content-type': 'application/json'}, _json({'discarded': self._discard(video_id)}))
        made = self._make(asked, allowed, subject)
        self._known.set(f"videos {made['videoId']}", '1', DAY)
        made_claim = self._seal(made['videoId'], subject)
        try:
            self._remember(made, made_claim, claim)
        except (StateError, ServiceError) as error:
            # A grant is as good without: its token then expires.
            self._refusal_of(error)
        protocol = allowed.get('protocol') or self._protocol
        joins = self._service.joins_parts() if protocol == 'tus' else None
        grant = {
            'protocol': protocol,
            'url': f'{self._public()}/upload',
            'token': made['token'],
            'videoId': made['videoId'],
            'expiresAt': made['expiresAt'],
            'claim': made_claim,
            **({} if joins is None else {'joinsParts': joins}),
        }
        return Response(201, {**HEADERS, 'content-type': 'application/json'}, _json(grant))

    def _subject_of(self, request: Request, allowed: dict) -> str:
        given = allowed.get('subject')
        if given is None and self._subject:
            given = _of_site('subject', self._subject, request)
        return '' if given is None else str(given)

    def _take_one(self, subject: str, title: str) -> None:
        """One grant or change of the visitor's, or a refusal: they have had too many."""
        limit = 60 if subject else 2_000
        wait = self._state.take(_hash('grants of', subject), limit, limit)
        if wait > 0:
            raise Refusal(429, 'rate-limited', title, {'retry-after': _seconds(wait)})

    def _discard(self, video_id: str) -> bool:
        """Deletes a video that this backend has made for an upload, and that the service has no byte of."""
        if self._state.get(_hash('made by a grant', video_id)) is None:
            return False
        # First: no part may arrive between the question and the deletion.
        self.end_upload(video_id)
        status = self._status(video_id, leave=0)
        if status is not None:
            if not _is_empty(status):
                return False
            self._service.json('DELETE', 'videos', video_id, leave=0)
        return True

    def _make(self, asked: dict, allowed: dict, subject: str) -> dict:
        given = asked.get('videoId') or allowed.get('videoId')
        if given:
            made = self._for_video(given)
            if not made:
                raise _not_found()
            return made
        name = asked.get('idempotencyKey')
        if name is None:
            return self._with_new_video(asked['file']['name'], allowed, lambda _: None)
        file = asked['file']
        key = _hash(subject, name, file['name'], str(file['size']), file['type'])
        with self._uploads.of(key):
            return self._make_once(key, file['name'], allowed)

    def _make_once(self, key: str, file_name: str, allowed: dict) -> dict:
        """The grant of one upload: of the video that it has, or of a new one, which one process alone makes."""
        state, mine = self._state, UNDERWAY + _base64(os.urandom(12))
        while True:
            known = state.get(key)
            if known is not None and not known.startswith(UNDERWAY):
                again = self._for_video(known)
                if again:
                    return again
                state.swap(key, known, None, 0)
            elif self._unkept.get(key):
                # Made here while the store went away.
                state.swap(key, known, self._unkept.get(key), DAY)
                self._unkept.delete(key)
            elif known is None and state.swap(key, None, mine, UNDERWAY_SECONDS):
                break
            elif known is not None:
                raise ServiceError('service-unavailable', 'Another process is making the video of this upload.', 2)
        videos: list = []

        def keep(video_id: str) -> None:
            videos.append(video_id)
            now: Optional[str] = mine
            try:
                while not state.swap(key, now, video_id, DAY):
                    now = state.get(key)
                    if now is not None and not now.startswith(UNDERWAY):
                        raise _TakenOver()
            except StateError:
                # The next try here uses it.
                self._unkept.set(key, video_id, DAY)
                raise

        try:
            made = self._with_new_video(file_name, allowed, keep)
            if not videos:
                keep(made['videoId'])
            return made
        except _TakenOver:
            # Another process has been faster: the video of this one is empty, and goes.
            self._discard(videos[0])
            return self._make_once(key, file_name, allowed)
        except StateError:
            raise
        except BaseException:
            state.swap(key, mine, None, 0)
            raise

    def _with_new_video(self, file_name: str, allowed: dict, on_video: Callable) -> dict:
        """The token first, since it can be deleted; where tokens are bound to a video, the video first."""
        if self._can_bind:
            video_id = self._create_video(file_name, allowed)
            on_video(video_id)
            return {**self._issue_bound(video_id), 'videoId': video_id}
        issued = self._issue(None)
        video_id = self._or_delete(issued, lambda: self._create_video(file_name, allowed))
        if self._can_bind:
            # The answer has shown just now that this service binds tokens, so this one would be good for every video. The video
            # waits for the next try.
            self._or_delete(issued, lambda: on_video(video_id))
            unbound, issued = issued, self._or_delete(issued, lambda: self._issue_bound(video_id))
            self._delete_at_service(unbound['token'])
        return {**issued, 'videoId': video_id}

    def _issue_bound(self, video_id: str) -> dict:
        issued = self._issue(video_id)
        if issued is None:
            raise _not_found()
        return issued

    def _for_video(self, video_id: str) -> Optional[dict]:
        issued = self._issue(video_id)
        if issued and not issued['isBound']:
            is_there = self._or_delete(issued, lambda: self._service.json('GET', 'videos', video_id, leave=0))
            if is_there is None:
                self._delete_at_service(issued['token'])
                return None
        return issued and {**issued, 'videoId': video_id}

    def _issue(self, video_id: Optional[str]) -> Any:
        body: dict = {'ttl': self._ttl}
        if video_id and self._can_bind is not False:
            body['videoId'] = video_id
        asked_at = time.time()
        try:
            answer = self._service.json('POST', 'upload-tokens', body=body, leave=0)
        except ServiceError as error:
            # A service that knows no such attribute may refuse it.
            if 'videoId' not in body or self._can_bind or error.status != 400:
                raise
            self._can_bind = False
            return self._issue(video_id)
        if answer is None and 'videoId' in body:
            return None
        made = _record(answer)
        token = made.get('token')
        if not isinstance(token, str):
            raise ServiceError('unexpected-answer', 'The service created no upload token.')
        self._can_bind = 'videoId' in made
        ends = made.get('expiresAt')
        return {
            'token': token,
            'expiresAt': ends if isinstance(ends, str) else _iso(asked_at + self._ttl),
            'isBound': video_id is not None and made.get('videoId') == video_id,
        }

    def _create_video(self, file_name: str, allowed: dict) -> str:
        body: dict = {'title': _title_of(file_name)}
        body.update({name: value for name, value in allowed.items() if name not in ('subject', 'videoId', 'protocol') and value is not None})
        if 'metadata' in body:
            body['metadata'] = _pairs(body['metadata'])
        video_id = _record(self._service.json('POST', 'videos', body=body, leave=0)).get('videoId')
        if not isinstance(video_id, str) or not ID.fullmatch(video_id):
            raise ServiceError('unexpected-answer', 'The service created no video.')
        try:
            # Another video is the site's to delete.
            self._state.swap(_hash('made by a grant', video_id), None, '1', WEEK)
        except StateError:
            pass  # The video is there, and its note for the upload comes next.
        return video_id

    def _or_delete(self, issued: dict, work: Callable) -> Any:
        try:
            return work()
        except BaseException:
            self._delete_at_service(issued['token'])
            raise

    def _delete_at_service(self, token: str) -> None:
        try:
            self._service.json('DELETE', 'upload-tokens', token, leave=0)
        except ServiceError:
            pass  # It expires.

    # ── Changes by an author ──────────────────────────────────────────────────────────────────────

    def _change(self, request: Request, what: str, video_id: str) -> Response:
        claim = request.headers.get('x-vh-claim')
        if claim is not None and _length(claim) > 256:
            raise _malformed(what)
        if what == 'details':
            said = _read_details(request.read(MAX_DETAILS))
            if said is None:
                raise _malformed(what)
            fields = said.pop('fields', None)
            more = {'details': said, **({} if fields is None else {'metadata': fields})}
            allowed = self._admit(request, {'action': what, 'videoId': video_id, **more}, claim)
            return self._update(video_id, what, 'PATCH', (), lambda video: _update_of(said, allowed, video))
        self._admit(request, {'action': what, 'videoId': video_id}, claim)
        # After proof and limit: a picture may be megabytes, and anybody can send one.
        picture = _read_picture(request.read(MAX_POSTER_BODY))
        if not picture:
            raise _malformed(what)
        return self._update(video_id, what, 'POST', ('thumbnail',), lambda _: picture)

    def _admit(self, request: Request, asked: dict, claim: Optional[str]) -> dict:
        """Lets an author change their own video: the site allows it, a claim or the site shows that it is theirs, and they have a
        change left."""
        action, video_id = asked['action'], asked['videoId']
        allowed = self._allowed_upload(request, asked, f'{action}-refused', 'The site does not allow this change')
        subject, named = self._subject_of(request, allowed), allowed.get('videoId')
        if named != video_id and not subject:
            line = 'VhBackend has no subject for this visitor, so a claim does not show whose video they change: set subject, or let authorize answer {"videoId": …}.'
            self._log.error('no subject', line, ServiceError('invalid-use', line))
        # Everyone who obtains a claim without a subject could change the video for days.
        is_proven = named is None and claim and subject and self._proves(claim, video_id, subject)
        if named != video_id and not is_proven:
            raise Refusal(403, f'{action}-unproven', 'Nothing shows that this video is the visitor’s own')
        self._take_one(subject, 'Too many changes: wait a little')
        return allowed

    def _update(self, video_id: str, what: str, method: str, path: tuple, body_of: Callable) -> Response:
        video = self._find('videos', video_id)
        if video is None or video.get('discarded') is True:
            raise _not_found()
        body = body_of(video)
        if body:
            try:
                made = self._service.json(method, 'videos', video_id, *path, body=body, leave=0)
            except ServiceError as error:
                raise _malformed(what, True) if error.status == 400 else error
            self._playbacks.forget(f'video {video_id}')
            self._reads.forget(f'captions {video_id}')
            if made is None:
                raise _not_found()
        return Response(200, {**HEADERS, 'content-type': 'application/json'}, b'{}')

    # ── Claims and tokens ─────────────────────────────────────────────────────────────────────────

    def _keys(self, purpose: str) -> list:
        return [_mac(secret.encode(), purpose.encode()) for secret in self._secrets.known()]

    def _has_signed(self, data: bytes, seal: str) -> bool:
        """True if one of the site's secrets has signed it; one that the site has changed just now, too."""
        # Every key is tried, so that the time reveals nothing.
        is_signed = lambda: any([hmac.compare_digest(_base64(_mac(key, data)), seal) for key in self._keys(CLAIMS)])  # noqa: E731
        return is_signed() or self._secrets.look_for_newer() and is_signed()

    def _seal(self, video_id: str, subject: str) -> str:
        ends = int(time.time()) + WEEK
        return f'{ends}.{_base64(_mac(self._keys(CLAIMS)[0], _sealed(ends, video_id, subject)))}'

    def _proves(self, claim: str, video_id: str, subject: str) -> bool:
        match = CLAIM.fullmatch(claim)
        if not match or int(match[1]) < time.time():
            return False
        return self._has_signed(_sealed(int(match[1]), video_id, subject), match[2])

    def _remember(self, made: dict, claim: str, renewed: Optional[str]) -> None:
        """Remembers a token, encrypted, and deletes the one of the grant that it renews."""
        ends = time.time() + self._ttl
        sealed = self._encrypt(json.dumps([made['token'], ends]))
        of_video = _hash('tokens of a video', made['videoId'])
        self._state.change(of_video, lambda all_: ','.join([*(all_ or '').split(','), sealed][-8:]).lstrip(','), self._ttl)
        of_claim = lambda one: _hash('token of a claim', one, made['videoId'])  # noqa: E731
        old = self._state.get(of_claim(renewed)) if renewed else None
        # A claim counts whole seconds: one that is renewed at once is the same claim. A repeat of that renewal deletes the
        # token before it again, and not the one that it made; that one goes with the end of the upload.
        if claim != renewed:
            self._state.change(of_claim(claim), lambda _: sealed, self._ttl)
        if old:
            try:
                # Parts may still be on their way with a token that ends soon.
                self._delete_token(old, time.time() + 90)
            except ServiceError:
                # The process that comes by next deletes it.
                self._add_due([old])
                raise
        self._delete_due()

    def _delete_token(self, sealed: str, soon: float) -> None:
        text = self._decrypt(sealed)
        token, ends = json.loads(text) if text else (None, 0)
        if token and ends > soon:
            self._service.json('DELETE', 'upload-tokens', token, leave=0)

    def _add_due(self, sealed: list) -> None:
        """Notes encrypted tokens whose deletion has failed."""
        add = lambda all_: ','.join([*(all_ or '').split(','), *sealed][-MOST_DUE:]).lstrip(',')  # noqa: E731
        self._state.change(_hash('tokens to be deleted'), add, self._ttl)

    def _delete_due(self) -> None:
        """Deletes the tokens that are due, unless this process has just done so. Those that fail again stay due."""
        if time.monotonic() - self._looked_at < LOOK_FOR_DUE:
            return
        self._looked_at = time.monotonic()
        key = _hash('tokens to be deleted')
        due = self._state.get(key)
        # The process that takes the list works on it alone.
        if due is None or not self._state.swap(key, due, None, 0):
            return
        failed = []
        for one in due.split(','):
            try:
                self._delete_token(one, time.time())
            except ServiceError:
                failed.append(one)
        if failed:
            self._add_due(failed)

    def _encrypt(self, text: str) -> str:
        key, nonce = self._keys(TOKENS)[0], os.urandom(16)
        hidden = _stream(key, nonce, text.encode())
        return _base64(nonce + hidden + _mac(key, b'seal' + nonce + hidden))

    def _decrypt(self, sealed: str) -> Optional[str]:
        data = base64.urlsafe_b64decode(sealed + '=' * (-len(sealed) % 4)) if sealed else b''
        nonce, hidden, seal = data[:16], data[16:-32], data[-32:]
        for key in self._keys(TOKENS):
            if len(data) > 48 and hmac.compare_digest(_mac(key, b'seal' + nonce + hidden), seal):
                return _stream(key, nonce, hidden).decode()
        return None

    # ── Things of the service ─────────────────────────────────────────────────────────────────────

    def _find(self, collection: str, name: str, leave: float = VIEWINGS_LEAVE) -> Optional[dict]:
        """One request settles an unknown id; unknown ids share one bucket, and a missing one is remembered briefly."""
        key = f'{collection} {name}'
        if self._known.get(key):
            return self._settle(key, self._service.json('GET', collection, name, leave=leave))
        with self._finding.of(key):
            if self._absent.get(key):
                return None
            # One address is limited before all visitors are, so that a stranger leaves most of the shares to others.
            network = getattr(self._visitor, 'network', None)
            taken: list = []
            found = None
            is_miss = False
            try:
                for bucket, burst, interval in [*([(network, 8, 10)] if network else []), ('', 20, 2)]:
                    wait = self._misses.take(bucket, burst, interval)
                    if wait > 0:
                        kind = _OfOneVisitor if bucket else ServiceError
                        raise kind('rate-limited', 'Too many requests for ids that the service does not have.', wait)
                    taken.append((bucket, interval))
                found = self._service.json('GET', collection, name, leave=leave)
                is_miss = found is None
            finally:
                for bucket, interval in [] if is_miss else taken:
                    self._misses.give_back(bucket, interval)
            return self._settle(key, found)

    def _settle(self, key: str, found: Any) -> Optional[dict]:
        if isinstance(found, dict):
            self._known.set(key, '1', DAY)
            return found
        self._known.delete(key)
        self._absent.set(key, '1', 3)
        return None

    def _status(self, video_id: str, leave: float = VIEWINGS_LEAVE) -> Optional[dict]:
        answer = self._service.json('GET', 'videos', video_id, 'status', leave=leave)
        if answer is None:
            return None
        status = _parse_status(answer)
        if (status['ingest'] or {}).get('status') == 'uploaded' or _has_failed(status):
            self.end_upload(video_id)
        return status

    def _public(self) -> str:
        return (self._public_url or self._service.base.geturl()).rstrip('/')

    def _to_public(self, url: str) -> str:
        origin = self._service.origin
        to = _origin(self._public())
        return to + url[len(origin) :] if url.startswith(f'{origin}/') else url

    def _media_origins(self) -> list:
        asset = _origin(self._asset_url) if self._asset_url else ''
        return [self._service.origin, *([asset] if asset else [])]

    # ── Playbacks ─────────────────────────────────────────────────────────────────────────────────

    def _find_playback(self, request: Request, kind: str, name: str, is_open: bool = False, asks: bool = True, is_page: bool = False) -> Optional[tuple]:
        """
        The playback, its cache policy, and what the service says of it beside; a private one for this viewing alone. With
        `is_open` the site is not asked; without `asks` what is private then stays closed. `is_page` as of `_allows`.
        """
        own: list = []

        def load() -> tuple:
            at = time.monotonic()
            found = self._collect(kind, name)
            if not found:
                return None, 3, 0, 0
            if not found['isPublic']:
                own.append(found)
                return _Private(found['stored']), 30, 0, 600
            self._complete(found, self._media_origins())
            lasts = found['isSettled'] and found['isComplete'] and found['playback']['state'] == 'playable'
            fresh, stale = (PLAYBACK_FRESH, PLAYBACK_STALE) if lasts else (1, 2)
            return (self._publish(found['playback']), at if lasts else None, found['about']), fresh, stale, 600

        is_reload = re.search(r'\bno-cache\b', request.headers.get('cache-control', ''), re.I)
        known = self._playbacks.get(f'{kind} {name}', load, 1 if is_reload else None)
        if not isinstance(known, _Private):
            return known and (known[0], _playback_policy(known[1]), known[2])
        if not is_open and not (asks and self._allows(request, 'playback', kind, name, known.stored, is_page)):
            return None
        found = self._view(kind, name, own[0] if own else None)
        return found and (self._publish(found['playback']), None, found['about'])

    def _view(self, kind: str, name: str, found: Optional[dict]) -> Optional[dict]:
        found = found or self._collect(kind, name)
        if not found:
            return None
        address = _session_address(found['playback'].get('hls'))
        is_begun = address is not None and _origin(address) in self._media_origins() and self._begin(found['playback'], address)
        if not is_begun and address:
            # The asking may have used the token up.
            found = self._collect(kind, name)
            if not found:
                return None
        self._complete(found, self._media_origins() if is_begun else [])
        return found

    def _begin(self, playback: dict, address: str) -> bool:
        """Makes a session of the one-time token: its addresses hold for all that one viewing asks."""
        issued = time.time()
        session = _record(_parse((self._service.text(address, 4096) or '').encode())).get('session_token')
        if not isinstance(session, str) or not session:
            return False

        def add(url: str) -> str:
            parts = urllib.parse.urlsplit(url)
            query = [pair for pair in urllib.parse.parse_qsl(parts.query, keep_blank_values=True) if pair[0] != 'avh']
            return parts._replace(query=urllib.parse.urlencode([*query, ('avh', session)])).geturl()

        for field in ('hls', 'mp4', 'poster', 'storyboard'):
            if field in playback:
                playback[field] = add(playback[field])
        for field in ('captions', 'chapters'):
            playback[field] = [{**track, 'src': add(track['src'])} for track in playback[field]]
        playback['issuedAt'], playback['expiresAt'] = _iso(issued), _iso(issued + DAY)
        return True

    def _collect(self, kind: str, name: str) -> Optional[dict]:
        collection = 'videos' if kind == 'video' else 'live-streams'
        thing = self._find(collection, name)
        if thing is None or thing.get('discarded') is True:
            return None
        assets = _record(thing.get('assets'))
        playback: dict = {'kind': kind, 'id': name, 'state': 'playable', 'title': thing.get('name' if kind == 'live-stream' else 'title')}
        playback.update(hls=_address(assets.get('hls')), poster=_address(assets.get('thumbnail')))
        playback.update(playlists=[], captions=[], chapters=[])
        is_settled = is_complete = True
        shape: dict = {}
        if kind == 'video':
            status = self._status(name)
            if status is None:
                return None
            encoding = status['encoding']
            qualities = encoding['qualities']
            shape = {side: encoding['metadata'].get(side) for side in ('width', 'height')}
            is_settled = encoding['playable'] and all(one['status'] in ('encoded', 'failed') for one in qualities)
            files = [one for one in qualities if one['type'] == 'mp4']
            has_file = encoding['playable'] and (not files or any(one['status'] == 'encoded' for one in files))
            playback['state'] = 'playable' if encoding['playable'] else 'failed' if _has_failed(status) else 'processing'
            playback['mp4'] = _address(assets.get('mp4')) if has_file else None
            playback['storyboard'], playback['duration'] = _address(assets.get('storyboard')), encoding['metadata'].get('duration')
            for field, language in (('captions', 'srclang'), ('chapters', 'language')):
                try:
                    playback[field] = _tracks(self._service.json('GET', 'videos', name, field, query='pageSize=100'), language)
                except ServiceError:
                    is_complete = False
        playback = {field: value for field, value in playback.items() if value is not None and not (field == 'title' and not isinstance(value, str))}
        is_public = thing.get('public', True) is True
        dates = [one for one in (thing.get('publishedAt'), thing.get('createdAt')) if isinstance(one, str)]
        stored = _stored(thing) if kind == 'video' else None
        about = {'isPublic': is_public, 'publishedAt': dates[0] if dates else None, **shape}
        return {'playback': playback, 'playerId': thing.get('playerId'), 'isPublic': is_public, 'isSettled': is_settled, 'isComplete': is_complete, 'about': about, 'stored': stored}

    def _complete(self, found: dict, origins: list) -> None:
        playback, player = found['playback'], found['playerId']
        if isinstance(player, str) and ID.fullmatch(player):
            try:
                answer = self._service.json('GET', 'players', player)
                theme = _theme(answer)
                if theme is not None:
                    playback['theme'] = theme
                found['about']['allowsApi'] = _record(answer).get('enableApi') is not False
            except ServiceError:
                # The theme may forbid it.
                found['isComplete'] = found['about']['allowsApi'] = False
        if playback['kind'] == 'video' and playback['state'] == 'playable' and found['isSettled'] and 'hls' in playback:
            playback['playlists'] = self._playlists(playback['hls'], origins)

    def _playlists(self, master: str, origins: list) -> list:
        def read(url: str) -> Optional[dict]:
            if _origin(url) not in origins:
                return None
            text = self._service.text(url, MAX_PLAYLISTS)
            return {'url': url, 'text': text} if text and text.startswith('#EXTM3U') else None

        is_whole = lambda text: re.search(r'^#EXT-X-ENDLIST\s*$', text, re.M)  # noqa: E731
        first = read(master)
        if not first:
            return []
        if '#EXT-X-STREAM-INF' not in first['text']:
            return [first] if is_whole(first['text']) else []
        pattern = r'^#EXT-X-(?:STREAM-INF:[^\n]*\n[ \t]*([^#\s][^\n]*)|MEDIA:TYPE=AUDIO,[^\n]*?\bURI="([^"\n]*)")'
        found = [(variant or audio).strip() for variant, audio in re.findall(pattern, first['text'], re.M)]
        addresses = dict.fromkeys(filter(None, (_resolve(master, one) for one in found if one)))
        inline, room = [first], MAX_PLAYLISTS - len(first['text'])
        for address in list(addresses)[:8]:
            playlist = read(address)
            if playlist and is_whole(playlist['text']) and len(playlist['text']) <= room:
                room -= len(playlist['text'])
                inline.append(playlist)
        return inline

    def _publish(self, playback: dict) -> dict:
        """The playback as browsers get it: every address one that they reach."""
        shown = dict(playback)
        for field in ('hls', 'mp4', 'poster', 'storyboard'):
            if field in shown:
                shown[field] = self._to_public(shown[field])
        for field in ('captions', 'chapters'):
            shown[field] = [{**track, 'src': self._to_public(track['src'])} for track in shown[field]]
        origin, to = self._service.origin, _origin(self._public())
        shown['playlists'] = [
            {'url': self._to_public(one['url']), 'text': one['text'].replace(origin, to) if one['url'].startswith(f'{origin}/') else one['text']}
            for one in shown['playlists']
        ]
        logo = shown.get('theme', {}).get('logo')
        if logo:
            shown['theme'] = {**shown['theme'], 'logo': {**logo, 'src': self._to_public(logo['src'])}}
        shown['collector'] = self._collector or f'{self._public()}/collector'
        return shown

    # ── Reads ─────────────────────────────────────────────────────────────────────────────────────

    def _read(self, request: Request, what: str, part: str, name: str) -> Response:
        own: list = []
        page = _paging(request.query) if part in ('captions', 'chapters') else None

        def load() -> tuple:
            found = self._find('videos' if what == 'part' else part, name, READS_LEAVE)
            if found is None or found.get('discarded') is True:
                return None, 3, 0, 0
            body: Any = found
            if part == 'status':
                body = self._status(name, READS_LEAVE)
            elif what == 'part':
                # One page for all that are asked for: otherwise each number is a request that anybody can have made.
                body = self._service.json('GET', 'videos', name, part, query='pageSize=100', leave=READS_LEAVE)
            if body is None:
                return None, 3, 0, 0
            if part != 'players' and found.get('public', True) is not True:
                own.append(body)
                return _Private(None if part == 'live-streams' else _stored(found)), 30, 0, 600
            # Polled reads must be new; yet anybody may poll, so a second is as new as they get.
            fresh = 1 if part in ('status', 'live-streams') else 10
            return (body,), fresh, fresh, 600

        known = self._reads.get(f'{part} {name}', load)
        if isinstance(known, _Private):
            kind = 'live-stream' if part == 'live-streams' else 'video'
            if not self._allows(request, 'read', kind, name, known.stored):
                raise _not_found()
            if not own:
                load()
            known = (own[0],) if own else None
        if known is None:
            raise _not_found()
        shown = self._show(part, known[0])
        if page is not None:
            shown = _page_of(shown, page)
        return Response(200, {**HEADERS, 'content-type': 'application/json'}, _json(shown))

    def _show(self, part: str, body: dict) -> Any:
        if part == 'status':
            return body
        if part in ('captions', 'chapters'):
            fields = ['srclang', 'languageName', 'default'] if part == 'captions' else ['language']
            rows = [_record(row) for row in _list(_record(body).get('data'))]
            data = [{'src': self._to_public(row['src']), **_picked(row, fields)} for row in rows if _address(row.get('src'))]
            return data
        shown: dict = _picked(body, PUBLIC_FIELDS[part])
        assets = body.get('assets')
        if isinstance(assets, dict) and (part == 'players' or body.get('public', True) is True):
            shown['assets'] = {name: self._to_public(assets[name]) for name in ADDRESSES[part] if _address(assets.get(name))}
        return shown


CLAIMS = 'vh-elements grant claim 1'
TOKENS = 'vh-elements upload token 1'
TEXTS = ('title', 'description', 'playerId', 'subject', 'videoId')
SWITCHES = ('public', 'panoramic', 'mp4Support')


# ── Readers of what came over a network ───────────────────────────────────────────────────────────


def _no_constant(name: str) -> None:
    raise ValueError(f'{name} is not JSON')  # Python's own reader takes NaN and Infinity.


def _parse(text: Optional[bytes], errors: str = 'replace') -> Any:
    try:
        return json.loads(text.decode('utf-8-sig', errors), parse_constant=_no_constant) if text else None
    except (ValueError, RecursionError):
        return None


def _record(value: Any) -> dict:
    return value if isinstance(value, dict) else {}


def _required(value: Any) -> dict:
    """The members of an object that an answer must have."""
    if not isinstance(value, dict):
        raise ServiceError('unexpected-answer', "The service's answer has another shape.")
    return value


def _list(value: Any) -> list:
    return value if isinstance(value, list) else []


def _picked(row: dict, fields: list) -> dict:
    return {name: row[name] for name in fields if isinstance(row.get(name), (str, int, float, bool))}


def _address(value: Any) -> Optional[str]:
    return value if isinstance(value, str) and re.match(r'https?://[^/\s]', value, re.I) and _origin(value) else None


def _number(value: Any) -> Any:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _present(row: dict) -> dict:
    return {name: value for name, value in row.items() if value is not None}


def _sha256(value):
    """The SHA-256 of a source in hexadecimal, or nothing."""
    return value.lower() if isinstance(value, str) and re.fullmatch('[0-9A-Fa-f]{64}', value) else None


def _parse_status(answer: Any) -> dict:
    from_ingest, encoding = _required(answer).get('ingest'), _required(answer.get('encoding'))
    ingest = None
    # The service has been seen to answer an empty list where it means "nothing yet".
    if from_ingest is not None and not isinstance(from_ingest, list):
        _required(from_ingest)
        parts = from_ingest.get('receivedParts')
        parts = {} if parts is None else _required(parts)
        ingest = _present(
            {
                'status': from_ingest.get('status') if isinstance(from_ingest.get('status'), str) else 'uploading',
                'filesize': _number(from_ingest.get('filesize')),
                'receivedParts': _present({'parts': [one for one in _list(parts.get('parts')) if _number(one) is not None], 'total': _number(parts.get('total'))}),
                'receivedBytes': [_range_of(_required(one)) for one in _list(from_ingest.get('receivedBytes'))],
                'sha256': _sha256(from_ingest.get('sha256')),
            }
        )
    qualities = []
    for one in map(_required, _list(encoding.get('qualities'))):
        state, quality = one.get('status'), one.get('quality')
        qualities.append(
            {
                'type': 'mp4' if one.get('type') == 'mp4' else 'hls',
                'quality': quality if isinstance(quality, str) else '',
                'status': state if state in ('encoding', 'encoded', 'failed') else 'waiting',
            }
        )
    metadata = _record(encoding.get('metadata'))
    metadata = _present({name: _number(metadata.get(name)) for name in ('width', 'height', 'duration')})
    reason = encoding.get('reason')
    more = {'reason': reason} if isinstance(reason, str) else {}
    return {'ingest': ingest, 'encoding': {'playable': encoding.get('playable') is True, 'qualities': qualities, 'metadata': metadata, **more}}


def _range_of(one: dict) -> dict:
    return {'from': 0, 'to': 0, **_present({name: _number(one.get(name)) for name in ('from', 'to', 'total')})}


def _playback_policy(at: Optional[float]) -> str:
    """What is old here already is kept for so much less elsewhere; without a time, it changes too soon to be kept."""
    if at is None:
        return 'private, no-cache'
    age = time.monotonic() - at
    left = math.floor(PLAYBACK_STALE - age)
    fresh = min(left, max(0, math.floor(PLAYBACK_FRESH - age)))
    return f'public, max-age={fresh}, stale-while-revalidate={left - fresh}, no-cache="set-cookie"' if left > 0 else 'private, no-cache'


def _has_failed(status: dict) -> bool:
    qualities = status['encoding']['qualities']
    return not status['encoding']['playable'] and bool(qualities) and all(one['status'] == 'failed' for one in qualities)


def _is_empty(status: dict) -> bool:
    ingest, encoding = status['ingest'], status['encoding']
    if encoding['playable'] or encoding['qualities']:
        return False
    return ingest is None or ingest['status'] == 'missing' and not ingest['receivedBytes']


def _tracks(answer: Any, language: str) -> list:
    made = []
    for row in map(_record, _list(_record(answer).get('data'))):
        src, tag, label = _address(row.get('src')), row.get(language), row.get('languageName')
        if src and isinstance(tag, str):
            own = label if isinstance(label, str) else LANGUAGES.get(tag.split('-')[0].lower(), tag)
            made.append({'src': src, 'language': tag, 'label': own, 'default': row.get('default') is True})
    return made


def _theme(answer: Any) -> Optional[dict]:
    if not isinstance(answer, dict):
        return None
    theme: dict = {name: answer[name] for name in COLOURS if isinstance(answer.get(name), str) and COLOUR.fullmatch(answer[name])}
    theme.update({name: answer[name] for name in FLAGS if isinstance(answer.get(name), bool)})
    assets = _record(answer.get('assets'))
    if _address(assets.get('logo')):
        theme['logo'] = _present({'src': assets['logo'], 'href': _address(assets.get('link'))})
    return theme


def _session_address(hls: Optional[str]) -> Optional[str]:
    match = re.fullmatch(r'(.*/(?:token|private)/[^/?#]+)/(?:hls/)?([^/?#]+)\.m3u8', hls or '')
    if not match:
        return None
    return f'{match[1]}/{match[2]}/session' if '/private/' in match[1] else f'{match[1]}/session'


def _length(text: str) -> int:
    """How many characters browsers count: UTF-16 units."""
    return len(text.encode('utf-16-le', 'surrogatepass')) // 2


def _read_grant_request(body: Optional[bytes]) -> Optional[dict]:
    asked = _record(_parse(body)) if body is not None and len(body) <= MAX_BODY else {}
    file = _record(asked.get('file'))
    name, size, kind = file.get('name'), file.get('size'), file.get('type')
    kind = kind if isinstance(kind, str) else ''
    if isinstance(size, float) and size.is_integer():
        size = int(size)
    if not isinstance(name, str) or _length(name) > 1024 or _length(kind) > 255:
        return None
    if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size < 2**53:
        return None
    action = 'upload' if asked.get('action') is None else asked['action']
    video_id, claim = asked.get('videoId'), asked.get('claim')
    key, metadata = asked.get('idempotencyKey'), asked.get('metadata')
    is_id = lambda value: isinstance(value, str) and ID.fullmatch(value) is not None  # noqa: E731
    if action not in ('upload', 'refresh', 'discard') or (video_id is not None or action != 'upload') and not is_id(video_id):
        return None
    if claim is not None and (not isinstance(claim, str) or _length(claim) > 256):
        return None
    if key is not None and (not is_id(key) or len(key) < 16):
        return None
    if metadata is not None and not _is_metadata(metadata):
        return None
    file = {'name': name, 'size': size, 'type': kind}
    return {'isDiscard': action == 'discard', 'file': file, 'videoId': video_id, 'claim': claim, 'idempotencyKey': key, 'metadata': metadata}


def _is_metadata(value: Any) -> bool:
    fits = lambda key, text: 0 < _length(key) <= 64 and isinstance(text, str) and _length(text) <= 1024  # noqa: E731
    return isinstance(value, dict) and len(value) <= 32 and all(fits(key, text) for key, text in value.items())


# Spaces as browsers trim them; characters that a line of text does not have; and those that no text of a person has.
SPACES = '\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
CONTROLS, UNSEEN = re.compile('[\x00-\x1f\x7f-\x9f\u2028\u2029]+'), re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]')


def _line(text: str) -> str:
    return re.sub('[\ud800-\udfff]', '', CONTROLS.sub(' ', text)).strip(SPACES)


def _lines(text: str) -> str:
    return UNSEEN.sub('', re.sub('\r\n?', '\n', text))


def _read_details(body: Optional[bytes]) -> Optional[dict]:
    """What an author says of a video: in texts, within the limits, and something at all."""
    asked = _record(_parse(body))
    readers = {
        'title': lambda one: _line(one) if isinstance(one, str) else None,
        'description': lambda one: _lines(one) if isinstance(one, str) else None,
        'tags': lambda one: [_line(tag) for tag in one] if isinstance(one, list) and all(isinstance(tag, str) for tag in one) else None,
        'fields': lambda one: {name: _lines(text) for name, text in one.items()} if _is_texts(one) else None,
    }
    said = {name: read(asked[name]) for name, read in readers.items() if name in asked}
    if not said or any(value is None for value in said.values()):
        return None
    tags, fields = said.get('tags', []), said.get('fields', {})
    fits = (
        0 < _length(said.get('title', '.')) <= 255
        and _length(said.get('description', '')) <= 10_000
        and len(tags) <= 50
        and all(0 < _length(tag) <= 255 for tag in tags)
        and len(fields) <= 32
        and all(0 < _length(name) <= 64 and _length(text) <= 10_000 for name, text in fields.items())
    )
    return said if fits else None


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _update_of(said: dict, allowed: dict, video: dict) -> dict:
    """The author's words, and the site's own where it says some. Metadata is the site's alone, as with an upload."""
    names = ('title', 'description', 'tags', *SWITCHES, 'playerId')
    body = {**said, **{name: allowed[name] for name in names if allowed.get(name) is not None}}
    if allowed.get('metadata') is not None:
        # The service replaces all metadata of a video: what another part of the site has written there must stay.
        fresh = _pairs(allowed['metadata'])
        stored = [_record(pair) for pair in _list(video.get('metadata'))]
        kept = [one for one in stored if isinstance(one.get('key'), str) and isinstance(one.get('value'), str)]
        known = {one['key'] for one in fresh}
        body['metadata'] = [{'key': one['key'], 'value': one['value']} for one in kept if one['key'] not in known] + fresh
    return body


def _pairs(metadata: Any) -> list:
    return [{'key': key, 'value': value} for key, value in metadata.items()] if isinstance(metadata, dict) else metadata


def _read_picture(body: Optional[bytes]) -> Optional[_Picture]:
    text = _record(_parse(body)).get('image')
    # As browsers read base64: spaces count for nothing, and the padding may be missing.
    plain = re.sub(r'[\t\n\f\r ]', '', text) if isinstance(text, str) else ''
    plain = plain if len(plain) % 4 else re.sub('={1,2}$', '', plain)
    if len(plain) % 4 == 1 or not re.fullmatch('[A-Za-z0-9+/]+', plain):
        return None
    data = base64.b64decode(plain + '=' * (-len(plain) % 4))
    if len(data) > MAX_POSTER:
        return None
    kinds = {b'\xff\xd8\xff': 'jpeg', b'\x89PNG\r\n\x1a\n': 'png'}
    kind = next((kind for first, kind in kinds.items() if data.startswith(first)), None)
    if data.startswith(b'RIFF') and data[8:12] == b'WEBP':
        kind = 'webp'
    return _Picture(kind, data) if kind else None


def _stored(video: dict) -> dict:
    """What `authorize` may know of a private video, as the site wrote it. A key that stands twice would have two owners: left out."""
    values: dict = {}
    pairs, tags = video.get('metadata'), video.get('tags')
    for pair in pairs if isinstance(pairs, list) else []:
        if isinstance(pair, dict) and isinstance(pair.get('key'), str) and isinstance(pair.get('value'), str):
            values[pair['key']] = None if pair['key'] in values else pair['value']
    metadata = {key: value for key, value in values.items() if value is not None}
    return {'metadata': metadata, 'tags': [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []}


def _fault_in(answer: Any) -> Optional[str]:
    """Why an answer of `authorize` does not allow an upload; None when it does."""
    if not isinstance(answer, dict):
        return 'it is neither True nor a dict of attributes'
    if not answer:
        return 'it is a dict without attributes'
    is_texts = lambda value: isinstance(value, dict) and all(isinstance(one, str) for pair in value.items() for one in pair)  # noqa: E731
    is_pair = lambda one: isinstance(one, dict) and isinstance(one.get('key'), str) and isinstance(one.get('value'), str)  # noqa: E731
    for name, value in answer.items():
        if name in ('subject', 'videoId') and value in (None, ''):
            return f'its {name} is empty'
        if value is None and name in (*TEXTS, *SWITCHES, 'tags', 'metadata', 'watermark', 'protocol'):
            continue
        if name in TEXTS:
            fits = isinstance(value, str)
        elif name in SWITCHES:
            fits = isinstance(value, bool)
        elif name == 'tags':
            fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
        elif name == 'metadata':
            fits = is_texts(value) or isinstance(value, list) and all(is_pair(one) for one in value)
        elif name == 'watermark':
            fits = is_texts(value)
        elif name == 'protocol':
            fits = value in ('parts', 'tus')
        else:
            return 'it has a name that is no attribute of an upload'
        if not fits:
            return f'its {name} has the wrong type'
    return None


def _paging(query: str) -> dict:
    fits = {'currentPage': r'[1-9]\d{0,5}', 'pageSize': r'0{0,2}[1-9]|0?[1-9]\d|100', 'sortBy': r'createdAt|publishedAt|updatedAt', 'sortOrder': r'asc|desc'}
    given = dict(reversed(urllib.parse.parse_qsl(query, keep_blank_values=True)))
    kept = [(name, given[name]) for name in fits if name in given]
    if not all(re.fullmatch(fits[name], value, re.A) for name, value in kept):
        raise Refusal(400, 'query-malformed', 'The list has no such page')
    return dict(kept)


def _page_of(rows: list, asked: dict) -> dict:
    """One page of the tracks; the service's own order has the newest last."""
    page, size = int(asked.get('currentPage', 1)), int(asked.get('pageSize', 25))
    ordered = rows[::-1] if asked.get('sortOrder') == 'desc' else rows
    shown = ordered[(page - 1) * size : page * size]
    pages = max(1, math.ceil(len(rows) / size))
    return {'data': shown, 'pagination': {'currentPageItems': len(shown), 'currentPage': page, 'pageSize': size, 'pagesTotal': pages}}


# ── Small parts ───────────────────────────────────────────────────────────────────────────────────


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(',', ':')).encode()


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def _hash(*words: str) -> str:
    return _base64(hashlib.sha256(_json(list(words))).digest())


def _stream(key: bytes, nonce: bytes, data: bytes) -> bytes:
    """HMAC-SHA256 in counter mode: its own inverse."""
    blocks = [_mac(key, b'stream' + nonce + number.to_bytes(4, 'big')) for number in range(len(data) // 32 + 1)]
    return bytes(one ^ other for one, other in zip(data, b''.join(blocks)))


def _sealed(ends: int, video_id: str, subject: str) -> bytes:
    return json.dumps([ends, video_id, subject], ensure_ascii=False, separators=(',', ':')).encode('utf-8', 'surrogatepass')


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')


def _seconds(wait: float) -> str:
    return str(max(1, int(-(-wait // 1))))


def _origin(address: str) -> str:
    """An address's origin as browsers write it; nothing for an address that they cannot read."""
    try:
        url = urllib.parse.urlsplit(address)
        host, port = url.hostname or '', url.port
    except ValueError:
        return ''
    if url.scheme not in ('http', 'https') or not host or re.search(r'[\x00-\x20\x7f#%/<>?@\\^|\[\]]', host):
        return ''
    host = f'[{host}]' if ':' in host else host
    is_default = port is None or (url.scheme, port) in (('http', 80), ('https', 443))
    return f'{url.scheme}://{host}' + ('' if is_default else f':{port}') if _is_address(host) else ''


def _resolve(base: str, address: str) -> Optional[str]:
    try:
        return urllib.parse.urljoin(base, address)
    except ValueError:
        return None


def _is_host(host: str) -> bool:
    """True for a name or an address with a port, as `Host` has it."""
    match = re.fullmatch(r'(\[.*\]|[^:]*)(?::(\d+))?', host, re.A) if HOST.fullmatch(host) else None
    return match is not None and int(match[2] or 0) <= 65_535 and _is_address(match[1])


def _is_address(host: str) -> bool:
    """False for what only looks like an address of IP: browsers read every name that ends in a number as one."""
    if host.startswith('['):
        try:
            ipaddress.IPv6Address(host[1:-1])
        except ValueError:
            return False
        return '%' not in host
    words = (host[:-1] if host.endswith('.') else host).split('.')
    if not re.fullmatch(r'\d+|0x[\da-f]*', words[-1], re.A | re.I):
        return True
    numbers = [_number_of(word) for word in words]
    last = numbers.pop()
    return len(words) <= 4 and all(one is not None and one < 256 for one in numbers) and last is not None and last < 256 ** (5 - len(words))


def _number_of(word: str) -> Optional[int]:
    """A number in an address of IP, with the bases that browsers know."""
    if re.fullmatch(r'0x[\da-f]{0,8}', word, re.A | re.I):
        return int(word[2:] or '0', 16)
    if re.fullmatch(r'0[0-7]{0,11}', word):
        return int(word, 8)
    return int(word) if re.fullmatch(r'[1-9]\d{0,9}', word, re.A) else None


def _require_origin(given: Any) -> str:
    origin = _origin(given) if isinstance(given, str) and re.fullmatch(r'https?://[^/?#@*]+/?', given, re.I) else ''
    if not origin:
        raise ValueError('An origin is whole, such as https://www.example.org: no paths, no patterns.')
    return origin


def _is_followed_link(request: Request) -> bool:
    """True when a visitor opened a page at the top of a tab, from wherever."""
    return request.headers.get('sec-fetch-mode') == 'navigate' and request.headers.get('sec-fetch-dest') == 'document'


def _title_of(file_name: str) -> str:
    """A file's name as a title, without what turns a line of text around or ends it; 255 characters as browsers count them."""
    plain = ''.join(one for one in file_name if unicodedata.category(one) not in ('Cc', 'Cf', 'Cs', 'Zl', 'Zp'))
    # Half a character at the cut would be none.
    return plain.strip().encode('utf-16-le')[:510].decode('utf-16-le', 'ignore') or 'Untitled'


def _size_of(length: str) -> Optional[int]:
    """A length as HTTP writes it; None for another text, such as one that Python's own reader takes or that never ends."""
    return int(length) if re.fullmatch(r'\d{1,15}', length, re.A) else None


def _missing(name: str, what: str) -> ServiceError:
    return ServiceError('invalid-use', f'VhBackend has no {name}: set it to {what}. Is its environment variable set on this server?')


def _require_key(given: Any) -> str:
    key = given.strip() if isinstance(given, str) else ''
    if not key:
        raise _missing('api_key', 'the API key')
    is_placeholder = re.fullmatch(
        r'undefined|null|none|nil|true|false|nan|\[object .*|change[-_ ]?me|x{4,}|\*{3,}|<.*>|\$\{.*\}|\{\{.*\}\}|\$\w+|%\w+%', key, re.I | re.A
    )
    example = r'(?:your|my|the|enter|insert)[-_ ]?(?:own[-_ ]?)?(?:vh[-_ ]?)?(?:api|secret)?[-_ ]?key(?:[-_ ]?here)?'
    if is_placeholder or re.fullmatch(example, key, re.I):
        raise ServiceError('invalid-use', 'The api_key is a placeholder: put the key of your account in its place.')
    if re.match(r'https?://|(?:bearer|basic) ', key, re.I) or not re.fullmatch(r'[\x20-\x7e]+', key):
        raise ServiceError('invalid-use', 'The api_key is not an API key: a web address, a header or a line break.')
    return key


def _require_secrets(given: Any, name: str) -> tuple:
    """One secret or several, each a text. Raises for none, since what an empty one signs is signed by everybody."""
    secrets = tuple(given) if isinstance(given, (list, tuple)) else (given,)
    if not secrets or not all(isinstance(one, str) and one for one in secrets):
        raise ServiceError('invalid-use', f'{name} must be a secret or a list of secrets, and none of them may be empty.')
    return secrets


def _limited(wait: float) -> ServiceError:
    return ServiceError('rate-limited', "The account's rate is used up.", wait)


def _failure(status: int, headers: Any, what: str) -> ServiceError:
    word = 'rate-limited' if status == 429 else 'service-unavailable' if status >= 500 else 'request-refused'
    return ServiceError(word, f'The service answered {status} to {what}.', _retry_after(headers), status)


def _retry_after(headers: Any) -> Optional[float]:
    for name in ('retry-after', 'x-ratelimit-retry-after'):
        wait = _wait_of((headers.get(name) or '').strip())
        if wait is not None:
            # Capped, since a wrong clock must not keep visitors away for a year.
            return min(max(wait, 0.0), LONGEST_WAIT)
    return None


def _wait_of(value: str) -> Optional[float]:
    if re.fullmatch(r'\d{1,9}(?:\.\d+)?', value, re.A):
        return float(value)
    try:
        return email.utils.parsedate_to_datetime(value).timestamp() - time.time() if value.endswith('GMT') else None
    except (TypeError, ValueError, OverflowError):
        return None


def _malformed(what: str, is_of_service: bool = False) -> Refusal:
    wanted = 'Send a JPEG, PNG or WebP picture of four megabytes at most'
    if what == 'details':
        asked = 'Say the title, the description, the tags or the fields, in texts'
        wanted = 'The service does not take these details' if is_of_service else asked
    return Refusal(400, f'{what}-malformed', wanted)


def _not_found() -> Refusal:
    return Refusal(404, 'not-found', 'Not found')


def _first_line(error: BaseException) -> str:
    """What an operator needs of an error's message, without a password."""
    line = (str(error).strip().splitlines() or [type(error).__name__])[0]
    line = re.sub(r'//[^@/\s]*@', '//', line)
    return re.sub(r"(?i)(password|passwd)\s*=\s*('[^']*'|[^\s;&]+)", r'\1=…', line)[:300].rstrip('. ')


def _place_of(error: BaseException) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f' ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})' if trace else ''


def _conditional(request: Request, playback: dict, policy: Optional[str]) -> Response:
    """A playback that may be cached as `policy` says; without one, nobody keeps it."""
    body = _json(playback)
    headers = {**HEADERS, 'content-type': 'application/json'}
    if policy is None:
        return Response(200, headers, body)
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers.update({'etag': tag, 'cache-control': policy})
    given = request.headers.get('if-none-match')
    tags = [re.sub(r'^W/', '', one.strip()) for one in (given or '').split(',')]
    if given is not None and (given.strip() == '*' or tag in tags):
        del headers['content-type']
        return Response(304, headers)
    return Response(200, headers, body)


class _HeaderLines:
    """Reads the lines of a request's head, and notes those that another server would read in another way."""

    LINE = re.compile(rb"(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n]*)?\r?\n?")

    def __init__(self, file: Any):
        self._file, self.is_odd = file, False

    def readline(self, limit: int = -1) -> bytes:
        line = self._file.readline(limit)
        self.is_odd = self.is_odd or not self.LINE.fullmatch(line)
        return line


def make_handler(backend: VhBackend, scheme: str = 'http') -> type:
    """A handler for `http.server.ThreadingHTTPServer`."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'
        timeout = 30

        def _serve(self) -> None:
            try:
                self._respond()
            except ConnectionError:
                self.close_connection = True  # The visitor has left: that is no fault of the site's.

        def parse_request(self) -> bool:
            lines, own = _HeaderLines(self.rfile), self.rfile
            self.rfile = lines
            try:
                is_read = super().parse_request()
            finally:
                self.rfile = own
            lengths = self.headers.get_all('content-length', []) if is_read else []
            is_odd = lines.is_odd or len(lengths) > 1 or any(_size_of(one.strip()) is None for one in lengths)
            if is_read and (is_odd or lengths and 'transfer-encoding' in self.headers):
                # A proxy in front may read another end of it, and the rest would be a second request.
                self.close_connection = True
                self.send_error(400)
                return False
            return is_read

        def _respond(self) -> None:
            size = _size_of((self.headers.get('content-length') or '0').strip()) or 0
            is_endless = 'transfer-encoding' in self.headers
            left = size

            def read(most: int) -> Optional[bytes]:
                nonlocal left
                if is_endless or size > most:
                    return None
                left = 0
                return self.rfile.read(size)

            # The target as it came: `self.path` has lost doubled slashes at its beginning.
            words = self.requestline.split()
            target = words[1] if len(words) > 1 else ''
            response = backend.handle(self.command, target, self.headers.items(), read, scheme, self.client_address[0])
            if is_endless or left:
                self.close_connection = True
                # Read a reasonable part, so that the sender gets the answer.
                while 0 < left <= 2 * MAX_POSTER_BODY and self.rfile.read(min(left, 64 * 1024)):
                    left -= min(left, 64 * 1024)
            self.send_response(response.status)
            for name, value in response.headers.items():
                self.send_header(name, value)
            if response.status not in (204, 304):
                self.send_header('content-length', str(len(response.body)))
            self.end_headers()
            if self.command != 'HEAD' and response.body:
                self.wfile.write(response.body)

        def __getattr__(self, name: str) -> Any:
            if name.startswith('do_'):
                return self._serve  # The backend refuses methods itself.
            raise AttributeError(name)

        def log_message(self, *_: Any) -> None:
            """Paths are not logged."""

    return Handler


# The members without which an event of a known type is none.
EVENTS = {
    'live-stream.broadcast.started': ('liveStreamId',),
    'live-stream.broadcast.ended': ('liveStreamId',),
    'video.source.recorded': ('liveStreamId', 'videoId'),
    'video.encoding.quality.completed': ('videoId', 'encoding', 'quality'),
    'video.caption.generated': ('videoId', 'captionId', 'generationMode', 'language'),
    'video.summary.generated': ('videoId', 'summaryId'),
}


def verify_webhook(body: bytes, signature: Optional[str], secret: Any, max_age: Optional[float] = None, now: Optional[float] = None) -> Optional[dict]:
    """The event of a delivery, as the service wrote it, with an `id` that is equal for each try of one delivery; None for a
    request that is not the service's. `body` is raw, at most 64 kB, and `signature` the header `X-Api-Video-Signature`.
    `secret` is the webhook's signatureSecret, or a list of them, such as an old and a new one. Raises where there is none:
    everybody could sign with it. With `max_age`, events that were emitted more seconds ago are refused."""
    given = (signature or '').lower()
    secrets = _require_secrets(secret, 'the secret of verify_webhook')
    signatures = [hmac.new(one.encode(), body, hashlib.sha256).hexdigest().encode() for one in secrets]
    # Every secret is tried, so that the time reveals nothing.
    is_ours = any([hmac.compare_digest(one, given.encode('utf-8', 'replace')) for one in signatures])
    event = _record(_parse(body, 'strict')) if is_ours and len(body) <= 64 * 1024 else {}
    emitted = _time_of(event.get('emittedAt'))
    needed = ('type', *EVENTS.get(str(event.get('type')), ()))
    if emitted is None or not all(isinstance(event.get(name), str) for name in needed):
        return None
    age = (time.time() if now is None else now) - emitted
    # Clocks differ: where age matters, events from further in the future are refused.
    return None if max_age is not None and (age > max_age or age < -300) else {**event, 'id': given}


def _time_of(text: Any) -> Optional[float]:
    """Seconds of a time in ISO 8601, which Python's own reader takes in few forms before 3.11."""
    pattern = r'(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(Z|[+-]\d\d:\d\d)'
    found = re.fullmatch(pattern, text, re.A) if isinstance(text, str) else None
    if not found or found[3] and not found[2]:
        return None
    fraction = (found[3] or '.0')[:7].ljust(7, '0')
    try:
        return datetime.fromisoformat(f"{found[1]}{found[2] or ':00'}{fraction}{found[4].replace('Z', '+00:00')}").timestamp()
    except (ValueError, OverflowError):
        return None
