"""State that several processes of one site share, for vh_backend.py beside it. Standard library only.

    from vh_state import SqliteState
    backend = VhBackend(..., state=SqliteState('/var/lib/my-site/vh.db'))

`SqliteState` is for processes on one machine, such as gunicorn's workers. `RedisState(client)` takes a client of redis-py,
`PostgresState(connect)` a function that opens a connection of psycopg: for several machines. Your own has the same three
methods: `get`, `swap` and `take`, each of them atomic, on the clock of the store.

The state holds which upload has which video, how many grants a visitor had, and the tokens that are to be deleted, which are
encrypted. Without it grants are refused with 503 and uploaders try again; what plays goes on.
"""

from __future__ import annotations

import os
import random
import re
import sqlite3
import threading
import time
from typing import Any, Callable, Optional

__all__ = ['PostgresState', 'RedisState', 'SqliteState']

# A store is given up after this number of seconds: an uploader waits for the answer.
PATIENCE = 2


class SqliteState:
    """A file that the processes of one machine share. It is made, readable for its user alone, in a folder that is there."""

    def __init__(self, path: str):
        self._path, self._threads = os.fspath(path), threading.local()
        before = os.umask(0o077)
        try:
            with self._open() as connection:
                connection.execute('PRAGMA journal_mode = WAL')
                connection.execute('CREATE TABLE IF NOT EXISTS vh_state (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID')
                connection.execute('CREATE INDEX IF NOT EXISTS vh_state_ends ON vh_state (ends)')
        except sqlite3.Error as error:
            _refuse_other_table(error, 'SqliteState cannot use its file: ')
            raise ValueError(f'SqliteState cannot use its file: {error}. Name one in a folder that this process may write.') from None
        finally:
            os.umask(before)

    def get(self, key: str) -> Optional[str]:
        row = self._open().execute('SELECT value FROM vh_state WHERE key = ? AND ends > ?', (key, time.time())).fetchone()
        return row and row[0]

    def swap(self, key: str, expected: Optional[str], value: Optional[str], seconds: float) -> bool:
        """Stores `value`, or deletes the key for None, if its value is `expected`. Returns whether it was."""
        return self._alone(lambda: self._swap(key, expected, value, seconds))

    def take(self, key: str, burst: int, interval: float) -> float:
        """Takes one of `burst`, of which one comes back every `interval` seconds. Returns 0, or the seconds until there is one."""

        def work() -> float:
            now = time.time()
            stored = float(self.get(key) or now)
            # After a clock that was set back, the bucket is empty, and no emptier.
            full_at = min(max(stored, now), now + burst * interval)
            wait = full_at - now - (burst - 1) * interval
            if wait > 1e-6:
                if stored > full_at:
                    self._put(key, repr(full_at), full_at)
                return wait
            self._put(key, repr(full_at + interval), full_at + interval)
            return 0

        return self._alone(work)

    def check(self) -> None:
        """Raises where the table is of another version."""
        _check_table(self)

    def _swap(self, key: str, expected: Optional[str], value: Optional[str], seconds: float) -> bool:
        if self.get(key) != expected:
            return False
        if value is None:
            self._open().execute('DELETE FROM vh_state WHERE key = ?', (key,))
        else:
            self._put(key, value, time.time() + seconds)
        return True

    def _put(self, key: str, value: str, ends: float) -> None:
        connection = self._open()
        connection.execute('REPLACE INTO vh_state (key, value, ends) VALUES (?, ?, ?)', (key, value, ends))
        # What has ended goes a little at a time: each that comes takes two along.
        connection.execute('DELETE FROM vh_state WHERE key IN (SELECT key FROM vh_state WHERE ends < ? LIMIT 2)', (time.time(),))

    def _alone(self, work: Callable) -> Any:
        """Runs `work` while no other process changes the file."""
        connection = self._open()
        connection.execute('BEGIN IMMEDIATE')
        try:
            done = work()
            connection.execute('COMMIT')
            return done
        except BaseException:
            connection.execute('ROLLBACK')
            raise

    def _open(self) -> sqlite3.Connection:
        """A connection belongs to one thread of one process: gunicorn may fork after this object was made."""
        own = self._threads
        if getattr(own, 'process', None) != os.getpid():
            own.connection = sqlite3.connect(self._path, timeout=PATIENCE, isolation_level=None)
            own.connection.execute('PRAGMA synchronous = NORMAL')
            own.process = os.getpid()
        return own.connection


SWAP = """
local now = redis.call('GET', KEYS[1])
if ARGV[1] == '0' then if now then return 0 end elseif now ~= ARGV[2] then return 0 end
if ARGV[3] == '0' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[5]) end
return 1
"""
TAKE = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local stored = tonumber(redis.call('GET', KEYS[1]) or now)
local full_at = math.min(math.max(stored, now), now + ARGV[1] * ARGV[2])
local wait = full_at - now - (ARGV[1] - 1) * ARGV[2]
if wait > 0 then
  if stored > full_at then redis.call('SET', KEYS[1], full_at, 'PX', math.ceil(full_at - now)) end
  return math.ceil(wait)
end
local next = full_at + ARGV[2]
redis.call('SET', KEYS[1], next, 'PX', math.ceil(next - now))
return 0
"""


class RedisState:
    """A store in Redis or Valkey, by a client of redis-py. Give the client `socket_timeout=2`, or a hung store hangs grants."""

    def __init__(self, client: Any, prefix: str = 'vh:'):
        options = getattr(getattr(client, 'connection_pool', None), 'connection_kwargs', {})
        if options and not options.get('socket_timeout'):
            raise ValueError('RedisState needs a client with socket_timeout=2, so that a store that hangs is given up.')
        self._client, self._prefix = client, prefix

    def get(self, key: str) -> Optional[str]:
        value = self._client.get(self._prefix + key)
        return value.decode() if isinstance(value, bytes) else value

    def swap(self, key: str, expected: Optional[str], value: Optional[str], seconds: float) -> bool:
        """Stores `value`, or deletes the key for None, if its value is `expected`. Returns whether it was."""
        words = [_flag(expected), expected or '', _flag(value), value or '', max(1, int(seconds * 1000))]
        return self._client.eval(SWAP, 1, self._prefix + key, *words) == 1

    def take(self, key: str, burst: int, interval: float) -> float:
        """Takes one of `burst`, of which one comes back every `interval` seconds. Returns 0, or the seconds until there is one."""
        return self._client.eval(TAKE, 1, self._prefix + key, burst, interval * 1000) / 1000

    def check(self) -> None:
        """Raises where Redis drops entries once it is full: an upload could then get a second video."""
        try:
            info = self._client.info('memory')
        except Exception as error:
            # A user without the right to ask for it may still use the state.
            if 'permission' not in str(error):
                raise
            return
        policy = info.get('maxmemory_policy', 'noeviction')
        if policy != 'noeviction' and info.get('maxmemory'):
            raise ValueError(
                f'Redis drops entries once it is full: its maxmemory-policy is {policy}, and must be noeviction'
            )


TABLE = [
    'CREATE TABLE IF NOT EXISTS vh_state (key text PRIMARY KEY, value text NOT NULL, ends timestamptz NOT NULL)',
    'CREATE INDEX IF NOT EXISTS vh_state_ends ON vh_state (ends)',
]


# One in this number of changes also deletes 500 rows that have ended: more than those changes can have added.
TIDY = 200


class PostgresState:
    """A table in Postgres. `connect` opens a connection of psycopg or psycopg2; one is kept for each thread."""

    def __init__(self, connect: Callable):
        self._connect, self._threads, self._breaks = connect, threading.local(), 0
        try:
            # A user who may not make tables uses one that is there.
            if not self._run("SELECT to_regclass('vh_state') IS NOT NULL")[0]:
                for text in TABLE:
                    self._run(text)
        except Exception as error:
            raise ValueError(f'PostgresState cannot use its database: {type(error).__name__}: {_first_line(error)}') from None

    def get(self, key: str) -> Optional[str]:
        row = self._run('SELECT value FROM vh_state WHERE key = %s AND ends > clock_timestamp()', (key,))
        return row and row[0]

    def swap(self, key: str, expected: Optional[str], value: Optional[str], seconds: float) -> bool:
        """Stores `value`, or deletes the key for None, if its value is `expected`. Returns whether it was."""
        ends = "clock_timestamp() + %s * interval '1 second'"
        if expected is None and value is None:
            return self.get(key) is None
        if expected is None:
            return self._change(
                f'INSERT INTO vh_state (key, value, ends) VALUES (%s, %s, {ends}) ON CONFLICT (key) DO UPDATE SET value = excluded.value, '
                'ends = excluded.ends WHERE vh_state.ends <= clock_timestamp() RETURNING 1',
                (key, value, seconds),
            )
        lives = 'key = %s AND value = %s AND ends > clock_timestamp() RETURNING 1'
        if value is None:
            return self._did(f'DELETE FROM vh_state WHERE {lives}', (key, expected))
        return self._change(f'UPDATE vh_state SET value = %s, ends = {ends} WHERE {lives}', (value, seconds, key, expected))

    def take(self, key: str, burst: int, interval: float) -> float:
        """Takes one of `burst`, of which one comes back every `interval` seconds. Returns 0, or the seconds until there is one."""
        now = 'extract(epoch FROM clock_timestamp())::float8'
        # After a clock that was set back, the bucket is empty, and no emptier.
        most = f'({now} + {float(burst * interval)!r})'
        full_at = f'least(greatest(vh_state.value::float8, {now}), {most})'
        row = self._run(
            f"INSERT INTO vh_state (key, value, ends) VALUES (%s, ({now} + %s)::text, clock_timestamp() + %s * interval '1 second') "
            f'ON CONFLICT (key) DO UPDATE SET value = ({full_at} + %s)::text, ends = to_timestamp({full_at} + %s) '
            f'WHERE {full_at} - {now} <= %s RETURNING 1',
            (key, interval, interval, interval, interval, (burst - 1) * interval + 1e-6),
        )
        if row:
            self._tidy_some()
            return 0
        self._run(f'UPDATE vh_state SET value = {most}::text, ends = to_timestamp({most}) WHERE key = %s AND value::float8 > {most}', (key,))
        row = self._run(f'SELECT {full_at} - {now} FROM vh_state WHERE key = %s', (key,))
        return max(1e-3, row[0] - (burst - 1) * interval) if row else 1e-3

    def check(self) -> None:
        """Raises where the table is of another version."""
        _check_table(self)

    def tidy(self) -> None:
        """Deletes all that has ended. Changes delete some of it now and then."""
        self._run('DELETE FROM vh_state WHERE ends < clock_timestamp()')

    def _tidy_some(self) -> None:
        if random.randrange(TIDY) > 0:
            return
        some = 'SELECT key FROM vh_state WHERE ends < clock_timestamp() LIMIT 500 FOR UPDATE SKIP LOCKED'
        try:
            self._run(f'DELETE FROM vh_state WHERE key IN ({some})')
        except Exception:
            # The change is done; a later one deletes them.
            pass

    def _change(self, text: str, values: tuple) -> bool:
        is_done = self._did(text, values)
        self._tidy_some()
        return is_done

    def _did(self, text: str, values: tuple) -> bool:
        return self._run(text, values) is not None

    def _run(self, text: str, values: tuple = ()) -> Any:
        """The first row, if there is one. A connection that has broken is opened anew at the next question."""
        own, here = self._threads, (os.getpid(), self._breaks)
        try:
            if getattr(own, 'opened', None) != here:
                own.connection = self._connect()
                own.connection.autocommit = True
                self._limit(own.connection)
                own.opened = here
            with own.connection.cursor() as cursor:
                cursor.execute(text, values)
                return cursor.fetchone() if cursor.description else None
        except BaseException:
            # Those of other threads are broken, too, when the server was away.
            self._breaks += 1
            raise

    @staticmethod
    def _limit(connection: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f'SET statement_timeout = {PATIENCE * 1000}')


OTHER_TABLE = 'the table vh_state is of another version: start that one, or drop the table'
# Of Postgres: a column that is not there, that must have a value, or is of another type; a key that is none.
OTHER_TABLE_CODES = ('42703', '23502', '42804', '42883', '42P10')


def _check_table(state: Any) -> None:
    try:
        state.swap('check of the table', None, '1', 1)
        state.take('check of the bucket', 1, 0.001)
    except Exception as error:
        _refuse_other_table(error)
        raise


def _refuse_other_table(error: Exception, prefix: str = '') -> None:
    code = getattr(error, 'sqlstate', None) or getattr(error, 'pgcode', None)
    is_of_sqlite = re.search('no such column|has no column named|NOT NULL constraint failed', str(error))
    if is_of_sqlite or code in OTHER_TABLE_CODES:
        end = '.' if prefix else ''
        raise ValueError(f'{prefix}{OTHER_TABLE}: {_first_line(error)}{end}') from None


def _first_line(error: BaseException) -> str:
    """What an operator needs of an error's message, without a password."""
    line = re.sub(r'//[^@/\s]*@', '//', (str(error).strip().splitlines() or [''])[0])
    return re.sub(r"(?i)(password|passwd)\s*=\s*('[^']*'|[^\s;&]+)", r'\1=…', line)


def _flag(value: Optional[str]) -> str:
    return '0' if value is None else '1'
