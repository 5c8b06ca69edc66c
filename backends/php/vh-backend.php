<?php

/**
 * The page backend of vh-elements in PHP: one file, no packages, PHP 8.1 or newer with its usual openssl extension.
 *
 * It holds the API key on your server and answers the elements below one path. The contract is in
 * docs/backend-contract.md; `npx vh-elements conformance` tests it. A whole site is:
 *
 *     require 'vh-backend.php';
 *     (new VhBackend(
 *         baseUrl: getenv('VH_BASE_URL') ?: null,
 *         apiKey: getenv('VH_API_KEY') ?: null,
 *         state: '/var/lib/my-site/vh',           // a folder outside the web root that PHP may write
 *         authorize: fn (VhRequest $request, array $asked): bool => isset($_SESSION['user']),
 *         subject: fn (VhRequest $request): string => $_SESSION['user'],
 *     ))->serve();
 *
 * Let the web server pass everything below the mount point (`/vh` by default) to that script.
 */

declare(strict_types=1);

/** A visitor's request, as `authorize` and `subject` see it. Header names are in lower case. */
final class VhRequest
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly string $query,
        public readonly array $headers,
        public readonly ?string $body,
        public readonly string $origin,
        /** The visitor's address, as the server knows it. */
        public readonly ?string $address = null,
        private readonly ?Closure $reader = null,
    ) {
    }

    /** Reads the body; null if it is longer than that. A large one is read when nothing else refuses the request. */
    public function read(int $most): ?string
    {
        return $this->reader === null ? null : ($this->reader)($most);
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }
}

/** An answer. Header names are in lower case. */
final class VhResponse
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body = '',
    ) {
    }
}

/** An answer that ends the request at once. */
final class VhRefusal extends Exception
{
    public readonly VhResponse $response;

    /** @param array<string, string> $headers */
    public function __construct(int $status, string $word, string $title, array $headers = [])
    {
        parent::__construct($title);
        $body = vh_json(['type' => "vh-elements/$word", 'title' => $title, 'status' => $status]);
        $type = ['content-type' => 'application/problem+json'];
        $this->response = new VhResponse($status, $headers + $type + VH_HEADERS, $body);
    }
}

/** The service failed, or must not be asked now. The message contains no secret. */
final class VhServiceError extends Exception
{
    public function __construct(
        public readonly string $word,
        string $message,
        public readonly ?float $wait = null,
        public readonly ?int $status = null,
        /** The service was not asked: it has failed several times in a row. */
        public readonly bool $isPaused = false,
        /** It concerns the asking visitor alone: it is neither kept nor given to others. */
        public readonly bool $isOfOneVisitor = false,
    ) {
        parent::__construct($message);
    }

    public function refusal(): VhRefusal
    {
        $status = $this->isPaused ? 503 : ['rate-limited' => 429, 'timeout' => 504, 'invalid-use' => 500][$this->word] ?? 502;
        $headers = $this->wait === null ? [] : ['retry-after' => vh_seconds($this->wait)];
        return new VhRefusal($status, $this->word, 'The page backend could not answer this now', $headers);
    }
}

/** What a function of the site threw, and which function it was. */
final class VhSiteError extends Exception
{
    public function __construct(public readonly string $name, public readonly Throwable $thrown)
    {
        parent::__construct($name);
    }
}

/** The state that several servers share does not answer. The message contains no secret; `$detail` is the store's own word, for `ready()`. */
final class VhStateError extends Exception
{
    public function __construct(string $message, public readonly string $detail = '')
    {
        parent::__construct($message);
    }
}

/** A picture that goes to the service as the one file of a form. */
final class VhPicture
{
    public function __construct(private readonly string $kind, private readonly string $data)
    {
    }

    /** @return array{string, string} the type and the bytes of the form */
    public function form(): array
    {
        $mark = bin2hex(random_bytes(18));
        $head = "content-disposition: form-data; name=\"file\"; filename=\"poster.$this->kind\"\r\ncontent-type: image/$this->kind";
        return ["multipart/form-data; boundary=$mark", "--$mark\r\n$head\r\n\r\n$this->data\r\n--$mark--\r\n"];
    }
}

/** Another server was faster with the video of an upload. */
final class VhTakenOver extends Exception
{
}

const VH_HEADERS = [
    'cache-control' => 'no-store',
    'x-content-type-options' => 'nosniff',
    'cross-origin-resource-policy' => 'same-origin',
    'referrer-policy' => 'no-referrer',
];
const VH_ID = '/\A[A-Za-z0-9_-]{1,64}\z/';
const VH_HOST = '/\A(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?\z/i';
const VH_DAY = 86_400;
/** Begins the mark of the server that makes the video of an upload. */
const VH_UNDERWAY = 'underway ';
/** After this number of seconds another server makes that video. */
const VH_UNDERWAY_SECONDS = 5;
/** Seconds for which a shared state that failed is left alone, so that visitors do not wait one after the other. */
const VH_STATE_PAUSE = 1;
/** Failures in a row after which the service is left alone. */
const VH_FAILURES = 5;
/** Seconds of the first pause; each further one is twice as long, up to the longest. */
const VH_FIRST_PAUSE = 1;
const VH_LONGEST_PAUSE = 4;
/** Seconds after which another trial may begin: the one before may hang. */
const VH_TRIAL = 2;
/** Seconds: the longest wait between two exchanges of the key while the service is away, and where it refuses the key. */
const VH_OUTAGE_WAIT = 2.0;
const VH_REFUSED_WAIT = 30.0;
/** Seconds: the longest that a service may ask to be left alone. */
const VH_LONGEST_WAIT = 300.0;
const VH_WEEK = 7 * VH_DAY;
const VH_MAX_BODY = 16 * 1024;
/** Of what an author says, and of a picture as base64, four characters for three bytes. */
const VH_MAX_DETAILS = 160_000;
const VH_MAX_POSTER = 4 * 1024 * 1024;
const VH_MAX_POSTER_BODY = 5_592_408 + 1024;
/** The part of the account's rate that viewings leave to uploads, and reads, which anybody sends by the thousand, to both. */
const VH_VIEWINGS_LEAVE = 0.2;
const VH_READS_LEAVE = 0.5;
// Seconds that a playback is fresh, and until it is given out no more, here and in caches elsewhere.
const VH_PLAYBACK_FRESH = 8;
const VH_PLAYBACK_STALE = 10;
/** Files for entries of seconds that strangers can have made: more of them than that displace each other. */
const VH_BRIEF_FILES = 256;
const VH_MAX_ANSWER = 1 << 20;
const VH_MAX_PLAYLISTS = 64 * 1024;
const VH_CLAIMS = 'vh-elements grant claim 1';
const VH_TOKENS = 'vh-elements upload token 1';
const VH_COLOURS = [
    'text', 'link', 'linkHover', 'linkActive', 'trackPlayed', 'trackUnplayed', 'trackBackground',
    'backgroundTop', 'backgroundBottom', 'backgroundText',
];
const VH_FLAGS = ['enableControls', 'forceAutoplay', 'hideTitle', 'forceLoop'];
const VH_FIELDS = [
    'live-streams' => ['liveStreamId', 'name', 'public', 'broadcasting', 'playerId', 'createdAt', 'updatedAt'],
    'players' => ['playerId', 'enableApi', ...VH_COLOURS, ...VH_FLAGS],
];
const VH_ADDRESSES = ['live-streams' => ['hls', 'thumbnail', 'player'], 'players' => ['logo', 'link']];
const VH_LANGUAGES = [
    'ar' => 'العربية', 'de' => 'Deutsch', 'en' => 'English', 'es' => 'español', 'fr' => 'français', 'he' => 'עברית',
    'hi' => 'हिन्दी', 'it' => 'italiano', 'ja' => '日本語', 'ko' => '한국어', 'nl' => 'Nederlands', 'pl' => 'polski',
    'pt' => 'português', 'ru' => 'русский', 'sv' => 'svenska', 'tr' => 'Türkçe', 'uk' => 'українська', 'zh' => '中文',
];

/**
 * What several servers of one site must agree on. `vh-state.php` beside this file has `VhRedisState` and `VhPdoState`. Your own
 * has the same three methods, each of them atomic and by the clock of the store; give it a time limit of about a second.
 */
interface VhState
{
    /** The value of a key until it expires. */
    public function get(string $key): ?string;

    /** Stores `$value`, or deletes the key for null, if its value is `$expected`. Returns whether it was. */
    public function swap(string $key, ?string $expected, ?string $value, float $seconds): bool;

    /** Takes one of `$burst`, of which one comes back every `$interval` seconds. Returns 0, or the seconds until there is one. */
    public function take(string $key, int $burst, float $interval): float;
}

/**
 * State that outlives a request: one small file for each entry, in its own folder. PHP forgets everything between
 * requests. The processes of one machine share the folder, and may share all their state by it.
 */
class VhStore implements VhState
{
    /** `$scope` keeps apart what belongs to one service and key: with another one, nothing of it counts. */
    public function __construct(private readonly string $folder, private readonly string $scope = '')
    {
        if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder)) {
            throw new VhServiceError('invalid-use', 'VhBackend cannot make its state folder: set state to one that PHP may write.');
        }
        // In a folder that everybody may write, another user could have made it before.
        if (is_link($folder) || (function_exists('posix_geteuid') && fileowner($folder) !== posix_geteuid())) {
            throw new VhServiceError('invalid-use', 'The state folder of VhBackend belongs to another user: set state to one of your own.');
        }
        if (!is_writable($folder)) {
            throw new VhServiceError('invalid-use', 'VhBackend cannot write into its state folder: set state to one that PHP may write.');
        }
    }

    /** The value of a key until it expires. */
    public function get(string $key): ?string
    {
        $brief = self::isBrief($key) ? $this->read($this->briefFile($key), $this->scope . $key) : null;
        return $brief ?? $this->read($this->file($key), '');
    }

    /** The value in a file, if it is of this key. A file of one key only does not name it. */
    private function read(string $file, string $key): ?string
    {
        $text = @file_get_contents($file);
        // The first line is when it ends, and whose it is.
        [$head, $value] = explode("\n", $text === false ? '' : $text, 2) + ['', ''];
        [$times, $owner] = explode(' ', $head, 2) + ['', ''];
        [$until, $at] = explode('@', $times, 2) + ['', '0'];
        $now = microtime(true);
        // An entry of the future is from before the clock was set back: nobody knows its age.
        return $owner === $key && is_numeric($until) && (float) $until > $now && (float) $at < $now + 1 ? $value : null;
    }

    /**
     * Stores what may be lost: a folder that takes no more, such as on a full disk, keeps nobody from watching. It ends with a clock
     * that is set back, unless it `$lasts`: by such a clock it would be good for too long.
     */
    public function set(string $key, string $value, float $seconds, bool $lasts = false): void
    {
        $this->write($key, $value, $seconds, $lasts);
    }

    /** Stores what must last. */
    public function keep(string $key, string $value, float $seconds): void
    {
        if (!$this->write($key, $value, $seconds, true)) {
            throw self::unusable();
        }
    }

    public function swap(string $key, ?string $expected, ?string $value, float $seconds): bool
    {
        return $this->lock("swap $key", function () use ($key, $expected, $value, $seconds): bool {
            if ($this->get($key) !== $expected) {
                return false;
            }
            $value === null ? $this->delete($key) : $this->keep($key, $value, $seconds);
            return true;
        }, isNeeded: true);
    }

    public function take(string $key, int $burst, float $interval): float
    {
        return $this->lock("bucket $key", function () use ($key, $burst, $interval): float {
            $now = microtime(true);
            // After a clock that was set back, the bucket is empty, and no emptier.
            $stored = (float) ($this->get("bucket $key") ?? 0);
            $fullAt = min(max($stored, $now), $now + $burst * $interval);
            $wait = $fullAt - $now - ($burst - 1) * $interval;
            if ($wait > 1e-6) {
                if ($stored > $fullAt + 1e-6) {
                    $this->keep("bucket $key", sprintf('%.6F', $fullAt), $fullAt - $now);
                }
                return $wait;
            }
            $this->keep("bucket $key", sprintf('%.6F', $fullAt + $interval), $fullAt + $interval - $now);
            return 0.0;
        }, isNeeded: true);
    }

    private static function unusable(): VhStateError
    {
        return new VhStateError('The state folder cannot be written: is its disk full?');
    }

    private function write(string $key, string $value, float $seconds, bool $lasts): bool
    {
        $isBrief = $seconds <= 60 && self::isBrief($key);
        if ($isBrief) {
            // It takes the place of one that would last longer.
            $this->delete($key);
        }
        $file = $isBrief ? $this->briefFile($key) : $this->file($key);
        $draft = "$file." . bin2hex(random_bytes(6));
        $now = microtime(true);
        $head = sprintf('%.6F', $now + $seconds) . ($lasts ? '' : sprintf('@%.6F', $now)) . ($isBrief ? " $this->scope$key" : '');
        $text = "$head\n$value";
        // Written beside and renamed: a reader sees the old entry or the new one. Readable for this user alone.
        $old = umask(0077);
        $isWritten = $this->beside(LOCK_SH, fn (): bool => @file_put_contents($draft, $text) === strlen($text) && @rename($draft, $file));
        umask($old);
        if (!$isWritten) {
            @unlink($draft);
        }
        if (random_int(0, 499) === 0) {
            $this->tidy();
        }
        return $isWritten;
    }

    /** Stores the value unless there is one. Returns whether it did. */
    public function add(string $key, string $value, float $seconds): bool
    {
        return $this->lock("add $key", function () use ($key, $value, $seconds): bool {
            if ($this->get($key) !== null) {
                return false;
            }
            $this->set($key, $value, $seconds);
            return true;
        });
    }

    public function delete(string $key): void
    {
        @unlink($this->file($key));
        if (self::isBrief($key) && $this->read($this->briefFile($key), $this->scope . $key) !== null) {
            @unlink($this->briefFile($key));
        }
    }

    /**
     * Runs `$work` while no other request does so under this name. The first word of a name is a family of locks. Where there
     * can be no lock, work that needs none is done all the same.
     */
    public function lock(string $name, callable $work, bool $isNeeded = false): mixed
    {
        // A few files for all names; families are taken in one order everywhere, so that no two processes wait for each other.
        $family = explode(' ', $name, 2)[0];
        $handle = @fopen("$this->folder/$family-" . (crc32($name) & 31) . '.lock', 'c');
        if ($handle === false || !flock($handle, LOCK_EX)) {
            return $isNeeded ? throw self::unusable() : $work();
        }
        try {
            return $work();
        } finally {
            flock($handle, LOCK_UN);
            fclose($handle);
        }
    }

    private function file(string $key): string
    {
        return "$this->folder/" . hash('sha256', $this->scope . $key) . '.vh';
    }

    /** True for what strangers can have stored by inventing ids and origins, and what may be lost. */
    private static function isBrief(string $key): bool
    {
        return preg_match('~\A(?:absent|cache|logged) [^\n]*\z~', $key) === 1;
    }

    private function briefFile(string $key): string
    {
        return "$this->folder/brief-" . (crc32($this->scope . $key) % VH_BRIEF_FILES) . '.vh';
    }

    /** Runs `$work` as one of many writers, or alone between them. False when others are in the way. */
    private function beside(int $lock, callable $work): bool
    {
        $handle = @fopen("$this->folder/sweep.lock", 'c');
        if ($handle === false || !flock($handle, $lock)) {
            return false;
        }
        try {
            return $work();
        } finally {
            fclose($handle);
        }
    }

    /** Deletes the entries that have ended, unless another process writes just now. */
    public function tidy(): void
    {
        $this->beside(LOCK_EX | LOCK_NB, function (): bool {
            foreach (glob("$this->folder/*.vh*") ?: [] as $file) {
                $until = (float) @file_get_contents($file, length: 20);
                // PHP remembers what a file was like before.
                clearstatcache(true, $file);
                if ($until < microtime(true) && @filemtime($file) < time() - 60) {
                    @unlink($file);
                }
            }
            return true;
        });
    }
}

/** A site's shared state with one error for all that goes wrong, and without names of visitors in its keys. */
final class VhGuardedState implements VhState
{
    public function __construct(private readonly VhState $state, private readonly VhStore $store)
    {
    }

    public function get(string $key): ?string
    {
        return $this->ask(fn (): ?string => $this->state->get(self::name($key)));
    }

    public function swap(string $key, ?string $expected, ?string $value, float $seconds): bool
    {
        return $this->ask(fn (): bool => $this->state->swap(self::name($key), $expected, $value, $seconds));
    }

    public function take(string $key, int $burst, float $interval): float
    {
        return $this->ask(fn (): float => $this->state->take(self::name($key), $burst, $interval));
    }

    /** Tries each operation. Throws the fault in one line, with the store's own word for it. */
    public function check(): void
    {
        $key = 'check ' . bin2hex(random_bytes(9));
        try {
            $this->state->swap($key, null, '1', 1);
            $this->state->take("$key bucket", 1, 0.001);
            $this->state->get($key);
            // A store may know more of itself.
            if (method_exists($this->state, 'check')) {
                $this->state->check();
            }
        } catch (Throwable $error) {
            $line = $error instanceof VhStateError ? trim("{$error->getMessage()}: $error->detail", ' :') : vh_first_line($error);
            throw new VhServiceError('invalid-use', "The shared state cannot be used: $line.");
        }
    }

    private static function name(string $key): string
    {
        return rtrim(strtr(base64_encode(hash('sha256', $key, true)), '+/', '-_'), '=');
    }

    private function ask(callable $question): mixed
    {
        $failed = $this->store->get('state failed');
        if ($failed !== null) {
            throw new VhStateError($failed);
        }
        try {
            return $question();
        } catch (Throwable $error) {
            // Words of a client may quote an address with a password: only those of our own are logged.
            $what = $error instanceof VhStateError ? $error->getMessage() : vh_name_of($error);
            $this->store->set('state failed', "The shared state failed: $what.", VH_STATE_PAUSE);
            throw new VhStateError("The shared state failed: $what.");
        }
    }
}

/**
 * Leaves a service alone that has failed several times in a row. After a pause one request tries it; the others are refused at
 * once. Any answer of the service ends the pause. The processes of one machine share what they know of it.
 */
final class VhCircuitBreaker
{
    private const KEY = 'service fails';

    public function __construct(private readonly VhStore $store)
    {
    }

    /** Sends one request, or throws without sending it. */
    public function send(callable $request): array
    {
        $pauses = $this->admit();
        try {
            $answer = $request();
        } catch (VhServiceError $error) {
            if (in_array($error->word, ['network', 'timeout'], true)) {
                $this->fail($pauses);
            }
            throw $error;
        }
        if ($answer['status'] >= 500) {
            $this->fail($pauses);
        } elseif ($this->store->get(self::KEY) !== null) {
            $this->store->delete(self::KEY);
        }
        return $answer;
    }

    /** How many pauses there were so far. */
    private function admit(): int
    {
        if ($this->known()[1] === 0) {
            return 0;
        }
        return $this->store->lock('service', function (): int {
            [$failures, $pauses, $closedUntil] = $this->known();
            $now = microtime(true);
            // A clock that was set back makes no pause longer.
            $left = min($closedUntil - $now, VH_LONGEST_PAUSE);
            if ($pauses > 0 && $left > 0) {
                // Visitors who are refused now come back at different times.
                $wait = $left + VH_FIRST_PAUSE * self::chance();
                throw new VhServiceError('service-unavailable', 'The service failed several times in a row: no request is sent for a moment.', $wait, isPaused: true);
            }
            if ($pauses > 0) {
                // This one is the trial.
                $this->note($failures, $pauses, $now + VH_TRIAL);
            }
            return $pauses;
        });
    }

    /** `$before` is how many pauses there were when the request began: what began before a pause says nothing about the time after it. */
    private function fail(int $before): void
    {
        $this->store->lock('service', function () use ($before): void {
            [$failures, $pauses, $closedUntil] = $this->known();
            $failures++;
            if ($failures >= VH_FAILURES && $before === $pauses) {
                // Not always the same, so that many servers do not come back together.
                $pause = min(VH_LONGEST_PAUSE, VH_FIRST_PAUSE * 2 ** $pauses) * (0.5 + self::chance() / 2);
                $closedUntil = microtime(true) + $pause;
                $pauses++;
            }
            $this->note(min($failures, VH_FAILURES), min($pauses, 16), $closedUntil);
        });
    }

    /** @return array{int, int, float} failures, pauses, and until when the present one lasts */
    private function known(): array
    {
        [$failures, $pauses, $closedUntil] = vh_list(vh_parse($this->store->get(self::KEY))) + [0, 0, 0];
        return [(int) $failures, (int) $pauses, (float) $closedUntil];
    }

    private function note(int $failures, int $pauses, float $closedUntil): void
    {
        $this->store->set(self::KEY, vh_json([$failures, $pauses, $closedUntil]), 300);
    }

    private static function chance(): float
    {
        return random_int(0, 1_000_000) / 1_000_000;
    }
}

/** The only way to the service: one origin, fixed paths, checked ids, no redirects, a time limit. */
final class VhService
{
    public readonly string $base;
    public readonly string $origin;
    private readonly VhCircuitBreaker $breaker;

    public function __construct(
        string $baseUrl,
        private readonly mixed $apiKey,
        private readonly VhStore $store,
        private readonly VhSealer $sealer,
        private readonly float $timeout,
    ) {
        $this->base = rtrim($baseUrl, '/');
        $this->origin = vh_origin($this->base) ?? '';
        $this->breaker = new VhCircuitBreaker($store);
    }

    /**
     * The answer's JSON; null for 404. A refused access token is renewed once.
     *
     * @param list<string> $path
     */
    public function json(string $method, array $path, array|VhPicture|null $body = null, string $query = '', float $leave = VH_VIEWINGS_LEAVE): mixed
    {
        foreach ($path as $part) {
            if (preg_match(VH_ID, $part) !== 1) {
                throw new VhServiceError('invalid-use', 'An id holds letters, digits, "-" and "_" only.');
            }
        }
        $token = $this->token(null);
        $answer = $this->spend($method, $path, $query, $body, $token, $leave);
        $other = $answer['status'] === 401 ? $this->token($token) : null;
        if ($other !== null) {
            $answer = $this->spend($method, $path, $query, $body, $other, $leave);
        }
        if ($answer['status'] === 404 || $answer['status'] === 204) {
            return null;
        }
        $what = "$method /$path[0]";
        if ($answer['status'] >= 300) {
            throw self::failure($answer, $what);
        }
        $value = vh_parse($answer['body']);
        if ($value === null && trim($answer['body'] ?? '') !== 'null') {
            throw new VhServiceError('unexpected-answer', "The service's answer to $what is not JSON, or endless.");
        }
        return $value;
    }

    /** Whether the service makes one tus upload of several; null when it does not say so: the uploader asks for itself. */
    public function joinsParts(): ?bool
    {
        $known = $this->store->get('tus joins parts');
        if ($known === null) {
            try {
                $answer = $this->breaker->send(fn (): array => $this->send('OPTIONS', "$this->base/upload", null, null, 4096));
                $header = $answer['status'] < 300 ? $answer['headers']['tus-extension'] ?? null : null;
            } catch (VhServiceError) {
                $header = null;
            }
            $joins = $header === null ? '' : (in_array('concatenation', array_map('trim', explode(',', $header)), true) ? 'yes' : 'no');
            $known = $joins;
            $this->store->set('tus joins parts', $joins, $joins === '' ? 60 : VH_DAY);
        }
        return $known === '' ? null : $known === 'yes';
    }

    /** A small public text without credentials; null unless it is there, and small. */
    public function text(string $url, int $most): ?string
    {
        try {
            $answer = $this->send('GET', $url, null, null, $most);
        } catch (VhServiceError) {
            return null;
        }
        return $answer['status'] === 200 ? $answer['body'] : null;
    }

    /** @param list<string> $path */
    private function spend(string $method, array $path, string $query, array|VhPicture|null $body, ?string $token, float $leave): array
    {
        $window = 'window ' . ($method === 'GET' ? 'reads' : 'writes');
        $closed = (float) ($this->store->get('closed until') ?? 0) - microtime(true);
        if ($closed > 0) {
            throw self::limited($closed);
        }
        [$limit, $left, $since] = vh_list(vh_parse($this->store->get($window))) + [0, 0, 0];
        $rest = $since + 60 - microtime(true);
        if ($leave > 0 && $rest > 0 && $left <= ceil($limit * $leave)) {
            throw self::limited(min($rest, 10));
        }
        $url = "$this->base/" . implode('/', $path) . ($query === '' ? '' : "?$query");
        $answer = $this->breaker->send(fn (): array => $this->send($method, $url, $body, $token, VH_MAX_ANSWER));
        if ($answer['status'] === 429) {
            $pause = max(1.0, vh_retry_after($answer['headers']) ?? 5.0);
            $this->store->set('closed until', (string) (microtime(true) + $pause), $pause);
        }
        $limit = $answer['headers']['x-ratelimit-limit'] ?? '';
        $left = $answer['headers']['x-ratelimit-remaining'] ?? '';
        // A service that does not count this very request counts nothing.
        if (ctype_digit($limit) && ctype_digit($left) && (int) $left < (int) $limit) {
            $began = $rest > 0 ? $since : microtime(true);
            $this->store->set($window, vh_json([(int) $limit, (int) $left, $began]), 60);
        }
        return $answer;
    }

    /** @return array{status: int, headers: array<string, string>, body: ?string} */
    private function send(string $method, string $url, array|VhPicture|null $body, ?string $token, int $most): array
    {
        $headers = ['accept: application/json', 'connection: close'];
        [$type, $content] = $body instanceof VhPicture ? $body->form() : ['application/json', $body === null ? null : vh_json($body)];
        if ($content !== null) {
            $headers[] = "content-type: $type";
        }
        if ($token !== null) {
            $headers[] = "authorization: Bearer $token";
        }
        $http = [
            'method' => $method,
            'header' => $headers,
            'follow_location' => 0,
            'ignore_errors' => true,
            'protocol_version' => 1.1,
            'timeout' => $this->timeout,
        ];
        if ($content !== null) {
            $http['content'] = $content;
        }
        if (!ini_get('allow_url_fopen')) {
            throw new VhServiceError('invalid-use', 'VhBackend needs allow_url_fopen in php.ini to reach the service.');
        }
        $ends = microtime(true) + $this->timeout;
        $stream = @fopen($url, 'rb', false, stream_context_create(['http' => $http]));
        $where = vh_origin($url);
        if ($stream === false) {
            // Without the system's own words: they quote the address.
            throw microtime(true) >= $ends
                ? new VhServiceError('timeout', "The service at $where did not answer in time.")
                : new VhServiceError('network', "The service at $where cannot be reached: check baseUrl.");
        }
        $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        $text = '';
        while (!feof($stream) && strlen($text) <= $most) {
            $chunk = fread($stream, 65_536);
            if ($chunk === false || stream_get_meta_data($stream)['timed_out'] || microtime(true) > $ends) {
                fclose($stream);
                throw new VhServiceError('timeout', "The service at $where did not answer in time.");
            }
            $text .= $chunk;
        }
        fclose($stream);
        [$status, $fields] = self::readHead($lines);
        if ($status >= 300 && $status < 400) {
            throw new VhServiceError('unexpected-answer', 'The service answered with a redirect, which is not followed.');
        }
        return ['status' => $status, 'headers' => $fields, 'body' => strlen($text) > $most ? null : $text];
    }

    /** @return array{int, array<string, string>} */
    private static function readHead(array $lines): array
    {
        $status = 0;
        $fields = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/[\d.]+ (\d{3})~', $line, $found) === 1) {
                [$status, $fields] = [(int) $found[1], []];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $fields[strtolower(trim($name))] = trim($value);
            }
        }
        return [$status, $fields];
    }

    /** An access token; another one than `$refused`, or null where it is too early for one. Encrypted where it is stored. */
    private function token(?string $refused): ?string
    {
        $known = $this->known();
        if ($known !== null && $known['access'] !== $refused && microtime(true) < $known['renewAt']) {
            return $known['access'];
        }
        return $this->store->lock('token', function () use ($refused): ?string {
            $known = $this->known();
            // A service that refuses what it has just issued is not helped by asking for more.
            if ($refused !== null && ($known['access'] ?? null) === $refused && !$this->mayReplace()) {
                return null;
            }
            $now = microtime(true);
            $isGood = $known !== null && $known['access'] !== $refused && $now < $known['endsAt'];
            if ($isGood && $now < $known['renewAt']) {
                return $known['access'];
            }
            [$failures, $notBefore] = vh_list(vh_parse($this->store->get('token failures'))) + [0, 0];
            if ($now < $notBefore) {
                if ($isGood) {
                    return $known['access'];
                }
                throw new VhServiceError('service-unavailable', "The service's authentication has failed just now.", $notBefore - $now);
            }
            try {
                $pair = ($known['refresh'] ?? null) === null ? null : $this->authenticate('refresh', ['refreshToken' => $known['refresh']]);
                $pair ??= $this->exchange();
            } catch (Exception $error) {
                $ofService = $error instanceof VhServiceError ? $error : null;
                // A pause is no failure: the service was not asked.
                if (!$ofService?->isPaused) {
                    // A refused key stays refused; a service that is away comes back.
                    $longest = in_array($ofService?->word, [null, 'request-refused'], true) ? VH_REFUSED_WAIT : VH_OUTAGE_WAIT;
                    $pause = $failures === 0 ? 0.0 : min($longest, 0.5 * 2 ** ($failures - 1));
                    $this->store->set('token failures', vh_json([$failures + 1, $now + max($pause, $ofService?->wait ?? 0)]), 300);
                }
                if ($isGood) {
                    return $known['access'];
                }
                throw $error;
            }
            $this->store->delete('token failures');
            $this->store->set('token', $this->sealer->encrypt(vh_json($pair)), VH_DAY);
            return $pair['access'];
        });
    }

    /** Whether a refused token is replaced now: at once the first time, then ever more seldom. */
    private function mayReplace(): bool
    {
        $now = microtime(true);
        [$refusals, $notBefore] = vh_list(vh_parse($this->store->get('token refusals'))) + [0, 0];
        if ($now < $notBefore) {
            return false;
        }
        $pause = $refusals === 0 ? 0.0 : min(VH_REFUSED_WAIT, 0.5 * 2 ** ($refusals - 1));
        $this->store->set('token refusals', vh_json([$refusals + 1, $now + $pause]), 300);
        return true;
    }

    private function known(): ?array
    {
        $sealed = $this->store->get('token');
        $pair = vh_record(vh_parse($sealed === null ? null : $this->sealer->decrypt($sealed)));
        return isset($pair['access'], $pair['renewAt'], $pair['endsAt']) ? $pair : null;
    }

    private function exchange(): array
    {
        $pair = $this->authenticate('api-key', ['apiKey' => vh_key($this->apiKey)]);
        return $pair ?? throw new VhServiceError(
            'request-refused',
            'The service refuses the API key: check that apiKey belongs to the account and environment of baseUrl.',
        );
    }

    private function authenticate(string $how, array $body): ?array
    {
        $answer = $this->spend('POST', ['auth', $how], '', $body, null, 0);
        $status = $answer['status'];
        if (in_array($status, [408, 425, 429], true) || $status >= 500) {
            throw self::failure($answer, 'POST /auth');
        }
        if (in_array($status, [404, 405, 410], true)) {
            throw new VhServiceError('unexpected-answer', "The service's key exchange was answered with $status: another server may answer at baseUrl.");
        }
        if ($status >= 300) {
            return null;
        }
        $from = vh_record(vh_parse($answer['body']));
        $access = $from['access_token'] ?? null;
        if (!is_string($access) || preg_match('/\A[\x21-\x7e]{1,8192}\z/', $access) !== 1) {
            throw new VhServiceError('unexpected-answer', "The service's answer to the key holds no access token.");
        }
        $life = min(max((float) (vh_number($from['expires_in'] ?? null) ?? 3600), 30), VH_DAY);
        $now = microtime(true);
        $refresh = vh_string($from['refresh_token'] ?? null);
        return ['access' => $access, 'refresh' => $refresh, 'renewAt' => $now + max($life - 60, $life / 2), 'endsAt' => $now + $life];
    }

    private static function failure(array $answer, string $what): VhServiceError
    {
        $status = $answer['status'];
        $word = $status === 429 ? 'rate-limited' : ($status >= 500 ? 'service-unavailable' : 'request-refused');
        return new VhServiceError($word, "The service answered $status to $what.", vh_retry_after($answer['headers']), $status);
    }

    private static function limited(float $wait): VhServiceError
    {
        return new VhServiceError('rate-limited', "The account's rate is used up.", $wait);
    }
}

/** Seals claims, and encrypts stored claims. Keys are one step away from the site's secret. */
final class VhSealer
{
    /** @param Closure(): list<string> $secrets the present one first, then those that are still accepted */
    public function __construct(private readonly Closure $secrets)
    {
    }

    public function seal(string $videoId, string $subject): string
    {
        $ends = time() + VH_WEEK;
        return "$ends." . vh_base64(self::mac($this->keys(VH_CLAIMS)[0], self::sealed($ends, $videoId, $subject)));
    }

    public function proves(string $claim, string $videoId, string $subject): bool
    {
        if (preg_match('/\A(\d{1,12})\.([A-Za-z0-9_-]{43})\z/', $claim, $found) !== 1 || (int) $found[1] < time()) {
            return false;
        }
        return $this->hasSigned(self::sealed((int) $found[1], $videoId, $subject), $found[2]);
    }

    /** Signs any text. */
    public function sign(string $data): string
    {
        return vh_base64(self::mac($this->keys(VH_CLAIMS)[0], $data));
    }

    /** True if one of the site's secrets has signed the text. */
    public function hasSigned(string $data, string $signature): bool
    {
        $isSigned = false;
        foreach ($this->keys(VH_CLAIMS) as $key) {
            // Every key is tried, so that the time reveals nothing.
            $isSigned = hash_equals(vh_base64(self::mac($key, $data)), $signature) || $isSigned;
        }
        return $isSigned;
    }

    public function encrypt(string $text): string
    {
        $iv = random_bytes(12);
        $hidden = openssl_encrypt($text, 'aes-256-gcm', $this->keys(VH_TOKENS)[0], OPENSSL_RAW_DATA, $iv, $tag);
        return vh_base64($iv . $tag . $hidden);
    }

    public function decrypt(string $sealed): ?string
    {
        $data = base64_decode(strtr($sealed, '-_', '+/'), true) ?: '';
        if (strlen($data) <= 28) {
            return null;
        }
        foreach ($this->keys(VH_TOKENS) as $key) {
            $text = openssl_decrypt(substr($data, 28), 'aes-256-gcm', $key, OPENSSL_RAW_DATA, substr($data, 0, 12), substr($data, 12, 16));
            if ($text !== false) {
                return $text;
            }
        }
        return null;
    }

    /** @return non-empty-list<string> */
    private function keys(string $purpose): array
    {
        return array_map(static fn (string $secret): string => self::mac($secret, $purpose), vh_secrets(($this->secrets)(), 'claimSecrets'));
    }

    private static function mac(string $key, string $data): string
    {
        return hash_hmac('sha256', $data, $key, true);
    }

    private static function sealed(int $ends, string $videoId, string $subject): string
    {
        return vh_json([$ends, $videoId, $subject]);
    }
}

/**
 * The page backend. `serve()` answers the present request; `handle()` answers any.
 *
 * `authorize($request, $asked)` returns true, or for an upload an array of the video's attributes; everything else
 * refuses. `$asked` has `action` ("upload", "refresh", "details", "poster", "playback" or "read") and `file`, `metadata`, `videoId`,
 * `details`, `kind`, `id`, `video`: the `metadata` and `tags` of a private video, as the site wrote them. `subject($request)` names the
 * visitor: limits and claims are per subject.
 */
final class VhBackend
{
    private readonly string $basePath;
    private readonly ?string $own;
    /** @var list<string> */
    private readonly array $allowed;
    private ?VhStore $store = null;
    private ?VhState $shared = null;
    private ?VhService $service = null;
    private VhSealer $sealer;
    private readonly ?VhEmbeds $embeds;
    /** The network from which the present request comes, where it tells visitors apart. */
    private ?string $visitor = null;

    /**
     * @param string|(callable(): string)|null $apiKey
     * @param string|VhState|null $state a folder that PHP may write, or what several servers share: see vh-state.php
     * @param ?string $folder beside a shared state: where this machine keeps what PHP would forget; a temporary one by default
     * @param list<string> $allowedOrigins further origins whose pages may ask
     * @param string|list<string>|null $claimSecrets what seals claims, the present one first; the API key by default
     * @param ?array<string, mixed> $embed embed pages and oEmbed: see vh-embed.php, which has to lie beside this file
     */
    public function __construct(
        private readonly ?string $baseUrl,
        private readonly mixed $apiKey,
        private readonly string|VhState|null $state = null,
        private readonly ?Closure $authorize = null,
        private readonly ?Closure $subject = null,
        string $basePath = '/vh',
        ?string $origin = null,
        array $allowedOrigins = [],
        private readonly bool $trustProxy = false,
        private readonly ?string $publicUrl = null,
        private readonly ?string $assetUrl = null,
        private readonly ?string $collectorUrl = null,
        private readonly string $protocol = 'parts',
        private readonly int $tokenTtl = 900,
        #[SensitiveParameter]
        private readonly mixed $claimSecrets = null,
        private readonly ?Closure $onError = null,
        private readonly float $timeout = 10.0,
        ?array $embed = null,
        private readonly ?string $folder = null,
    ) {
        $this->basePath = implode('', array_map(static fn (string $word): string => "/$word", array_filter(explode('/', $basePath), 'strlen')));
        if (trim($baseUrl ?? '') !== '' && vh_origin(trim($baseUrl)) === null) {
            throw new VhServiceError('invalid-use', 'The baseUrl of VhBackend is not an http or https address.');
        }
        $this->own = $origin === null ? null : vh_whole_origin($origin);
        $this->allowed = array_map(vh_whole_origin(...), array_values($allowedOrigins));
        if ($claimSecrets !== null) {
            // An empty one is known to everybody: it is seen at the start.
            vh_secrets($claimSecrets, 'claimSecrets');
        }
        $this->sealer = new VhSealer(fn (): array => (array) ($this->claimSecrets ?? vh_key($this->apiKey)));
        if ($embed !== null) {
            // A file of its own: sites without embed pages need not have it.
            require_once __DIR__ . '/vh-embed.php';
        }
        $this->embeds = $embed === null ? null : new VhEmbeds(
            $embed,
            $this->basePath,
            $this->sealer,
            find: $this->findPlayback(...),
            conditional: self::conditional(...),
            routeOf: $this->route(...),
            refusalOf: $this->refusalOf(...),
            ofSite: self::ofSite(...),
            service: fn (): string => $this->public(),
        );
    }

    // ── Entry points ─────────────────────────────────────────────────────────────────────────────

    /** Answers the request that PHP is running for. */
    public function serve(): void
    {
        $isTls = !in_array(strtolower($_SERVER['HTTPS'] ?? ''), ['', 'off'], true);
        $headers = array_map('trim', array_change_key_case(getallheaders()));
        $read = static function (int $most): ?string {
            $body = file_get_contents('php://input', length: $most + 1);
            return $body === false || strlen($body) > $most ? null : $body;
        };
        $response = $this->handle(
            $_SERVER['REQUEST_METHOD'] ?? 'GET',
            $_SERVER['REQUEST_URI'] ?? '',
            $headers,
            $read,
            $isTls ? 'https' : 'http',
            $_SERVER['REMOTE_ADDR'] ?? null,
        );
        header_remove('X-Powered-By');
        ini_set('default_mimetype', '');
        http_response_code($response->status);
        // What the site's session adds is for this visitor alone.
        $isPersonal = array_filter(headers_list(), static fn (string $line): bool => stripos($line, 'set-cookie:') === 0) !== [];
        foreach ($response->headers as $name => $value) {
            header("$name: " . ($isPersonal && $name === 'cache-control' ? str_replace('public, ', 'private, ', $value) : $value));
        }
        echo $response->body;
    }

    /**
     * Answers a request. `$target` is as in the request line; `$body` is a text, null if it is too long, or a function that reads it:
     * `$body($most)` returns null if it has more than `$most` bytes.
     *
     * @param array<string, string> $headers names in lower case
     */
    public function handle(string $method, string $target, array $headers, string|Closure|null $body = null, string $scheme = 'http', ?string $address = null): VhResponse
    {
        // A request without a host has come past a server that takes it so: then the site has to say its origin.
        $host = $headers['host'] ?? ($this->own === null ? '' : 'localhost');
        if (!vh_is_host($host) || !str_starts_with($target, '/')) {
            return (new VhRefusal(400, 'request-malformed', 'The request cannot be read'))->response;
        }
        [$path, $query] = explode('?', $target, 2) + ['', ''];
        $own = $this->own ?? vh_origin("$scheme://$host") ?? "$scheme://" . strtolower($host);
        $own = vh_origin($this->trustProxy ? self::forwarded($headers, $own) : $own) ?? $own;
        $read = $body instanceof Closure ? $body : static fn (int $most): ?string => strlen($body ?? '') <= $most ? $body : null;
        $text = ($this->route($path)[0] ?? '') === 'change' ? null : $read(VH_MAX_BODY);
        $request = new VhRequest($method, $path, $query, $headers, $text, $own, $address, $read);
        $this->visitor = $this->networkOf($request);
        $response = $this->answer($request);
        // Public values are not for a page's visitor.
        $cors = isset($response->headers['access-control-allow-origin']) ? ['vary' => 'origin'] : $this->cors($request);
        if (isset($response->headers['vary'])) {
            $cors['vary'] .= ", {$response->headers['vary']}";
        }
        return new VhResponse($response->status, $cors + $response->headers, $response->body);
    }

    /** Throws a VhServiceError, whose message is one line, where the backend or its state cannot be used. For your deployment. */
    public function ready(): void
    {
        $this->service();
        $state = $this->shared();
        if ($state instanceof VhGuardedState) {
            $state->check();
        }
    }

    /** The playback that a browser would get, for a server that writes it into its page; null where that gets 404. */
    public function playback(VhRequest $request, string $kind, string $id): ?array
    {
        $this->visitor = $this->networkOf($request);
        return preg_match(VH_ID, $id) === 1 ? ($this->findPlayback($request, $kind, $id)[0] ?? null) : null;
    }

    /**
     * The address of an embed page that opens a private video or live stream until a time. Needs `embed`.
     *
     * @param array<string, string|int|bool> $query
     */
    public function embedUrl(string $id, string $kind = 'video', int $seconds = 3_600, string $origin = '', array $query = []): string
    {
        return $this->embeds?->url($kind, $id, $seconds, $origin, $query)
            ?? throw new VhServiceError('invalid-use', 'Embed pages need the "embed" option of VhBackend.');
    }

    /** Deletes the upload tokens that were granted for a video. Call it when a webhook says that it is encoded. */
    public function endUpload(string $videoId): void
    {
        try {
            $key = "tokens of $videoId";
            $all = $this->shared()->get($key);
            if ($all === null) {
                return;
            }
            foreach (array_filter(explode(',', $all), 'strlen') as $sealed) {
                $this->deleteSealed($sealed, microtime(true));
            }
            // One that was added meanwhile stays for the next time.
            $this->shared()->swap($key, $all, null, 0);
            $this->deleteDue();
        } catch (VhStateError | VhServiceError) {
            // What cannot be deleted now is tried again with the next status, and ends.
        }
    }

    // ── Routes ───────────────────────────────────────────────────────────────────────────────────

    private function answer(VhRequest $request): VhResponse
    {
        try {
            $route = $this->route($request->path);
            if ($route === null) {
                $this->logBasePath($request->path);
                throw self::notFound();
            }
            // Anybody's pages embed, and a frame in a sandbox has no origin.
            if (!in_array($route[0], ['embed-playback', 'oembed'], true)) {
                $this->logOrigin($request);
            }
            $isChange = $route[0] === 'change';
            $method = $isChange || $route[0] === 'grants' ? 'POST' : 'GET';
            if ($request->method === 'OPTIONS') {
                return $this->preflight($request, $method, $isChange ? ', x-vh-claim' : '');
            }
            if ($request->method !== $method) {
                throw new VhRefusal(405, 'method-not-allowed', "This address accepts only $method", ['allow' => $method]);
            }
            $this->service();
            return match ($route[0]) {
                'grants' => $this->grant($request),
                'change' => $this->changeVideo($request, $route[1], $route[2]),
                'playback' => self::conditional($request, ...array_slice($this->findPlayback($request, $route[1], $route[2], isPage: false) ?? throw self::notFound(), 0, 2)),
                'embed', 'embed-playback', 'oembed' => $this->embeds?->answer($request, $route) ?? throw self::notFound(),
                default => $this->read($request, $route[0], $route[1], $route[2]),
            };
        } catch (Throwable $error) {
            return $this->refusalOf($error)->response;
        }
    }

    /** What a browser learns of an error; the cause goes to the log. */
    private function refusalOf(Throwable $error): VhRefusal
    {
        if ($error instanceof VhRefusal) {
            return $error;
        }
        if ($error instanceof VhServiceError) {
            // Too many requests are no fault of the site. In the log, a pause of the backend's own follows the line of a failure.
            $ofOwn = $this->onError === null ? ['rate-limited', 'service-unavailable'] : ['rate-limited'];
            if ($error->status !== null || !in_array($error->word, $ofOwn, true)) {
                $this->log($error->getMessage(), "{$error->getMessage()} ($error->word)", $error);
            }
            return $error->refusal();
        }
        if ($error instanceof VhStateError) {
            $this->log('state', $error->getMessage(), $error);
            return new VhRefusal(503, 'service-unavailable', 'The page backend could not answer this now', ['retry-after' => '2']);
        }
        if ($error instanceof VhSiteError) {
            // Its message may contain anything, a password too: only its name and place are logged.
            $this->log($error->name, "$error->name threw " . vh_name_of($error->thrown) . '.', $error->thrown);
        } else {
            $this->log('failed', 'The backend failed: ' . vh_name_of($error) . '.', $error);
        }
        return new VhRefusal(500, 'backend-failed', 'The page backend could not answer this now');
    }

    /** @return ?list<string> */
    private function route(string $path): ?array
    {
        if (!str_starts_with($path, "$this->basePath/")) {
            return null;
        }
        $words = explode('/', substr($path, strlen($this->basePath) + 1));
        $isId = static fn (int $at): bool => preg_match(VH_ID, $words[$at]) === 1;
        [$first, $count] = [$words[0], count($words)];
        if ($words === ['grants']) {
            return ['grants'];
        }
        if ($first === 'embed' || $first === 'oembed') {
            return $this->embeds === null ? null : VhEmbeds::route($words);
        }
        if ($count === 3 && $first === 'playback' && in_array($words[1], ['videos', 'live-streams'], true) && $isId(2)) {
            return ['playback', substr($words[1], 0, -1), $words[2]];
        }
        if ($count === 2 && array_key_exists($first, VH_FIELDS) && $isId(1)) {
            return ['thing', $first, $words[1]];
        }
        $isPart = $count === 3 && $first === 'videos' && $isId(1) && in_array($words[2], ['status', 'captions', 'chapters'], true);
        if ($isPart) {
            return ['part', $words[2], $words[1]];
        }
        $isChange = $count === 3 && $first === 'videos' && $isId(1) && in_array($words[2], ['details', 'poster'], true);
        return $isChange ? ['change', $words[2], $words[1]] : null;
    }

    private function service(): VhService
    {
        if ($this->service === null) {
            $baseUrl = trim($this->baseUrl ?? '');
            if ($baseUrl === '') {
                throw vh_missing('baseUrl', "the service's address");
            }
            if (is_string($this->apiKey) || !is_callable($this->apiKey)) {
                vh_key($this->apiKey);
            }
            $this->service = new VhService($baseUrl, $this->apiKey, $this->store(), $this->sealer, $this->timeout);
        }
        return $this->service;
    }

    /**
     * What this machine knows of the service, its access token too. With another address or key nothing of that counts: the token
     * of one service must not go to another.
     */
    private function store(): VhStore
    {
        $key = is_string($this->apiKey) ? trim($this->apiKey) : '';
        return $this->store ??= new VhStore($this->folder(), substr(hash('sha256', vh_json([trim($this->baseUrl ?? ''), $key])), 0, 16) . ' ');
    }

    private function folder(): string
    {
        // A folder of its own for each account, so that two sites on one machine do not meet.
        $own = substr(hash('sha256', vh_json([$this->baseUrl, __DIR__, $this->basePath])), 0, 16);
        return (is_string($this->state) ? $this->state : $this->folder) ?? sys_get_temp_dir() . "/vh-elements-" . get_current_user() . "-$own";
    }

    /** What all servers of the site agree on: in the folder, unless the site has a store for it. */
    private function shared(): VhState
    {
        return $this->shared ??= $this->state instanceof VhState ? new VhGuardedState($this->state, $this->store()) : new VhStore($this->folder());
    }

    /** Stores what `$next` makes of a value, whoever else changes it at this time. */
    private function change(string $key, callable $next, float $seconds): void
    {
        for ($tries = 0; $tries < 100; $tries++) {
            $old = $this->shared()->get($key);
            if ($this->shared()->swap($key, $old, $next($old), $seconds)) {
                return;
            }
        }
        throw new VhStateError('The shared state changes too often.');
    }

    // ── Origins ──────────────────────────────────────────────────────────────────────────────────

    /** @param array<string, string> $headers */
    private static function forwarded(array $headers, string $own): string
    {
        $first = static fn (string $name): string => trim(explode(',', $headers[$name] ?? '')[0]);
        [$scheme, $host] = [strtolower($first('x-forwarded-proto')), $first('x-forwarded-host')];
        if (($host !== '' && !vh_is_host($host)) || !in_array($scheme, ['', 'http', 'https'], true)) {
            return $own;
        }
        [$ownScheme, $ownHost] = explode('://', $own, 2);
        return ($scheme ?: $ownScheme) . '://' . strtolower($host === '' ? $ownHost : $host);
    }

    /**
     * The network that a request comes from: an address of IPv4, or the 64 bits of IPv6 that one visitor has. Null where all visitors
     * would have the same, as behind a proxy that is not trusted.
     */
    private function networkOf(VhRequest $request): ?string
    {
        // The proxy adds the address that it saw at the end: anybody can write what stands before it.
        $forwarded = $this->trustProxy ? $request->header('x-forwarded-for') : null;
        $said = trim($forwarded === null ? (string) $request->address : (string) substr((string) strrchr(",$forwarded", ','), 1));
        $text = preg_replace('~\A\[([^\]]*)\](?::\d+)?\z~', '$1', $said) ?? '';
        if (preg_match('~\A(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?\z~i', $text, $found) === 1) {
            $private = '~\A(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.~';
            return preg_match($private, $found[1]) === 1 ? null : $found[1];
        }
        $bytes = @inet_pton(explode('%', $text)[0]);
        $network = $bytes === false || strlen($bytes) !== 16 ? '' : bin2hex(substr($bytes, 0, 8));
        return $network === '' || preg_match('~\A(?:0{16}|f[cd]|fe[89ab])~', $network) === 1 ? null : $network;
    }

    private function isAllowed(VhRequest $request): bool
    {
        $origin = $request->header('origin');
        return $origin !== null && $origin !== 'null' && ($origin === $request->origin || in_array($origin, $this->allowed, true));
    }

    private function isAllowedSite(VhRequest $request): bool
    {
        $site = $request->header('sec-fetch-site');
        if ($site === null || $site === 'same-origin') {
            return true;
        }
        return in_array($request->header('origin'), $this->allowed, true) && in_array($site, ['same-site', 'cross-site'], true);
    }

    private function refuseForeign(VhRequest $request): void
    {
        if (!$this->isAllowed($request)) {
            throw new VhRefusal(403, 'origin-refused', "Requests from this page are not allowed: its origin is missing, or neither the backend's own nor in allowedOrigins");
        }
        if (!$this->isAllowedSite($request)) {
            throw new VhRefusal(403, 'origin-refused', 'This request comes from another site');
        }
        if (preg_match('~\Aapplication/json\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?\z~i', $request->header('content-type') ?? '') !== 1) {
            throw new VhRefusal(415, 'json-wanted', 'Send the request as application/json');
        }
        if ($request->header('x-vh-request') !== '1') {
            throw new VhRefusal(403, 'header-missing', 'Send the header x-vh-request: 1');
        }
    }

    private function isForeignRead(VhRequest $request): bool
    {
        if ($request->header('origin') !== null && !$this->isAllowed($request)) {
            return true;
        }
        return $request->header('sec-fetch-site') !== 'none' && !$this->isAllowedSite($request);
    }

    /** True when a visitor opened a page at the top of a tab, from wherever. */
    private static function isFollowedLink(VhRequest $request): bool
    {
        return $request->header('sec-fetch-mode') === 'navigate' && $request->header('sec-fetch-dest') === 'document';
    }

    /** An address that would be one of the backend's below another `basePath`: its page, or the site, is set up for that one. */
    private function logBasePath(string $path): void
    {
        $isOurs = preg_match('~\A((?:/[\w.-]{1,40}){0,6})/(?:grants|playback/(?:videos|live-streams)/[\w-]{1,64})\z~', $path, $found) === 1;
        if ($this->onError === null && $isOurs && $found[1] !== $this->basePath) {
            $this->log('base path', "A page asks for $path, and basePath is \"$this->basePath\": set basePath to \"$found[1]\", or backend in the page to \"$this->basePath\".");
        }
    }

    private function logOrigin(VhRequest $request): void
    {
        $origin = $request->header('origin');
        if ($this->isAllowed($request) || ($origin === null && $request->method !== 'POST')) {
            return;
        }
        if ($origin === null || $origin === 'null') {
            $this->log('origin ' . ($origin ?? 'none'), $origin === null
                ? 'Refused a request for an upload without an Origin header. Browsers send one; other clients must send it too.'
                : 'Refused a page without an origin: a file opened from disk, or a sandboxed frame. Serve the page over http or https.');
            return;
        }
        // Only a valid origin goes into a log.
        if (strlen($origin) > 200 || vh_origin($origin) !== $origin) {
            return;
        }
        $isProxied = $request->header('sec-fetch-site') === 'same-origin' || $request->header('x-forwarded-host') !== null;
        $todo = $isProxied
            ? 'A proxy in front may have changed the host: set origin, trustProxy or allowedOrigins.'
            : "If the page is yours, set allowedOrigins: ['$origin'].";
        $this->log("origin $origin", "Refused a page of $origin: this backend answers $request->origin and allowedOrigins. $todo");
    }

    private function preflight(VhRequest $request, string $method, string $more): VhResponse
    {
        return new VhResponse(204, !$this->isAllowed($request) ? [] : [
            'access-control-allow-methods' => $method,
            'access-control-allow-headers' => "content-type, x-vh-request$more",
            'access-control-max-age' => '600',
        ]);
    }

    /** @return array<string, string> */
    private function cors(VhRequest $request): array
    {
        $origin = $request->header('origin');
        return !in_array($origin, $this->allowed, true) ? ['vary' => 'origin'] : [
            'vary' => 'origin',
            'access-control-allow-origin' => $origin,
            'access-control-allow-credentials' => 'true',
            'access-control-expose-headers' => 'etag, retry-after',
        ];
    }

    // ── The site's decision ──────────────────────────────────────────────────────────────────────

    private function askSite(VhRequest $request, array $asked): mixed
    {
        if ($this->authorize !== null) {
            return self::ofSite('authorize', fn (): mixed => ($this->authorize)($request, $asked));
        }
        if (in_array($asked['action'], ['upload', 'refresh'], true)) {
            $line = 'There is no authorize, so every upload is refused.';
            $this->log('no authorize', $line, new VhServiceError('invalid-use', $line));
        }
        return null;
    }

    private function allowedUpload(VhRequest $request, array $asked, string $word, string $title): array
    {
        $answer = $this->askSite($request, $asked);
        if ($answer === true) {
            return [];
        }
        if ($answer !== null && $answer !== false) {
            $fault = self::faultIn($answer);
            if ($fault === null) {
                return $answer;
            }
            $this->reportAnswer($asked['action'], $fault);
        } else {
            $this->logRefusal($request, $asked);
        }
        throw new VhRefusal(403, $word, $title);
    }

    /** With `$isPage`, a visitor may come by a link on another site: the request is for a page, and not of one. */
    private function allows(VhRequest $request, string $action, string $kind, string $id, ?stdClass $stored, bool $isPage = false): bool
    {
        if ($this->isForeignRead($request) && !($isPage && self::isFollowedLink($request))) {
            return false;
        }
        $asked = ['action' => $action, 'kind' => $kind, 'id' => $id];
        if ($stored !== null) {
            $asked['video'] = ['metadata' => (array) $stored->metadata, 'tags' => $stored->tags];
        }
        $answer = $this->askSite($request, $asked);
        if ($answer === null || $answer === false) {
            $this->logRefusal($request, $asked);
        } elseif ($answer !== true) {
            $this->reportAnswer($action, 'only true allows it');
        }
        return $answer === true;
    }

    /** Reports a mistake in the site's code. */
    private function reportAnswer(string $action, string $fault): void
    {
        $line = "authorize did not allow \"$action\": the answer is neither yes nor no, $fault.";
        $this->log('answer', $line, new VhServiceError('invalid-use', $line));
    }

    /**
     * What `authorize` may know of a private video, as the site wrote it. A key that it has twice is left out: it would
     * have two owners.
     *
     * @return array{metadata: array<string, string>, tags: list<string>}
     */
    private static function stored(array $video): array
    {
        $values = [];
        foreach (is_array($video['metadata'] ?? null) ? $video['metadata'] : [] as $pair) {
            ['key' => $key, 'value' => $value] = vh_record($pair) + ['key' => null, 'value' => null];
            if (is_string($key) && is_string($value)) {
                $values[$key] = array_key_exists($key, $values) ? null : $value;
            }
        }
        $tags = is_array($video['tags'] ?? null) ? $video['tags'] : [];
        return ['metadata' => array_filter($values, is_string(...)), 'tags' => array_values(array_filter($tags, is_string(...)))];
    }

    /** One line in the log. A page on another origin sends no cookies unless asked to. */
    private function logRefusal(VhRequest $request, array $asked): void
    {
        $action = $asked['action'];
        $id = $asked['videoId'] ?? $asked['id'] ?? null;
        $what = $id === null ? '' : ' of ' . (($asked['kind'] ?? 'video') === 'video' ? 'the video' : 'the live stream') . " $id";
        if ($this->authorize === null || $this->onError !== null) {
            return;
        }
        $origin = $request->header('origin');
        $isElsewhere = $origin !== null && $origin !== $request->origin && in_array($origin, $this->allowed, true);
        $hasNone = $request->header('cookie') === null && $request->header('authorization') === null;
        $why = !$hasNone ? '' : ' The request had no cookie' . (!$isElsewhere ? '.'
            : ": the page of $origin sends cookies to this backend only with credentials=\"include\".");
        $this->log("refused $action", "authorize refused \"$action\"$what.$why");
    }

    private static function ofSite(string $name, callable $function): mixed
    {
        try {
            return $function();
        } catch (Throwable $error) {
            throw new VhSiteError($name, $error);
        }
    }

    /** Why an answer of `authorize` does not allow an upload; null when it does. */
    private static function faultIn(mixed $answer): ?string
    {
        if (!is_array($answer) || $answer === [] || array_is_list($answer)) {
            return 'it is neither true nor an array of attributes';
        }
        $areTexts = static fn (mixed $all): bool => is_array($all) && array_filter($all, 'is_string') === $all;
        $isPair = static fn (mixed $one): bool => is_array($one) && is_string($one['key'] ?? null) && is_string($one['value'] ?? null);
        foreach ($answer as $name => $value) {
            if (in_array($name, ['subject', 'videoId'], true) && ($value === null || $value === '')) {
                return "its $name is empty";
            }
            $fits = match ($name) {
                'title', 'description', 'playerId', 'subject', 'videoId' => $value === null || is_string($value),
                'public', 'panoramic', 'mp4Support' => $value === null || is_bool($value),
                'tags' => $value === null || ($areTexts($value) && array_is_list($value)),
                'metadata' => $value === null || $areTexts($value) || (is_array($value) && array_filter($value, $isPair) === $value),
                'watermark' => $value === null || $areTexts($value),
                'protocol' => in_array($value, [null, 'parts', 'tus'], true),
                default => false,
            };
            if (!$fits) {
                return 'one of its names is no attribute of an upload, or its value has the wrong type';
            }
        }
        return null;
    }

    // ── Grants ───────────────────────────────────────────────────────────────────────────────────

    private function grant(VhRequest $request): VhResponse
    {
        $this->refuseForeign($request);
        $asked = self::readGrantRequest($request->body) ?? throw new VhRefusal(400, 'grant-malformed', 'Name the file that is to be uploaded');
        [$videoId, $claim] = [$asked['videoId'], $asked['claim']];
        $question = ['action' => $videoId === null ? 'upload' : 'refresh', 'file' => $asked['file'], 'videoId' => $videoId, 'metadata' => $asked['metadata']];
        $question = array_filter($question, static fn (mixed $value): bool => $value !== null);
        $allowed = $this->allowedUpload($request, $question, 'grant-refused', 'The site does not allow this upload');
        $subject = $this->subjectOf($request, $allowed);
        $named = $allowed['videoId'] ?? null;
        $isProven = $videoId === null || $named === $videoId || ($named === null && $claim !== null && $this->sealer->proves($claim, $videoId, $subject));
        if (!$isProven) {
            throw new VhRefusal(403, 'grant-unproven', 'Nothing shows that this visitor may upload into this video');
        }
        $this->takeOne($subject, 'Too many uploads at once: wait a little');
        if ($asked['isDiscard']) {
            return self::ok(['discarded' => $this->discard($videoId)]);
        }
        $made = $this->make($asked, $allowed, $subject);
        $this->store()->set("known videos {$made['videoId']}", '1', VH_DAY);
        $own = $this->sealer->seal($made['videoId'], $subject);
        try {
            $this->remember($made, $own, $claim);
        } catch (VhStateError | VhServiceError $error) {
            // A grant is as good without: its token then expires.
            $this->refusalOf($error);
        }
        $protocol = $allowed['protocol'] ?? $this->protocol;
        $joins = $protocol === 'tus' ? $this->service()->joinsParts() : null;
        return self::ok([
            'protocol' => $protocol,
            'url' => $this->public() . '/upload',
            'token' => $made['token'],
            'videoId' => $made['videoId'],
            'expiresAt' => $made['expiresAt'],
            'claim' => $own,
        ] + ($joins === null ? [] : ['joinsParts' => $joins]), 201);
    }

    private function subjectOf(VhRequest $request, array $allowed): string
    {
        $subject = $allowed['subject'] ?? null;
        if ($subject === null && $this->subject !== null) {
            $subject = self::ofSite('subject', fn (): mixed => ($this->subject)($request));
        }
        return (string) ($subject ?? '');
    }

    /** One grant or change of the visitor's, or a refusal: they have had too many. */
    private function takeOne(string $subject, string $title): void
    {
        [$burst, $perMinute] = $subject === '' ? [2_000, 2_000] : [60, 60];
        $wait = $this->shared()->take("grants of $subject", $burst, 60 / $perMinute);
        if ($wait > 0) {
            throw new VhRefusal(429, 'rate-limited', $title, ['retry-after' => vh_seconds($wait)]);
        }
    }

    /** Deletes a video that this backend has made for an upload, and that the service has no byte of. */
    private function discard(string $videoId): bool
    {
        if ($this->shared()->get("made by a grant $videoId") === null) {
            return false;
        }
        // First: no part may arrive between the question and the deletion.
        $this->endUpload($videoId);
        $status = $this->status($videoId, 0);
        if ($status !== null) {
            if (!vh_is_empty($status)) {
                return false;
            }
            $this->service()->json('DELETE', ['videos', $videoId], leave: 0);
        }
        return true;
    }

    private function make(array $asked, array $allowed, string $subject): array
    {
        $given = $asked['videoId'] ?? $allowed['videoId'] ?? null;
        if ($given !== null) {
            return $this->forVideo($given) ?? throw self::notFound();
        }
        $file = $asked['file'];
        if ($asked['idempotencyKey'] === null) {
            return $this->withNewVideo($file['name'], $allowed, static fn (string $videoId): mixed => null);
        }
        $key = 'upload ' . vh_json([$subject, $asked['idempotencyKey'], $file]);
        return $this->store()->lock('upload ' . $key, function () use ($key, $file, $allowed): array {
            $store = $this->shared();
            if (!$store instanceof VhStore) {
                return $this->makeOnce($key, $file, $allowed);
            }
            $known = $store->get($key);
            $again = $known === null ? null : $this->forVideo($known);
            if ($again !== null) {
                return $again;
            }
            // The lock ends with its process, so that one that is killed here leaves nothing that others wait for.
            $keep = static fn (string $videoId): mixed => $store->keep($key, $videoId, VH_DAY);
            $made = $this->withNewVideo($file['name'], $allowed, $keep);
            $keep($made['videoId']);
            return $made;
        }, isNeeded: !$this->shared() instanceof VhGuardedState);
    }

    /** The grant of one upload: of the video that it has, or of a new one, which one server alone makes. */
    private function makeOnce(string $key, array $file, array $allowed): array
    {
        [$state, $store, $mine] = [$this->shared(), $this->store(), VH_UNDERWAY . bin2hex(random_bytes(9))];
        while (true) {
            $known = $state->get($key);
            $unkept = $store->get("unkept $key");
            if ($known !== null && !str_starts_with($known, VH_UNDERWAY)) {
                $again = $this->forVideo($known);
                if ($again !== null) {
                    return $again;
                }
                $state->swap($key, $known, null, 0);
            } elseif ($unkept !== null) {
                // Made here while the store went away.
                $state->swap($key, $known, $unkept, VH_DAY);
                $store->delete("unkept $key");
            } elseif ($known === null && $state->swap($key, null, $mine, VH_UNDERWAY_SECONDS)) {
                break;
            } elseif ($known !== null) {
                throw new VhServiceError('service-unavailable', 'Another server is making the video of this upload.', 2);
            }
        }
        $video = null;
        $keep = function (string $videoId) use (&$video, $key, $mine): void {
            $video ??= $this->noteVideo($key, $mine, $videoId);
        };
        try {
            $made = $this->withNewVideo($file['name'], $allowed, $keep);
            $keep($made['videoId']);
            return $made;
        } catch (VhTakenOver $error) {
            // Another server has been faster: the video of this one is empty, and goes.
            $this->discard($error->getMessage());
            return $this->makeOnce($key, $file, $allowed);
        } catch (Throwable $error) {
            if (!$error instanceof VhStateError) {
                $state->swap($key, $mine, null, 0);
            }
            throw $error;
        }
    }

    /** Notes the video of an upload. Where the store is away, the next try here uses it. */
    private function noteVideo(string $key, string $mine, string $videoId): string
    {
        try {
            for ($now = $mine; !$this->shared()->swap($key, $now, $videoId, VH_DAY);) {
                $now = $this->shared()->get($key);
                if ($now !== null && !str_starts_with($now, VH_UNDERWAY)) {
                    throw new VhTakenOver($videoId);
                }
            }
        } catch (VhStateError $error) {
            $this->store()->set("unkept $key", $videoId, VH_DAY, lasts: true);
            throw $error;
        }
        return $videoId;
    }

    /** The token first, since it can be deleted; where tokens are bound to a video, the video first. */
    private function withNewVideo(string $fileName, array $allowed, callable $onVideo): array
    {
        if ($this->binds() === true) {
            $videoId = $this->createVideo($fileName, $allowed);
            $onVideo($videoId);
            return ($this->issue($videoId) ?? throw self::notFound()) + ['videoId' => $videoId];
        }
        $issued = $this->issue(null);
        $videoId = $this->orDelete($issued, fn (): string => $this->createVideo($fileName, $allowed));
        if ($this->binds() === true) {
            // The answer has shown just now that this service binds tokens, so this one would be good for every video. The video
            // waits for the next try.
            $this->orDelete($issued, fn (): mixed => $onVideo($videoId));
            $bound = $this->orDelete($issued, fn (): array => $this->issue($videoId) ?? throw self::notFound());
            $this->deleteToken($issued['token']);
            $issued = $bound;
        }
        return $issued + ['videoId' => $videoId];
    }

    private function forVideo(string $videoId): ?array
    {
        $issued = $this->issue($videoId);
        if ($issued !== null && !$issued['isBound']) {
            $video = $this->orDelete($issued, fn (): mixed => $this->service()->json('GET', ['videos', $videoId], leave: 0));
            if ($video === null) {
                $this->deleteToken($issued['token']);
                return null;
            }
        }
        return $issued === null ? null : $issued + ['videoId' => $videoId];
    }

    /** Whether the service binds tokens to a video; null until an answer has shown it. */
    private function binds(): ?bool
    {
        $known = $this->store()->get('binds tokens');
        return $known === null ? null : $known === 'yes';
    }

    private function issue(?string $videoId): ?array
    {
        $isFor = $videoId !== null && $this->binds() !== false;
        $body = ['ttl' => $this->tokenTtl] + ($isFor ? ['videoId' => $videoId] : []);
        $askedAt = microtime(true);
        try {
            $answer = $this->service()->json('POST', ['upload-tokens'], $body, leave: 0);
        } catch (VhServiceError $error) {
            // A service that knows no such attribute may refuse it.
            if (!$isFor || $this->binds() === true || $error->status !== 400) {
                throw $error;
            }
            $this->store()->set('binds tokens', 'no', VH_DAY);
            return $this->issue($videoId);
        }
        if ($answer === null && $isFor) {
            return null;
        }
        $made = vh_record($answer);
        $token = vh_string($made['token'] ?? null) ?? throw new VhServiceError('unexpected-answer', 'The service created no upload token.');
        $binds = array_key_exists('videoId', $made);
        if ($this->binds() !== $binds) {
            $this->store()->set('binds tokens', $binds ? 'yes' : 'no', VH_DAY);
        }
        return [
            'token' => $token,
            'expiresAt' => vh_string($made['expiresAt'] ?? null) ?? vh_iso($askedAt + $this->tokenTtl),
            'isBound' => $videoId !== null && ($made['videoId'] ?? null) === $videoId,
        ];
    }

    private function createVideo(string $fileName, array $allowed): string
    {
        $body = ['title' => self::title($fileName)];
        foreach (array_diff_key($allowed, ['subject' => 0, 'videoId' => 0, 'protocol' => 0]) as $name => $value) {
            if ($value !== null) {
                $body[$name] = $value;
            }
        }
        if (isset($body['metadata'])) {
            $body['metadata'] = vh_pairs($body['metadata']);
        }
        if (isset($body['watermark'])) {
            $body['watermark'] = (object) $body['watermark'];
        }
        $videoId = vh_record($this->service()->json('POST', ['videos'], $body, leave: 0))['videoId'] ?? null;
        if (!is_string($videoId) || preg_match(VH_ID, $videoId) !== 1) {
            throw new VhServiceError('unexpected-answer', 'The service created no video.');
        }
        try {
            // Another video is the site's to delete.
            $this->shared()->swap("made by a grant $videoId", null, '1', VH_WEEK);
        } catch (VhStateError) {
            // The video is there, and its note for the upload comes next.
        }
        return $videoId;
    }

    /** A file's name as a title, without what turns a line of text around or ends it; 255 characters as browsers count them. */
    private static function title(string $fileName): string
    {
        $plain = preg_replace(['/[\p{Cc}\p{Cf}\x{2028}\x{2029}]/u', '/\A\p{Zs}+|\p{Zs}+\z/u'], '', $fileName) ?? '';
        $title = '';
        $length = 0;
        foreach (preg_split('//u', $plain, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $character) {
            $length += strlen($character) > 3 ? 2 : 1;
            if ($length > 255) {
                break;
            }
            $title .= $character;
        }
        return $title === '' ? 'Untitled' : $title;
    }

    private function orDelete(array $issued, callable $work): mixed
    {
        try {
            return $work();
        } catch (Throwable $error) {
            $this->deleteToken($issued['token']);
            throw $error;
        }
    }

    private function deleteToken(string $token): void
    {
        try {
            $this->service()->json('DELETE', ['upload-tokens', $token], leave: 0);
        } catch (VhServiceError) {
            // It expires.
        }
    }

    /** Remembers a token, encrypted, and deletes the one of the grant that it renews. */
    private function remember(array $made, string $claim, ?string $renewed): void
    {
        $videoId = $made['videoId'];
        $sealed = $this->sealer->encrypt(vh_json([$made['token'], microtime(true) + $this->tokenTtl]));
        $add = static fn (?string $all): string => implode(',', array_slice(array_filter([...explode(',', $all ?? ''), $sealed], 'strlen'), -8));
        $this->change("tokens of $videoId", $add, $this->tokenTtl);
        $old = $renewed === null ? null : $this->shared()->get("token of $videoId by $renewed");
        // A claim counts whole seconds: one that is renewed at once is the same claim. A repeat of that renewal deletes
        // the token before it again, and not the one that it made; that one goes with the end of the upload.
        if ($claim !== $renewed) {
            $this->change("token of $videoId by $claim", static fn (): string => $sealed, $this->tokenTtl);
        }
        if ($old !== null) {
            try {
                // Parts may still be on their way with a token that ends soon.
                $this->deleteSealed($old, microtime(true) + 90);
            } catch (VhServiceError $error) {
                // The server that comes by next deletes it.
                $this->addDue([$old]);
                throw $error;
            }
        }
        $this->deleteDue();
    }

    private function deleteSealed(string $sealed, float $soon): void
    {
        [$token, $ends] = vh_list(vh_parse($this->sealer->decrypt($sealed))) + [null, 0];
        if (is_string($token) && $ends > $soon) {
            $this->service()->json('DELETE', ['upload-tokens', $token], leave: 0);
        }
    }

    /**
     * Notes encrypted tokens whose deletion has failed.
     *
     * @param list<string> $sealed
     */
    private function addDue(array $sealed): void
    {
        $add = static fn (?string $all): string => implode(',', array_slice(array_filter([...explode(',', $all ?? ''), ...$sealed], 'strlen'), -64));
        $this->change('tokens to be deleted', $add, $this->tokenTtl);
    }

    /** Deletes the tokens that are due, unless this machine has just done so. Those that fail again stay due. */
    private function deleteDue(): void
    {
        $due = $this->store()->add('looked for tokens to be deleted', '1', 5) ? $this->shared()->get('tokens to be deleted') : null;
        // The server that takes the list works on it alone.
        if ($due === null || !$this->shared()->swap('tokens to be deleted', $due, null, 0)) {
            return;
        }
        $failed = [];
        foreach (explode(',', $due) as $sealed) {
            try {
                $this->deleteSealed($sealed, microtime(true));
            } catch (VhServiceError) {
                $failed[] = $sealed;
            }
        }
        if ($failed !== []) {
            $this->addDue($failed);
        }
    }

    private static function readGrantRequest(?string $body): ?array
    {
        $asked = vh_record(vh_parse($body));
        $file = vh_record($asked['file'] ?? null);
        [$name, $type] = [vh_string($file['name'] ?? null), vh_string($file['type'] ?? null) ?? ''];
        $size = $file['size'] ?? null;
        if (is_float($size) && floor($size) === $size && $size < 2 ** 53) {
            $size = (int) $size;
        }
        if ($name === null || vh_length($name) > 1024 || vh_length($type) > 255 || !is_int($size) || $size < 0 || $size >= 2 ** 53) {
            return null;
        }
        $isId = static fn (mixed $value): bool => is_string($value) && preg_match(VH_ID, $value) === 1;
        $action = $asked['action'] ?? 'upload';
        [$videoId, $claim, $key] = [$asked['videoId'] ?? null, $asked['claim'] ?? null, $asked['idempotencyKey'] ?? null];
        $metadata = $asked['metadata'] ?? null;
        $fits = in_array($action, ['upload', 'refresh', 'discard'], true)
            && ($videoId === null ? $action === 'upload' : $isId($videoId))
            && ($claim === null || (is_string($claim) && vh_length($claim) <= 256))
            && ($key === null || ($isId($key) && strlen($key) >= 16))
            && ($metadata === null || self::isMetadata($metadata));
        $file = ['name' => $name, 'size' => $size, 'type' => $type];
        $metadata = $metadata === null ? null : vh_record($metadata);
        return $fits ? ['isDiscard' => $action === 'discard', 'file' => $file, 'videoId' => $videoId, 'claim' => $claim, 'idempotencyKey' => $key, 'metadata' => $metadata] : null;
    }

    private static function isMetadata(mixed $value): bool
    {
        if (!$value instanceof stdClass || count((array) $value) > 32) {
            return false;
        }
        foreach ((array) $value as $key => $text) {
            if ($key === '' || vh_length((string) $key) > 64 || !is_string($text) || vh_length($text) > 1024) {
                return false;
            }
        }
        return true;
    }

    // ── Changes by an author ─────────────────────────────────────────────────────────────────────

    private function changeVideo(VhRequest $request, string $what, string $videoId): VhResponse
    {
        $this->refuseForeign($request);
        $claim = $request->header('x-vh-claim');
        if (strlen($claim ?? '') > 256) {
            throw self::malformed($what);
        }
        if ($what === 'details') {
            $said = self::readDetails($request->read(VH_MAX_DETAILS)) ?? throw self::malformed($what);
            $fields = $said['fields'] ?? null;
            unset($said['fields']);
            $asked = ['action' => $what, 'videoId' => $videoId, 'details' => $said] + ($fields === null ? [] : ['metadata' => $fields]);
            $allowed = $this->admit($request, $asked, $claim);
            return $this->update($videoId, $what, 'PATCH', [], static fn (array $video): array => self::updateOf($said, $allowed, $video));
        }
        $this->admit($request, ['action' => $what, 'videoId' => $videoId], $claim);
        // After proof and limit: a picture may be megabytes, and anybody can send one.
        $picture = self::readPicture($request->read(VH_MAX_POSTER_BODY)) ?? throw self::malformed($what);
        return $this->update($videoId, $what, 'POST', ['thumbnail'], static fn (): VhPicture => $picture);
    }

    /** Lets an author change their own video: the site allows it, a claim or the site shows that it is theirs, and they have a change left. */
    private function admit(VhRequest $request, array $asked, ?string $claim): array
    {
        ['action' => $action, 'videoId' => $videoId] = $asked;
        $allowed = $this->allowedUpload($request, $asked, "$action-refused", 'The site does not allow this change');
        $subject = $this->subjectOf($request, $allowed);
        $named = $allowed['videoId'] ?? null;
        if ($named !== $videoId && $subject === '') {
            $line = "VhBackend has no subject for this visitor, so a claim does not show whose video they change: set subject, or let authorize answer ['videoId' => …].";
            $this->log('no subject', $line, new VhServiceError('invalid-use', $line));
        }
        // Everyone who obtains a claim without a subject could change the video for days.
        $isProven = $named === null && $claim !== null && $subject !== '' && $this->sealer->proves($claim, $videoId, $subject);
        if ($named !== $videoId && !$isProven) {
            throw new VhRefusal(403, "$action-unproven", 'Nothing shows that this video is the visitor’s own');
        }
        $this->takeOne($subject, 'Too many changes: wait a little');
        return $allowed;
    }

    /** @param callable(array): (array|VhPicture) $bodyOf */
    private function update(string $videoId, string $what, string $method, array $path, callable $bodyOf): VhResponse
    {
        $video = $this->find('videos', $videoId);
        if ($video === null || ($video['discarded'] ?? null) === true) {
            throw self::notFound();
        }
        $body = $bodyOf($video);
        if ($body === []) {
            return self::ok(new stdClass());
        }
        try {
            $made = $this->service()->json($method, ['videos', $videoId, ...$path], $body, leave: 0);
        } catch (VhServiceError $error) {
            throw $error->status === 400 ? self::malformed($what, isOfService: true) : $error;
        }
        $this->store()->delete("cache playback or owner video $videoId");
        $this->store()->delete("cache read or owner captions $videoId");
        return $made === null ? throw self::notFound() : self::ok(new stdClass());
    }

    private static function malformed(string $what, bool $isOfService = false): VhRefusal
    {
        return new VhRefusal(400, "$what-malformed", match (true) {
            $what === 'poster' => 'Send a JPEG, PNG or WebP picture of four megabytes at most',
            $isOfService => 'The service does not take these details',
            default => 'Say the title, the description, the tags or the fields, in texts',
        });
    }

    /** What an author says of a video: in texts, within the limits, and something at all. */
    private static function readDetails(?string $body): ?array
    {
        $asked = vh_record(vh_parse($body));
        $said = [];
        foreach (array_intersect(['title', 'description', 'tags', 'fields'], array_keys($asked)) as $name) {
            $value = $asked[$name];
            $isList = is_array($value) && array_filter($value, 'is_string') === $value;
            $isRecord = $value instanceof stdClass && array_filter((array) $value, 'is_string') === (array) $value;
            $said[$name] = match (true) {
                $name === 'tags' => $isList ? array_map(vh_line(...), $value) : null,
                $name === 'fields' => $isRecord ? array_map(vh_lines(...), (array) $value) : null,
                !is_string($value) => null,
                default => $name === 'title' ? vh_line($value) : vh_lines($value),
            };
        }
        if ($said === [] || in_array(null, $said, true)) {
            return null;
        }
        $within = static fn (string|int $text, int $least, int $most): bool => ($length = vh_length((string) $text)) >= $least && $length <= $most;
        [$tags, $fields] = [$said['tags'] ?? [], $said['fields'] ?? []];
        $fits = $within($said['title'] ?? '.', 1, 255)
            && $within($said['description'] ?? '', 0, 10_000)
            && count($tags) <= 50
            && array_filter($tags, static fn (string $tag): bool => !$within($tag, 1, 255)) === []
            && count($fields) <= 32
            && array_filter(array_keys($fields), static fn (string|int $name): bool => !$within($name, 1, 64)) === []
            && array_filter($fields, static fn (string $text): bool => !$within($text, 0, 10_000)) === [];
        return $fits ? $said : null;
    }

    /** The author's words, and the site's own where it says some. Metadata is the site's alone, as with an upload. */
    private static function updateOf(array $said, array $allowed, array $video): array
    {
        $body = $said;
        foreach (['title', 'description', 'tags', 'public', 'panoramic', 'mp4Support', 'playerId'] as $name) {
            if (isset($allowed[$name])) {
                $body[$name] = $allowed[$name];
            }
        }
        if (isset($allowed['metadata'])) {
            // The service replaces all metadata of a video: what another part of the site has written there must stay.
            $fresh = vh_pairs($allowed['metadata']);
            $known = array_column($fresh, 'key');
            $body['metadata'] = $fresh;
            foreach (array_reverse(vh_list($video['metadata'] ?? null)) as $pair) {
                ['key' => $key, 'value' => $value] = vh_record($pair) + ['key' => null, 'value' => null];
                if (is_string($key) && is_string($value) && !in_array($key, $known, true)) {
                    array_unshift($body['metadata'], ['key' => $key, 'value' => $value]);
                }
            }
        }
        return $body;
    }

    private static function readPicture(?string $body): ?VhPicture
    {
        $text = vh_string(vh_record(vh_parse($body))['image'] ?? null) ?? '';
        // As browsers read base64: spaces count for nothing, and the padding may be missing.
        $plain = str_replace(["\t", "\n", "\f", "\r", ' '], '', $text);
        if (strlen($plain) % 4 === 0) {
            $plain = preg_replace('/={1,2}\z/', '', $plain) ?? '';
        }
        $isBase64 = $plain !== '' && strlen($plain) % 4 !== 1 && strspn($plain, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') === strlen($plain);
        $data = $isBase64 ? (string) base64_decode($plain) : '';
        $kind = match (true) {
            strlen($data) > VH_MAX_POSTER => null,
            str_starts_with($data, "\xff\xd8\xff") => 'jpeg',
            str_starts_with($data, "\x89PNG\r\n\x1a\n") => 'png',
            str_starts_with($data, 'RIFF') && substr($data, 8, 4) === 'WEBP' => 'webp',
            default => null,
        };
        return $kind === null ? null : new VhPicture($kind, $data);
    }

    // ── Things of the service ────────────────────────────────────────────────────────────────────

    /** One request settles an unknown id; unknown ids share one bucket, and a missing one is remembered briefly. */
    private function find(string $collection, string $id, float $leave = VH_VIEWINGS_LEAVE): ?array
    {
        [$store, $key] = [$this->store(), "$collection $id"];
        if ($store->get("known $key") !== null) {
            return $this->settle($key, $this->service()->json('GET', [$collection, $id], leave: $leave));
        }
        return $store->lock("find $key", function () use ($store, $key, $collection, $id, $leave): ?array {
            if ($store->get("absent $key") !== null) {
                return null;
            }
            // One address is limited before all visitors are, so that a stranger leaves most of the shares to others. Addresses share
            // so many buckets: each is a file.
            $buckets = $this->visitor === null ? [] : ['misses of ' . (crc32($this->visitor) & 4095) => [8, 6]];
            $taken = [];
            $isMiss = false;
            try {
                foreach ($buckets + ['misses' => [20, 30]] as $bucket => [$burst, $perMinute]) {
                    $wait = $this->take($bucket, $burst, $perMinute);
                    if ($wait > 0) {
                        $words = 'Too many requests for ids that the service does not have.';
                        throw new VhServiceError('rate-limited', $words, $wait, isOfOneVisitor: $bucket !== 'misses');
                    }
                    $taken[$bucket] = $perMinute;
                }
                $found = $this->service()->json('GET', [$collection, $id], leave: $leave);
                $isMiss = $found === null;
            } finally {
                if (!$isMiss) {
                    array_map($this->giveBack(...), array_keys($taken), array_values($taken));
                }
            }
            return $this->settle($key, $found);
        });
    }

    private function settle(string $key, mixed $found): ?array
    {
        if ($found instanceof stdClass) {
            $this->store()->set("known $key", '1', VH_DAY);
            return (array) $found;
        }
        $this->store()->delete("known $key");
        $this->store()->set("absent $key", '1', 3);
        return null;
    }

    /** Takes one out of a bucket of this machine: 0, or the seconds until there is one. A folder that takes no more limits nobody. */
    private function take(string $bucket, int $burst, int $perMinute): float
    {
        try {
            return $this->store()->take($bucket, $burst, 60 / $perMinute);
        } catch (VhStateError) {
            return 0.0;
        }
    }

    private function giveBack(string $bucket, int $perMinute): void
    {
        $this->store()->lock("bucket $bucket", function () use ($bucket, $perMinute): void {
            $fullAt = (float) ($this->store()->get("bucket $bucket") ?? 0) - 60 / $perMinute;
            $left = $fullAt - microtime(true);
            $left > 0 ? $this->store()->set("bucket $bucket", sprintf('%.6F', $fullAt), $left) : $this->store()->delete("bucket $bucket");
        });
    }

    /**
     * An entry of the cache, loaded once at a time; a stale one rather than none. `$load` returns the value, and the
     * seconds that it is fresh, is given out while another request loads it, and is better than nothing.
     */
    private function cached(string $key, callable $load, ?float $maxAge = null): mixed
    {
        $store = $this->store();
        $began = microtime(true);
        $peek = static fn (): ?array => ($text = $store->get("cache $key")) === null ? null : vh_record(vh_parse($text));
        $entry = $peek();
        $age = $began - ($entry['at'] ?? 0);
        if ($entry !== null && $age < min($entry['fresh'], $maxAge ?? $entry['fresh'])) {
            return self::valueOf($entry);
        }
        // One visitor renews a stale entry, the others get it as it is.
        $isStale = $entry !== null && $maxAge === null && $age < $entry['stale'];
        if ($isStale && !$store->add("renewing $key", '1', 2 * $this->timeout)) {
            return self::valueOf($entry);
        }
        return $store->lock("cache $key", function () use ($store, $key, $load, $began, $peek): mixed {
            $entry = $peek();
            // Another request has just asked the same.
            if ($entry !== null && $entry['at'] >= $began) {
                return self::valueOf($entry);
            }
            try {
                [$value, $fresh, $stale, $keep] = $load();
                $made = ['value' => $value, 'at' => microtime(true), 'fresh' => $fresh, 'stale' => $stale, 'keep' => $keep];
                $store->set("cache $key", vh_json($made), max($fresh, $stale, $keep, 1));
                return self::valueOf(vh_record(vh_parse(vh_json($made))));
            } catch (VhServiceError $error) {
                $age = microtime(true) - ($entry['at'] ?? 0);
                if ($entry !== null && !isset($entry['failed']) && $age < $entry['keep']) {
                    $store->set("cache $key", vh_json(['fresh' => $age + 1] + $entry), $entry['keep'] - $age);
                    return self::valueOf($entry);
                }
                if ($error->isOfOneVisitor) {
                    throw $error;
                }
                $failed = [$error->word, $error->getMessage(), $error->wait, $error->status, $error->isPaused];
                $store->set("cache $key", vh_json(['failed' => $failed, 'at' => microtime(true), 'fresh' => 1, 'stale' => 0, 'keep' => 0]), 1);
                throw $error;
            } finally {
                $store->delete("renewing $key");
            }
        });
    }

    /** An answer's age here shortens its time elsewhere; without a time, it changes too soon to be kept. */
    private static function playbackPolicy(?float $at): string
    {
        $age = microtime(true) - ($at ?? 0);
        $left = (int) floor(VH_PLAYBACK_STALE - $age);
        $fresh = min($left, max(0, (int) floor(VH_PLAYBACK_FRESH - $age)));
        return $left > 0 ? "public, max-age=$fresh, stale-while-revalidate=" . ($left - $fresh) . ', no-cache="set-cookie"' : 'private, no-cache';
    }

    private static function valueOf(array $entry): mixed
    {
        return isset($entry['failed']) ? throw new VhServiceError(...$entry['failed']) : $entry['value'] ?? null;
    }

    private function status(string $videoId, float $leave = VH_VIEWINGS_LEAVE): ?array
    {
        $answer = $this->service()->json('GET', ['videos', $videoId, 'status'], leave: $leave);
        if ($answer === null) {
            return null;
        }
        $status = vh_status($answer);
        if (($status['ingest']['status'] ?? '') === 'uploaded' || vh_has_failed($status)) {
            $this->endUpload($videoId);
        }
        return $status;
    }

    private function public(): string
    {
        return rtrim($this->publicUrl ?? $this->service()->base, '/');
    }

    private function toPublic(string $url): string
    {
        $origin = $this->service()->origin;
        return str_starts_with($url, "$origin/") ? vh_origin($this->public()) . substr($url, strlen($origin)) : $url;
    }

    /** @return list<string> */
    private function mediaOrigins(): array
    {
        // Of an address that is none there is no origin, and a file has none either: the two must not be the same.
        $asset = $this->assetUrl === null ? null : vh_origin($this->assetUrl);
        return [$this->service()->origin, ...($asset === null ? [] : [$asset])];
    }

    // ── Playbacks ────────────────────────────────────────────────────────────────────────────────

    /**
     * The playback, its cache policy, and what the service says of it beside; a private one for this viewing alone. With
     * `$isOpen` the site is not asked; without `$asks` private videos then stay closed. `$isPage` as of `allows()`.
     *
     * @return ?array{mixed, ?string, array<string, mixed>}
     */
    private function findPlayback(VhRequest $request, string $kind, string $id, bool $isOpen = false, bool $asks = true, bool $isPage = true): ?array
    {
        $own = null;
        $load = function () use ($kind, $id, &$own): array {
            $at = microtime(true);
            $found = $this->collect($kind, $id);
            if ($found === null) {
                return [null, 3, 0, 0];
            }
            if (!$found['isPublic']) {
                $own = $found;
                return [['private', $found['stored']], 30, 0, 600];
            }
            $found = $this->complete($found, $this->mediaOrigins());
            $lasts = $found['isSettled'] && $found['isComplete'] && $found['playback']['state'] === 'playable';
            [$fresh, $stale] = $lasts ? [VH_PLAYBACK_FRESH, VH_PLAYBACK_STALE] : [1, 2];
            return [[$this->publish($found['playback']), $lasts ? $at : null, $found['about']], $fresh, $stale, 600];
        };
        $isReload = preg_match('/\bno-cache\b/i', $request->header('cache-control') ?? '') === 1;
        $known = $this->cached("playback or owner $kind $id", $load, $isReload ? 1.0 : null);
        if (!is_array($known)) {
            return null;
        }
        if ($known[0] !== 'private') {
            return [$known[0], self::playbackPolicy($known[1]), $known[2]];
        }
        if (!$isOpen && !($asks && $this->allows($request, 'playback', $kind, $id, $known[1], $isPage))) {
            return null;
        }
        $found = $this->view($kind, $id, $own);
        return $found === null ? null : [$this->publish($found['playback']), null, $found['about']];
    }

    private function view(string $kind, string $id, ?array $found): ?array
    {
        $found ??= $this->collect($kind, $id);
        $address = vh_session_address($found['playback']['hls'] ?? null);
        $begun = null;
        if ($found !== null && $address !== null) {
            $mayAsk = in_array(vh_origin($address), $this->mediaOrigins(), true);
            $begun = $mayAsk ? $this->begin($found['playback'], $address) : null;
            // Without a session, the asking may have used the token up.
            $found = $begun === null ? $this->collect($kind, $id) : ['playback' => $begun] + $found;
        }
        return $found === null ? null : $this->complete($found, $begun === null ? [] : $this->mediaOrigins());
    }

    /** Makes a session of the one-time token: its addresses hold for all that one viewing asks. */
    private function begin(array $playback, string $address): ?array
    {
        $issued = microtime(true);
        $session = vh_record(vh_parse($this->service()->text($address, 4096)))['session_token'] ?? null;
        if (!is_string($session) || $session === '') {
            return null;
        }
        $add = static fn (string $url): string => $url . (str_contains($url, '?') ? '&' : '?') . 'avh=' . rawurlencode($session);
        foreach (array_intersect(['hls', 'mp4', 'poster', 'storyboard'], array_keys($playback)) as $field) {
            $playback[$field] = $add($playback[$field]);
        }
        foreach (['captions', 'chapters'] as $field) {
            $playback[$field] = array_map(static fn (array $track): array => ['src' => $add($track['src'])] + $track, $playback[$field]);
        }
        return ['issuedAt' => vh_iso($issued), 'expiresAt' => vh_iso($issued + VH_DAY)] + $playback;
    }

    private function collect(string $kind, string $id): ?array
    {
        $isVideo = $kind === 'video';
        $thing = $this->find($isVideo ? 'videos' : 'live-streams', $id);
        if ($thing === null || ($thing['discarded'] ?? null) === true) {
            return null;
        }
        $assets = vh_record($thing['assets'] ?? null);
        $playback = [
            'kind' => $kind,
            'id' => $id,
            'state' => 'playable',
            'title' => vh_string($thing[$isVideo ? 'title' : 'name'] ?? null),
            'hls' => vh_address($assets['hls'] ?? null),
            'poster' => vh_address($assets['thumbnail'] ?? null),
            'playlists' => [],
            'captions' => [],
            'chapters' => [],
        ];
        $isSettled = $isComplete = true;
        $shape = [];
        if ($isVideo) {
            $status = $this->status($id);
            if ($status === null) {
                return null;
            }
            $encoding = $status['encoding'];
            $shape = (array) $encoding['metadata'];
            $states = array_column($encoding['qualities'], 'status');
            $isSettled = $encoding['playable'] && array_diff($states, ['encoded', 'failed']) === [];
            $files = array_column(array_filter($encoding['qualities'], static fn (array $one): bool => $one['type'] === 'mp4'), 'status');
            $hasFile = $encoding['playable'] && ($files === [] || in_array('encoded', $files, true));
            $playback['state'] = $encoding['playable'] ? 'playable' : (vh_has_failed($status) ? 'failed' : 'processing');
            $playback['mp4'] = $hasFile ? vh_address($assets['mp4'] ?? null) : null;
            $playback['storyboard'] = vh_address($assets['storyboard'] ?? null);
            $playback['duration'] = ((array) $encoding['metadata'])['duration'] ?? null;
            foreach (['captions' => 'srclang', 'chapters' => 'language'] as $field => $language) {
                try {
                    $playback[$field] = vh_tracks($this->service()->json('GET', ['videos', $id, $field], query: 'pageSize=100'), $language);
                } catch (VhServiceError) {
                    $isComplete = false;
                }
            }
        }
        return [
            'playback' => array_filter($playback, static fn (mixed $value): bool => $value !== null),
            'playerId' => $thing['playerId'] ?? null,
            'isPublic' => !array_key_exists('public', $thing) || $thing['public'] === true,
            'about' => [
                'isPublic' => !array_key_exists('public', $thing) || $thing['public'] === true,
                'publishedAt' => vh_string($thing['publishedAt'] ?? null) ?? vh_string($thing['createdAt'] ?? null),
                'width' => $shape['width'] ?? null,
                'height' => $shape['height'] ?? null,
            ],
            'isSettled' => $isSettled,
            'isComplete' => $isComplete,
            'stored' => $kind === 'video' ? self::stored($thing) : null,
        ];
    }

    private function complete(array $found, array $origins): array
    {
        $playback = $found['playback'];
        if (is_string($found['playerId']) && preg_match(VH_ID, $found['playerId']) === 1) {
            try {
                $theme = $this->service()->json('GET', ['players', $found['playerId']]);
                if ($theme instanceof stdClass) {
                    $found['playback']['theme'] = vh_theme(vh_record($theme));
                }
                $found['about']['allowsApi'] = (vh_record($theme)['enableApi'] ?? true) !== false;
            } catch (VhServiceError) {
                // The theme may forbid it.
                $found['isComplete'] = $found['about']['allowsApi'] = false;
            }
        }
        if ($playback['kind'] === 'video' && $playback['state'] === 'playable' && $found['isSettled'] && isset($playback['hls'])) {
            $found['playback']['playlists'] = $this->playlists($playback['hls'], $origins);
        }
        return $found;
    }

    private function playlists(string $master, array $origins): array
    {
        $read = function (string $url) use ($origins): ?array {
            $text = in_array(vh_origin($url), $origins, true) ? $this->service()->text($url, VH_MAX_PLAYLISTS) : null;
            return $text !== null && str_starts_with($text, '#EXTM3U') ? ['url' => $url, 'text' => $text] : null;
        };
        $isWhole = static fn (string $text): bool => preg_match('/^#EXT-X-ENDLIST\s*$/m', $text) === 1;
        $first = $read($master);
        if ($first === null) {
            return [];
        }
        if (!str_contains($first['text'], '#EXT-X-STREAM-INF')) {
            return $isWhole($first['text']) ? [$first] : [];
        }
        $pattern = '/^#EXT-X-(?:STREAM-INF:[^\n]*\n[ \t]*([^#\s][^\n]*)|MEDIA:TYPE=AUDIO,[^\n]*?\bURI="([^"\n]*)")/m';
        preg_match_all($pattern, $first['text'], $matches, PREG_SET_ORDER);
        $found = array_map(static fn (array $match): string => trim(($match[1] ?? '') ?: ($match[2] ?? '')), $matches);
        $addresses = array_unique(array_map(static fn (string $one): string => vh_resolve($one, $master), array_filter($found, 'strlen')));
        $inline = [$first];
        $room = VH_MAX_PLAYLISTS - strlen($first['text']);
        foreach (array_slice($addresses, 0, 8) as $address) {
            $playlist = $read($address);
            if ($playlist !== null && $isWhole($playlist['text']) && strlen($playlist['text']) <= $room) {
                $room -= strlen($playlist['text']);
                $inline[] = $playlist;
            }
        }
        return $inline;
    }

    /** The playback as browsers get it: every address one that they reach. */
    private function publish(array $playback): array
    {
        foreach (array_intersect(['hls', 'mp4', 'poster', 'storyboard'], array_keys($playback)) as $field) {
            $playback[$field] = $this->toPublic($playback[$field]);
        }
        foreach (['captions', 'chapters'] as $field) {
            $playback[$field] = array_map(fn (array $track): array => ['src' => $this->toPublic($track['src'])] + $track, $playback[$field]);
        }
        [$from, $to] = [$this->service()->origin, (string) vh_origin($this->public())];
        foreach ($playback['playlists'] as &$playlist) {
            $text = str_starts_with($playlist['url'], "$from/") ? str_replace($from, $to, $playlist['text']) : $playlist['text'];
            $playlist = ['url' => $this->toPublic($playlist['url']), 'text' => $text];
        }
        unset($playlist);
        if (isset($playback['theme'])) {
            if (isset($playback['theme']['logo'])) {
                $playback['theme']['logo']['src'] = $this->toPublic($playback['theme']['logo']['src']);
            }
            $playback['theme'] = (object) $playback['theme'];
        }
        $playback['collector'] = $this->collectorUrl ?? $this->public() . '/collector';
        return $playback;
    }

    /** A playback that may be cached as `$policy` says; without one, no cache keeps it. */
    private static function conditional(VhRequest $request, mixed $playback, ?string $policy): VhResponse
    {
        if ($policy === null) {
            return self::ok($playback);
        }
        $body = vh_json($playback);
        $tag = '"' . substr(hash('sha256', $body), 0, 24) . '"';
        $headers = ['etag' => $tag, 'cache-control' => $policy] + VH_HEADERS;
        $given = $request->header('if-none-match');
        $tags = array_map(static fn (string $one): string => preg_replace('~^W/~', '', trim($one)) ?? '', explode(',', $given ?? ''));
        if ($given !== null && (trim($given) === '*' || in_array($tag, $tags, true))) {
            return new VhResponse(304, $headers);
        }
        return new VhResponse(200, $headers + ['content-type' => 'application/json'], $body);
    }

    // ── Reads ────────────────────────────────────────────────────────────────────────────────────

    private function read(VhRequest $request, string $what, string $part, string $id): VhResponse
    {
        $page = in_array($part, ['captions', 'chapters'], true) ? self::paging($request->query) : [];
        $own = null;
        $load = function () use ($what, $part, $id, &$own): array {
            $found = $this->find($what === 'part' ? 'videos' : $part, $id, VH_READS_LEAVE);
            $body = null;
            if ($found !== null && ($found['discarded'] ?? null) !== true) {
                $body = match (true) {
                    $part === 'status' => $this->status($id, VH_READS_LEAVE),
                    // One page for all that are asked for: otherwise each number is a request that anybody can have made.
                    $what === 'part' => $this->service()->json('GET', ['videos', $id, $part], query: 'pageSize=100', leave: VH_READS_LEAVE),
                    default => $found,
                };
            }
            if ($body === null) {
                return [null, 3, 0, 0];
            }
            if ($part !== 'players' && array_key_exists('public', $found) && $found['public'] !== true) {
                $own = $body;
                return [['private', $part === 'live-streams' ? null : self::stored($found)], 30, 0, 600];
            }
            // Polled reads must be new; yet anybody may poll, so a second is as new as they get.
            $fresh = in_array($part, ['status', 'live-streams'], true) ? 1 : 10;
            return [$this->show($part, (array) $body), $fresh, $fresh, 600];
        };
        $known = $this->cached("read or owner $part $id", $load);
        if (is_array($known) && ($known[0] ?? null) === 'private') {
            if (!$this->allows($request, 'read', $part === 'live-streams' ? 'live-stream' : 'video', $id, $known[1])) {
                throw self::notFound();
            }
            if ($own === null) {
                $load();
            }
            $known = $own === null ? null : $this->show($part, (array) $own);
        }
        $known ?? throw self::notFound();
        return self::ok(in_array($part, ['captions', 'chapters'], true) ? self::pageOf((array) $known, $page) : (object) $known);
    }

    private function show(string $part, array $body): array
    {
        if ($part === 'status') {
            return $body;
        }
        if ($part === 'captions' || $part === 'chapters') {
            $rows = array_filter(array_map(vh_record(...), vh_list($body['data'] ?? null)), static fn (array $row): bool => vh_address($row['src'] ?? null) !== null);
            $fields = $part === 'captions' ? ['srclang', 'languageName', 'default'] : ['language'];
            $data = array_map(fn (array $row): array => ['src' => $this->toPublic($row['src'])] + vh_picked($row, $fields), array_values($rows));
            return ['data' => $data];
        }
        $shown = vh_picked($body, VH_FIELDS[$part]);
        if ($part === 'players' || !array_key_exists('public', $body) || $body['public'] === true) {
            if (($body['assets'] ?? null) instanceof stdClass) {
                $assets = array_intersect_key((array) $body['assets'], array_flip(VH_ADDRESSES[$part]));
                $assets = array_filter($assets, static fn (mixed $url): bool => vh_address($url) !== null);
                $shown['assets'] = (object) array_map($this->toPublic(...), $assets);
            }
        }
        return $shown;
    }

    /** @return array<string, string> */
    private static function paging(string $query): array
    {
        $fits = ['currentPage' => '[1-9]\d{0,5}', 'pageSize' => '0{0,2}[1-9]|0?[1-9]\d|100', 'sortBy' => 'createdAt|publishedAt|updatedAt', 'sortOrder' => 'asc|desc'];
        $kept = array_intersect_key(vh_query($query), $fits);
        foreach ($kept as $name => $value) {
            if (preg_match("/\\A(?:$fits[$name])\\z/", $value) !== 1) {
                throw new VhRefusal(400, 'query-malformed', 'The list has no such page');
            }
        }
        return $kept;
    }

    /** One page of the tracks; the service's own order has the newest last. */
    private static function pageOf(array $all, array $asked): array
    {
        [$page, $size] = [(int) ($asked['currentPage'] ?? 1), (int) ($asked['pageSize'] ?? 25)];
        $sorted = ($asked['sortOrder'] ?? '') === 'desc' ? array_reverse($all['data']) : $all['data'];
        $shown = array_slice($sorted, ($page - 1) * $size, $size);
        $pages = max(1, (int) ceil(count($sorted) / $size));
        $pagination = ['currentPageItems' => count($shown), 'currentPage' => $page, 'pageSize' => $size, 'pagesTotal' => $pages];
        return ['data' => $shown, 'pagination' => $pagination];
    }

    private static function ok(mixed $value, int $status = 200): VhResponse
    {
        return new VhResponse($status, ['content-type' => 'application/json'] + VH_HEADERS, vh_json($value));
    }

    private static function notFound(): VhRefusal
    {
        return new VhRefusal(404, 'not-found', 'Not found');
    }

    // ── The log ──────────────────────────────────────────────────────────────────────────────────

    /** Calls the site's `onError`, or writes one line to PHP's log, at most once a minute for each kind. */
    private function log(string $kind, string $text, ?Throwable $error = null): void
    {
        try {
            if ($this->onError !== null && $error !== null) {
                ($this->onError)($error);
                return;
            }
            // Of all kinds, twenty a minute: strangers can invent origins.
            if (!$this->store()->add("logged $kind", '1', 60) || $this->take('lines', 20, 20) > 0) {
                return;
            }
            $line = substr(preg_replace('/[\x00-\x1f\x7f]+/', ' ', $text) ?? '', 0, 500);
            $this->onError !== null ? ($this->onError)(new VhServiceError('invalid-use', $line)) : error_log("vh-elements: $line");
        } catch (Throwable) {
            // A log that fails must not take the answer with it.
        }
    }

}

/** The kind and place of an error, whose message may contain anything. */
function vh_name_of(Throwable $error): string
{
    return get_class($error) . ' (' . basename($error->getFile()) . ':' . $error->getLine() . ')';
}

/** What an operator needs of an error's message, without a password. */
function vh_first_line(Throwable $error): string
{
    $line = preg_split('/[\r\n]/', trim($error->getMessage()))[0] ?? '';
    $line = preg_replace(['~//[^@/\s]*@~', '~(password|passwd)\s*=\s*(\'[^\']*\'|[^\s;&]+)~i'], ['//', '$1=…'], $line) ?? '';
    return substr(rtrim($line, ". \t"), 0, 300);
}

/** The members without which an event of a known type is none. */
const VH_EVENTS = [
    'live-stream.broadcast.started' => ['liveStreamId'],
    'live-stream.broadcast.ended' => ['liveStreamId'],
    'video.source.recorded' => ['liveStreamId', 'videoId'],
    'video.encoding.quality.completed' => ['videoId', 'encoding', 'quality'],
    'video.caption.generated' => ['videoId', 'captionId', 'generationMode', 'language'],
    'video.summary.generated' => ['videoId', 'summaryId'],
];

/**
 * The event of a webhook's delivery, as the service wrote it, with an `id` that is equal for each try of one delivery; null for
 * a request that is not the service's. `$body` is raw, at most 64 kB, and `$signature` the header `X-Api-Video-Signature`.
 * `$secret` is the webhook's signatureSecret, or a list of them, such as an old and a new one. Throws where there is none:
 * everybody could sign with it. With `$maxAge`, events that were emitted more seconds ago are refused.
 */
function vh_verify_webhook(string $body, ?string $signature, #[SensitiveParameter] mixed $secret, ?float $maxAge = null, ?float $now = null): ?array
{
    $given = strtolower($signature ?? '');
    $isOurs = false;
    foreach (vh_secrets($secret, 'the secret of vh_verify_webhook') as $one) {
        // Every secret is tried, so that the time reveals nothing.
        $isOurs = hash_equals(hash_hmac('sha256', $body, $one), $given) || $isOurs;
    }
    $event = $isOurs && strlen($body) <= 65_536 ? vh_record(json_decode($body, false, 64)) : [];
    $time = '/\A\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)\z/';
    $emittedAt = vh_string($event['emittedAt'] ?? null) ?? '';
    $emitted = preg_match($time, $emittedAt) === 1 ? date_create_immutable($emittedAt) : false;
    $needed = array_map(static fn (string $name): ?string => vh_string($event[$name] ?? null), ['type', ...VH_EVENTS[vh_string($event['type'] ?? null) ?? ''] ?? []]);
    if ($emitted === false || in_array(null, $needed, true)) {
        return null;
    }
    $age = ($now ?? microtime(true)) - (float) $emitted->format('U.u');
    // Clocks differ: where age matters, events from further in the future are refused.
    return $maxAge !== null && ($age > $maxAge || $age < -300) ? null : ['id' => $given] + $event;
}

// ── Readers of what came over a network ──────────────────────────────────────────────────────────

function vh_parse(?string $text): mixed
{
    if ($text === null || $text === '') {
        return null;
    }
    $text = str_starts_with($text, "\xEF\xBB\xBF") ? substr($text, 3) : $text;
    $value = json_decode($text, false, 512, JSON_INVALID_UTF8_SUBSTITUTE);
    if (json_last_error() !== JSON_ERROR_UTF16) {
        return $value;
    }
    // Names of files may hold half a character, which PHP reads as an error.
    $half = '~\\\\(?:u[dD][89aAbB][\da-fA-F]{2}\\\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)~s';
    $whole = static fn (array $found): string => isset($found[1]) ? '\\ufffd' : $found[0];
    return json_decode((string) preg_replace_callback($half, $whole, $text), false, 512, JSON_INVALID_UTF8_SUBSTITUTE);
}

/**
 * The members of a query, the first of each name: PHP's own reader takes the last, and changes names.
 *
 * @return array<string, string>
 */
function vh_query(string $text): array
{
    $found = [];
    foreach (array_filter(explode('&', $text), 'strlen') as $pair) {
        [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2) + ['', '']);
        $found[$name] ??= $value;
    }
    return $found;
}

/** An object's members; none for anything else. */
function vh_record(mixed $value): array
{
    return $value instanceof stdClass ? get_object_vars($value) : (is_array($value) && !array_is_list($value) ? $value : []);
}

/** The members of an object that an answer must have. */
function vh_required(mixed $value): array
{
    return $value instanceof stdClass ? get_object_vars($value) : throw new VhServiceError('unexpected-answer', "The service's answer has another shape.");
}

function vh_list(mixed $value): array
{
    return is_array($value) && array_is_list($value) ? $value : [];
}

function vh_string(mixed $value): ?string
{
    return is_string($value) ? $value : null;
}

function vh_number(mixed $value): int|float|null
{
    return is_int($value) || is_float($value) ? $value : null;
}

function vh_address(mixed $value): ?string
{
    return is_string($value) && preg_match('~\Ahttps?://[^/\s]~i', $value) === 1 && vh_origin($value) !== null ? $value : null;
}

/** One line without what cannot be seen in it. Markup is text, and stays. */
function vh_line(string $text): string
{
    $line = preg_replace('/[\p{Cc}\x{2028}\x{2029}]+/u', ' ', $text) ?? '';
    // Spaces as browsers trim them.
    return preg_replace('/\A[\p{Zs}\x{feff}]+|[\p{Zs}\x{feff}]+\z/u', '', $line) ?? '';
}

/** Several lines, without other control characters. */
function vh_lines(string $text): string
{
    return preg_replace(['/\r\n?/', '/[^\P{Cc}\n\t]/u'], ["\n", ''], $text) ?? '';
}

/** Metadata as the service takes it: a record's members, or the pairs that it is. */
function vh_pairs(array $metadata): array
{
    // A record whose keys are "0", "1" and so on looks like a list, but its values are texts.
    if (array_filter($metadata, 'is_string') === []) {
        return $metadata;
    }
    $pair = static fn (string $key, string $value): array => ['key' => $key, 'value' => $value];
    return array_map($pair, array_map('strval', array_keys($metadata)), array_values($metadata));
}

/** How many characters browsers count: UTF-16 units. */
function vh_length(string $text): int
{
    return preg_match_all('/./us', $text) + preg_match_all('/[\x{10000}-\x{10ffff}]/u', $text);
}

function vh_picked(array $row, array $fields): array
{
    return array_filter(array_intersect_key($row, array_flip($fields)), 'is_scalar');
}

function vh_present(array $row): array
{
    return array_filter($row, static fn (mixed $value): bool => $value !== null);
}

/** The SHA-256 of a source in hexadecimal, or nothing. */
function vh_sha256(mixed $value): ?string
{
    $text = vh_string($value) ?? '';

    return preg_match('/^[0-9a-f]{64}$/iD', $text) === 1 ? strtolower($text) : null;
}

function vh_status(mixed $answer): array
{
    $from = vh_required($answer);
    $encoding = vh_required($from['encoding'] ?? null);
    $ingest = null;
    // The service has been seen to answer an empty list where it means "nothing yet".
    if (!is_array($from['ingest'] ?? [])) {
        $given = vh_required($from['ingest']);
        $parts = vh_required($given['receivedParts'] ?? new stdClass());
        $range = static function (mixed $one): array {
            $one = array_map(vh_number(...), vh_picked(vh_required($one), ['from', 'to', 'total']));
            return vh_present($one) + ['from' => 0, 'to' => 0];
        };
        $ingest = vh_present([
            'status' => vh_string($given['status'] ?? null) ?? 'uploading',
            'filesize' => vh_number($given['filesize'] ?? null),
            'receivedParts' => vh_present([
                'parts' => array_values(array_filter(vh_list($parts['parts'] ?? null), static fn (mixed $one): bool => vh_number($one) !== null)),
                'total' => vh_number($parts['total'] ?? null),
            ]),
            'receivedBytes' => array_map($range, vh_list($given['receivedBytes'] ?? null)),
            'sha256' => vh_sha256($given['sha256'] ?? null),
        ]);
    }
    $qualities = [];
    foreach (vh_list($encoding['qualities'] ?? null) as $one) {
        $one = vh_required($one);
        $state = $one['status'] ?? null;
        $qualities[] = [
            'type' => ($one['type'] ?? null) === 'mp4' ? 'mp4' : 'hls',
            'quality' => vh_string($one['quality'] ?? null) ?? '',
            'status' => in_array($state, ['encoding', 'encoded', 'failed'], true) ? $state : 'waiting',
        ];
    }
    $metadata = vh_picked(vh_record($encoding['metadata'] ?? null), ['width', 'height', 'duration']);
    return [
        'ingest' => $ingest,
        'encoding' => [
            'playable' => ($encoding['playable'] ?? null) === true,
            'qualities' => $qualities,
            'metadata' => (object) vh_present(array_map(vh_number(...), $metadata)),
        ] + vh_present(['reason' => vh_string($encoding['reason'] ?? null)]),
    ];
}

function vh_has_failed(array $status): bool
{
    $states = array_column($status['encoding']['qualities'], 'status');
    return !$status['encoding']['playable'] && $states !== [] && array_unique($states) === ['failed'];
}

function vh_is_empty(array $status): bool
{
    [$ingest, $encoding] = [$status['ingest'], $status['encoding']];
    if ($encoding['playable'] || $encoding['qualities'] !== []) {
        return false;
    }
    return $ingest === null || ($ingest['status'] === 'missing' && $ingest['receivedBytes'] === []);
}

function vh_tracks(mixed $answer, string $languageField): array
{
    $made = [];
    foreach (vh_list(vh_record($answer)['data'] ?? null) as $row) {
        $row = vh_record($row);
        [$src, $language] = [vh_address($row['src'] ?? null), vh_string($row[$languageField] ?? null)];
        if ($src !== null && $language !== null) {
            $label = vh_string($row['languageName'] ?? null) ?? VH_LANGUAGES[strtolower(explode('-', $language)[0])] ?? $language;
            $made[] = ['src' => $src, 'language' => $language, 'label' => $label, 'default' => ($row['default'] ?? null) === true];
        }
    }
    return $made;
}

function vh_theme(array $player): array
{
    $isColour = static fn (mixed $one): bool => is_string($one)
        && preg_match('~\A(?:#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))\z~i', $one) === 1;
    $theme = array_filter(array_intersect_key($player, array_flip(VH_COLOURS)), $isColour);
    $theme += array_filter(array_intersect_key($player, array_flip(VH_FLAGS)), 'is_bool');
    $assets = vh_record($player['assets'] ?? null);
    $logo = vh_address($assets['logo'] ?? null);
    return $logo === null ? $theme : $theme + ['logo' => vh_present(['src' => $logo, 'href' => vh_address($assets['link'] ?? null)])];
}

function vh_session_address(?string $hls): ?string
{
    if (preg_match('~\A(.*/(?:token|private)/[^/?#]+)/(?:hls/)?([^/?#]+)\.m3u8\z~', $hls ?? '', $found) !== 1) {
        return null;
    }
    return str_contains($found[1], '/private/') ? "$found[1]/$found[2]/session" : "$found[1]/session";
}

// ── Small parts ──────────────────────────────────────────────────────────────────────────────────

function vh_json(mixed $value): string
{
    return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS | JSON_INVALID_UTF8_SUBSTITUTE);
}

function vh_base64(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

function vh_iso(float $seconds): string
{
    return gmdate('Y-m-d\TH:i:s', (int) $seconds) . sprintf('.%03dZ', (int) (fmod($seconds, 1) * 1000));
}

function vh_seconds(float $wait): string
{
    return (string) max(1, (int) ceil($wait));
}

/** True for a name or an address with a port, as `Host` has it. */
function vh_is_host(string $given): bool
{
    if (preg_match(VH_HOST, $given) !== 1) {
        return false;
    }
    [$host, $port] = preg_match('/\A(.+):(\d+)\z/', $given, $found) === 1 && !str_ends_with($given, ']') ? [$found[1], (int) $found[2]] : [$given, 0];
    return $port <= 65_535 && vh_is_address($host);
}

/** False for what only looks like an address of IP: browsers read every name that ends in a number as one. */
function vh_is_address(string $host): bool
{
    if (str_starts_with($host, '[')) {
        return filter_var(substr($host, 1, -1), FILTER_VALIDATE_IP, FILTER_FLAG_IPV6) !== false;
    }
    $words = explode('.', str_ends_with($host, '.') ? substr($host, 0, -1) : $host);
    if (preg_match('/\A(?:\d+|0x[\da-f]*)\z/i', end($words)) !== 1) {
        return true;
    }
    $numbers = array_map(static fn (string $word): ?int => match (true) {
        preg_match('/\A0x[\da-f]{0,8}\z/i', $word) === 1 => (int) hexdec(substr($word, 2) ?: '0'),
        preg_match('/\A0[0-7]{0,11}\z/', $word) === 1 => (int) octdec($word),
        preg_match('/\A[1-9]\d{0,9}\z/', $word) === 1 => (int) $word,
        default => null,
    }, $words);
    $last = array_pop($numbers);
    $others = array_filter($numbers, static fn (?int $one): bool => $one === null || $one > 255);
    return count($words) <= 4 && $others === [] && $last !== null && $last < 256 ** (5 - count($words));
}

/** An address's origin as browsers write it; null for any other address. */
function vh_origin(string $url): ?string
{
    $parts = parse_url($url) ?: [];
    $scheme = strtolower($parts['scheme'] ?? '');
    $host = $parts['host'] ?? '';
    // What browsers read as no host: others, such as one in another script, they rewrite.
    $isOdd = $host === '' || preg_match('~[\x00-\x20\x7f#%/<>?@\\\\^|]|\A(?!\[[^\[\]]*\]\z).*[\[\]:]~s', $host) === 1 || !vh_is_address($host);
    if (!in_array($scheme, ['http', 'https'], true) || $isOdd) {
        return null;
    }
    $port = $parts['port'] ?? null;
    $isDefault = $port === null || $port === ['http' => 80, 'https' => 443][$scheme];
    return "$scheme://" . strtolower($parts['host']) . ($isDefault ? '' : ":$port");
}

function vh_whole_origin(string $given): string
{
    $origin = vh_origin($given);
    if ($origin === null || str_contains($given, '*') || preg_match('~\Ahttps?://[^/?#@]+/?\z~i', $given) !== 1) {
        throw new VhServiceError('invalid-use', 'An origin is whole, such as https://www.example.org: no paths, no patterns.');
    }
    return $origin;
}

/** An address in a playlist, from where the playlist is. */
function vh_resolve(string $address, string $base): string
{
    if (preg_match('~\A[a-z][a-z\d+.-]*:~i', $address) === 1) {
        return $address;
    }
    $origin = (string) vh_origin($base);
    if (str_starts_with($address, '//')) {
        return strstr($origin, ':', true) . ":$address";
    }
    [$path] = explode('?', $address, 2);
    $query = substr($address, strlen($path));
    $whole = parse_url($base, PHP_URL_PATH) ?: '/';
    $folder = $path === '' ? $whole : preg_replace('~[^/]*$~', '', $whole);
    $words = [];
    foreach (explode('/', str_starts_with($path, '/') ? $path : "$folder$path") as $word) {
        if ($word === '..') {
            array_pop($words);
        } elseif ($word !== '.') {
            $words[] = $word;
        }
    }
    return $origin . '/' . ltrim(implode('/', $words), '/') . $query;
}

function vh_retry_after(array $headers): ?float
{
    foreach (['retry-after', 'x-ratelimit-retry-after'] as $name) {
        $value = trim($headers[$name] ?? '');
        $date = str_ends_with($value, 'GMT') ? strtotime($value) : false;
        if ($date !== false || preg_match('/\A\d{1,9}(?:\.\d+)?\z/', $value) === 1) {
            // Capped, since a wrong clock must not keep visitors away for a year.
            return min(max($date === false ? (float) $value : $date - microtime(true), 0.0), VH_LONGEST_WAIT);
        }
    }
    return null;
}

function vh_missing(string $name, string $what): VhServiceError
{
    return new VhServiceError('invalid-use', "VhBackend has no $name: set it to $what. Is its environment variable set on this server?");
}

/**
 * One secret or several, each a text. Throws for none, since what an empty one signs is signed by everybody.
 *
 * @return non-empty-list<string>
 */
function vh_secrets(#[SensitiveParameter] mixed $given, string $name): array
{
    $secrets = is_array($given) ? array_values($given) : [$given];
    $areTexts = array_filter($secrets, static fn (mixed $one): bool => is_string($one) && $one !== '') === $secrets;
    if ($secrets === [] || !$areTexts) {
        throw new VhServiceError('invalid-use', "$name must be a secret or a list of secrets, and none of them may be empty.");
    }
    return $secrets;
}

/** The key without the space around it. Throws for obvious mistakes; the message does not contain it. */
function vh_key(mixed $given): string
{
    if (!is_string($given) && is_callable($given)) {
        try {
            $given = $given();
        } catch (Throwable $error) {
            throw new VhSiteError('apiKey', $error);
        }
    }
    $key = is_string($given) ? trim($given) : '';
    if ($key === '') {
        throw vh_missing('apiKey', 'the API key');
    }
    $isPlaceholder = preg_match('/\A(?:undefined|null|none|nil|true|false|nan|\[object .*|change[-_ ]?me|x{4,}|\*{3,}|<.*>|\$\{.*\}|\{\{.*\}\}|\$\w+|%\w+%)\z/i', $key) === 1;
    $example = '/\A(?:your|my|the|enter|insert)[-_ ]?(?:own[-_ ]?)?(?:vh[-_ ]?)?(?:api|secret)?[-_ ]?key(?:[-_ ]?here)?\z/i';
    if ($isPlaceholder || preg_match($example, $key) === 1) {
        throw new VhServiceError('invalid-use', 'The apiKey is a placeholder: put the key of your account in its place.');
    }
    if (preg_match('~\A(?:https?://|(?:bearer|basic) )~i', $key) === 1 || preg_match('/\A[\x20-\x7e]+\z/', $key) !== 1) {
        throw new VhServiceError('invalid-use', 'The apiKey is not an API key: a web address, a header or a line break.');
    }
    return $key;
}
