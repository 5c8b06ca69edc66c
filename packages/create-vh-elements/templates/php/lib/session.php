<?php

// Who is signed in, by a session of PHP. Put the users of your database in the place of SITE_USERS.

declare(strict_types=1);

/** The settings: of the environment first, then of the file .env. */
$settings = getenv() + (parse_ini_file(__DIR__ . '/../.env', scanner_mode: INI_SCANNER_RAW) ?: []);

/** Signs a user in; false if no user has this name and this password. */
function signIn(mixed $name, mixed $password): bool
{
    $users = [];
    foreach (preg_split('~\s+~', trim($GLOBALS['settings']['SITE_USERS'] ?? '', '" ')) as $user) {
        [$known, $expected] = explode(':', $user, 2) + ['', ''];
        $users[$known] = $expected;
    }
    $expected = is_string($name) ? $users[$name] ?? '' : '';
    // In constant time: how long it takes says nothing about a password.
    $isRight = hash_equals(hash('sha256', $expected), hash('sha256', is_string($password) ? $password : ''));
    if ($expected === '' || !$isRight) {
        return false;
    }
    begin();
    session_regenerate_id(true);
    $_SESSION['user'] = $name;
    return true;
}

function signOut(): void
{
    begin();
    $_SESSION = [];
    session_destroy();
    setcookie('session', '', ['expires' => 1, 'path' => '/', 'httponly' => true, 'samesite' => 'Lax']);
}

/** The user who sends the request; null for everybody else. */
function currentUser(): ?string
{
    static $user = false;
    if ($user === false) {
        // Nobody gets a session by asking; and requests of one user do not wait for each other.
        $hasSession = isset($_COOKIE['session']) && $_COOKIE['session'] !== '';
        $hasSession && begin(['read_and_close' => true]);
        $user = $hasSession ? $_SESSION['user'] ?? null : null;
    }
    return $user;
}

/** @param array<string, mixed> $options */
function begin(array $options = []): void
{
    $folder = __DIR__ . '/../data/sessions';
    is_dir($folder) || mkdir($folder, 0700, true);
    session_start($options + [
        'name' => 'session',
        'save_path' => $folder,
        'use_strict_mode' => true,
        'gc_maxlifetime' => 7 * 24 * 60 * 60,
        'cookie_lifetime' => 7 * 24 * 60 * 60,
        'cookie_httponly' => true,
        'cookie_samesite' => 'Lax',
        'cookie_secure' => str_starts_with($GLOBALS['settings']['SITE_URL'] ?? '', 'https:'),
    ]);
}
