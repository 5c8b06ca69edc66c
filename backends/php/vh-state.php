<?php

/**
 * State that several servers of one site share, for vh-backend.php beside it.
 *
 *     require 'vh-state.php';
 *     $state = new VhRedisState('10.0.0.7', auth: getenv('REDIS_PASSWORD') ?: null);
 *     $state = new VhPdoState('pgsql:host=10.0.0.8;dbname=my_site', 'my_site', getenv('DB_PASSWORD') ?: null);
 *     $backend = new VhBackend(…, state: $state);
 *
 * It holds which upload has which video, how many grants a visitor had, and the tokens that are to be deleted, which are
 * encrypted. Without it grants are refused with 503 and uploaders try again; what plays goes on. Each connects at its first
 * question, so that a request which needs no state waits for none. Your deployment calls `$backend->ready()`.
 */

declare(strict_types=1);

require_once __DIR__ . '/vh-backend.php';

/** Milliseconds that one question to a store has: a grant asks several before it goes to the service. */
const VH_STATE_LIMIT = 900;

/** A store in Redis 5 or newer, or Valkey, by the extension `redis`. Each operation is one script, so it is atomic. */
final class VhRedisState implements VhState
{
    private const GET = "return redis.call('GET', KEYS[1])";
    private const SWAP = <<<'LUA'
        local now = redis.call('GET', KEYS[1])
        if ARGV[1] == '0' then if now then return 0 end elseif now ~= ARGV[2] then return 0 end
        if ARGV[3] == '0' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[5]) end
        return 1
        LUA;
    private const TAKE = <<<'LUA'
        local clock = redis.call('TIME')
        local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
        local interval = tonumber(ARGV[2])
        local stored = tonumber(redis.call('GET', KEYS[1]) or now)
        local full_at = math.min(math.max(stored, now), now + ARGV[1] * interval)
        local wait = full_at - now - (ARGV[1] - 1) * interval
        if wait > 0 then
          if stored > full_at then redis.call('SET', KEYS[1], full_at, 'PX', math.ceil(full_at - now)) end
          return math.ceil(wait)
        end
        redis.call('SET', KEYS[1], full_at + interval, 'PX', math.ceil(full_at + interval - now))
        return 0
        LUA;
    private const FAULTS = [
        'WRONGPASS' => 'Redis refuses the user or the password',
        'NOAUTH' => 'Redis wants a password',
        'ERR AUTH' => 'Redis has no password, but is given one',
        'ERR DB' => 'Redis has no database of this number',
        'NOPERM' => 'the user of Redis may not run scripts, or not on these keys',
        'READONLY' => 'this Redis is a copy that takes no writes',
        'MISCONF' => 'Redis cannot write to its disk',
        'OOM' => 'Redis has no memory left',
        'LOADING' => 'Redis is starting',
    ];

    private ?Redis $client = null;

    /**
     * @param string $host also `tls://…`, or the path of a socket with the port 0
     * @param string|list<string>|null $auth the password, or user and password
     * @param string $prefix begins all keys, so that several sites may share one store
     */
    public function __construct(
        private readonly string $host,
        private readonly int $port = 6379,
        #[SensitiveParameter]
        private readonly string|array|null $auth = null,
        private readonly int $database = 0,
        private readonly string $prefix = 'vh:',
    ) {
        if (!extension_loaded('redis')) {
            throw new VhServiceError('invalid-use', 'VhRedisState needs the PHP extension redis.');
        }
    }

    public function get(string $key): ?string
    {
        $value = $this->run(self::GET, $key, []);
        return is_string($value) ? $value : null;
    }

    public function swap(string $key, ?string $expected, ?string $value, float $seconds): bool
    {
        $life = (string) max(1, (int) round($seconds * 1000));
        $words = [self::flag($expected), $expected ?? '', self::flag($value), $value ?? '', $life];
        return $this->run(self::SWAP, $key, $words) === 1;
    }

    public function take(string $key, int $burst, float $interval): float
    {
        $wait = $this->run(self::TAKE, $key, [(string) $burst, sprintf('%.6F', $interval * 1000)]);
        return is_int($wait) ? $wait / 1000 : throw new VhStateError('Redis gives an unexpected answer');
    }

    /** Throws where Redis drops entries once it is full: an upload could then get a second video. */
    public function check(): void
    {
        try {
            $info = ($this->client ??= $this->open())->info('memory');
        } catch (RedisException $error) {
            // A user without the right to ask for it may still use the state.
            if (str_starts_with($error->getMessage(), 'NOPERM')) {
                return;
            }
            throw $error;
        }
        $policy = $info['maxmemory_policy'] ?? 'noeviction';
        if ($policy !== 'noeviction' && ($info['maxmemory'] ?? 0) > 0) {
            throw new VhStateError("Redis drops entries once it is full: its maxmemory-policy is $policy, and must be noeviction");
        }
    }

    /** @param list<string> $words */
    private function run(string $script, string $key, array $words): mixed
    {
        try {
            $client = $this->client ??= $this->open();
            $client->clearLastError();
            $answer = $client->eval($script, [$this->prefix . $key, ...$words], 1);
            $fault = $client->getLastError();
            return $fault === null ? $answer : throw new RedisException($fault);
        } catch (RedisException $error) {
            $this->client = null;
            $line = vh_first_line($error);
            $known = array_filter(self::FAULTS, static fn (string $mark): bool => str_starts_with($line, $mark), ARRAY_FILTER_USE_KEY);
            throw new VhStateError(reset($known) ?: 'Redis does not answer', $line);
        }
    }

    private function open(): Redis
    {
        $client = new Redis();
        // PHP also warns of a name that is not there.
        @$client->connect($this->host, $this->port, VH_STATE_LIMIT / 1000, null, 0, VH_STATE_LIMIT / 1000)
            ?: throw new RedisException($client->getLastError() ?? 'no connection');
        // Another try of its own would take the time limit once more.
        $client->setOption(Redis::OPT_MAX_RETRIES, 0);
        foreach (array_filter([['auth', $this->auth], ['select', $this->database ?: null]], static fn (array $one): bool => $one[1] !== null) as [$command, $word]) {
            $client->$command($word) ?: throw new RedisException($client->getLastError() ?? "$command is refused");
        }
        return $client;
    }

    private static function flag(?string $value): string
    {
        return $value === null ? '0' : '1';
    }
}

/**
 * The table `vh_state` in Postgres, or in SQLite for the processes of one machine. Each operation is one statement, so it
 * needs neither a transaction nor a lock. Call `create()` once, in a migration, as a user who may make tables.
 */
final class VhPdoState implements VhState
{
    /** Seconds: the least that Postgres' client takes as a time limit for a connection. */
    private const CONNECT_LIMIT = 2;
    /** One in this number of changes also deletes 500 that have ended: more than those changes can have added. */
    private const TIDY = 200;
    /** Seconds: a smaller difference comes from the arithmetic, and not from the visitor. SQLite counts days, to 40 µs. */
    private const ROUNDING = 1e-4;
    /** The words in which the two databases differ; `%s` is an expression. Times are seconds, by their own clocks. */
    private const DIALECTS = [
        'pgsql' => [
            'now' => 'extract(epoch FROM clock_timestamp())::float8',
            'time' => 'to_timestamp(%s)',
            'number' => '(%s)::float8',
            'text' => '(%s)::text',
            'largest' => 'greatest',
            'smallest' => 'least',
            'skipLocked' => ' FOR UPDATE SKIP LOCKED',
            'limit' => 'SET statement_timeout = ' . VH_STATE_LIMIT,
            'create' => ['CREATE TABLE IF NOT EXISTS vh_state (key text PRIMARY KEY, value text NOT NULL, ends timestamptz NOT NULL)'],
        ],
        'sqlite' => [
            'now' => "((julianday('now') - 2440587.5) * 86400.0)",
            'time' => '(%s)',
            'number' => 'CAST(%s AS REAL)',
            'text' => "printf('%%.6f', %s)",
            'largest' => 'max',
            'smallest' => 'min',
            'skipLocked' => '',
            'limit' => 'PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ' . VH_STATE_LIMIT,
            'create' => [
                'PRAGMA journal_mode = WAL',
                'CREATE TABLE IF NOT EXISTS vh_state (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID',
            ],
        ],
    ];
    private const OTHER_TABLE = 'the table vh_state is of another version: start that one, or drop the table and call create()';
    /** By SQLSTATE of Postgres, and by a word of SQLite's messages. */
    private const FAULTS = [
        '42P01' => 'the table vh_state is missing: call create() once',
        '42501' => 'the user of the database may not use the table vh_state',
        '25006' => 'this database is a copy that takes no writes',
        '57014' => 'the database takes too long',
        // A column that is not there, that must have a value, or is of another type; a key that is none.
        '42703' => self::OTHER_TABLE,
        '23502' => self::OTHER_TABLE,
        '42804' => self::OTHER_TABLE,
        '42883' => self::OTHER_TABLE,
        '42P10' => self::OTHER_TABLE,
        'no such column' => self::OTHER_TABLE,
        'has no column named' => self::OTHER_TABLE,
        'NOT NULL constraint failed' => self::OTHER_TABLE,
        'no such table' => 'the table vh_state is missing: call create() once',
        'readonly' => 'the file of SQLite cannot be written',
        'database is locked' => 'the file of SQLite is in use for too long',
        'unable to open' => 'the file of SQLite cannot be opened',
        'password authentication failed' => 'the database refuses the user or the password',
        'no password supplied' => 'the database wants a password',
        'could not find driver' => 'PHP has no driver for this database: pdo_pgsql or pdo_sqlite',
    ];

    private readonly string $driver;
    private ?PDO $connection = null;

    /** @param string $dsn as of PDO: `pgsql:…` or `sqlite:…` */
    public function __construct(
        #[SensitiveParameter]
        private readonly string $dsn,
        private readonly ?string $user = null,
        #[SensitiveParameter]
        private readonly ?string $password = null,
    ) {
        $this->driver = explode(':', $dsn, 2)[0];
        if (!array_key_exists($this->driver, self::DIALECTS)) {
            throw new VhServiceError('invalid-use', 'VhPdoState takes an address of Postgres (pgsql:…) or SQLite (sqlite:…).');
        }
    }

    /** Makes the table, unless it is there. */
    public function create(): void
    {
        $this->try(function (PDO $connection): void {
            foreach (self::DIALECTS[$this->driver]['create'] as $text) {
                $connection->exec($text);
            }
            $connection->exec('CREATE INDEX IF NOT EXISTS vh_state_ends ON vh_state (ends)');
        });
    }

    public function get(string $key): ?string
    {
        $time = $this->time($this->now());
        $value = $this->run("SELECT value FROM vh_state WHERE key = ? AND ends > $time", [$key])->fetchColumn();
        return is_string($value) ? $value : null;
    }

    public function swap(string $key, ?string $expected, ?string $value, float $seconds): bool
    {
        if ($expected === null && $value === null) {
            return $this->get($key) === null;
        }
        $now = $this->time($this->now());
        $ends = $this->time("{$this->now()} + {$this->word('number', '?')}");
        $life = sprintf('%.6F', $seconds);
        $isDone = match (true) {
            $expected === null => $this->did(
                "INSERT INTO vh_state (key, value, ends) VALUES (?, ?, $ends) ON CONFLICT (key) DO UPDATE
                 SET value = excluded.value, ends = excluded.ends WHERE vh_state.ends <= $now",
                [$key, $value, $life],
            ),
            $value === null => $this->did("DELETE FROM vh_state WHERE key = ? AND value = ? AND ends > $now", [$key, $expected]),
            default => $this->did(
                "UPDATE vh_state SET value = ?, ends = $ends WHERE key = ? AND value = ? AND ends > $now",
                [$value, $life, $key, $expected],
            ),
        };
        $this->tidy();
        return $isDone;
    }

    public function take(string $key, int $burst, float $interval): float
    {
        [$now, $number] = [$this->now(), $this->word('number', '?')];
        // When the bucket will be full again: one number says how many are in it.
        // After a clock that was set back, the bucket is empty, and no emptier.
        $most = "$now + " . sprintf('%.6F', $burst * $interval);
        $dialect = self::DIALECTS[$this->driver];
        $full = "{$dialect['smallest']}({$dialect['largest']}({$this->word('number', 'vh_state.value')}, $now), $most)";
        [$each, $spare] = [sprintf('%.6F', $interval), ($burst - 1) * $interval];
        $isTaken = $this->did(
            "INSERT INTO vh_state (key, value, ends)
             VALUES (?, {$this->word('text', "$now + $number")}, {$this->time("$now + $number")}) ON CONFLICT (key) DO UPDATE
             SET value = {$this->word('text', "$full + $number")}, ends = {$this->time("$full + $number")}
             WHERE $full - $now <= $number",
            [$key, $each, $each, $each, $each, sprintf('%.6F', $spare + self::ROUNDING)],
        );
        if ($isTaken) {
            $this->tidy();
            return 0.0;
        }
        $this->did("UPDATE vh_state SET value = {$this->word('text', $most)}, ends = {$this->time($most)}
            WHERE key = ? AND {$this->word('number', 'vh_state.value')} > $most", [$key]);
        $left = $this->run("SELECT $full - $now FROM vh_state WHERE key = ?", [$key])->fetchColumn();
        // It may have filled between the two questions.
        return max(0.001, is_numeric($left) ? (float) $left - $spare - self::ROUNDING : 0.0);
    }

    private function now(): string
    {
        return self::DIALECTS[$this->driver]['now'];
    }

    private function time(string $seconds): string
    {
        return $this->word('time', $seconds);
    }

    private function word(string $name, string $expression): string
    {
        return sprintf(self::DIALECTS[$this->driver][$name], $expression);
    }

    /** Deletes some of what has ended, now and then. */
    private function tidy(): void
    {
        if (random_int(1, self::TIDY) !== 1) {
            return;
        }
        $now = $this->time($this->now());
        try {
            $some = "SELECT key FROM vh_state WHERE ends <= $now LIMIT 500" . self::DIALECTS[$this->driver]['skipLocked'];
            $this->run("DELETE FROM vh_state WHERE key IN ($some)", []);
        } catch (VhStateError) {
            // The change is done; the next one deletes them.
        }
    }

    /** @param list<string> $values */
    private function did(string $text, array $values): bool
    {
        return $this->run($text, $values)->rowCount() > 0;
    }

    /** @param list<string> $values */
    private function run(string $text, array $values): PDOStatement
    {
        return $this->try(static function (PDO $connection) use ($text, $values): PDOStatement {
            $statement = $connection->prepare($text);
            $statement->execute($values);
            return $statement;
        });
    }

    private function try(callable $work): mixed
    {
        try {
            return $work($this->connection ??= $this->open());
        } catch (PDOException $error) {
            $this->connection = null;
            $line = vh_first_line($error);
            foreach (self::FAULTS as $mark => $fault) {
                if ((string) $error->getCode() === (string) $mark || str_contains($line, (string) $mark)) {
                    throw new VhStateError($fault, $line);
                }
            }
            throw new VhStateError('the database does not answer', $line);
        }
    }

    private function open(): PDO
    {
        // Linux then gives up a server that has vanished from the network; no setting of PHP would.
        $limit = $this->driver === 'pgsql' && !str_contains($this->dsn, 'tcp_user_timeout') ? ';tcp_user_timeout=2000' : '';
        $connection = new PDO($this->dsn . $limit, $this->user, $this->password, [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_TIMEOUT => self::CONNECT_LIMIT,
            // A connection that another request left hanging would hang this one.
            PDO::ATTR_PERSISTENT => false,
            // One way to the server and back for a statement, also through a pooler. All values are plain ASCII.
            PDO::ATTR_EMULATE_PREPARES => true,
        ]);
        $connection->exec(self::DIALECTS[$this->driver]['limit']);
        return $connection;
    }
}
