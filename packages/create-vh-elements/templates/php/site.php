<?php

// The site: every request that is no file of public/ comes here.

declare(strict_types=1);

require __DIR__ . '/lib/session.php';
require __DIR__ . '/lib/videos.php';
require __DIR__ . '/lib/video-service.php';

$method = $_SERVER['REQUEST_METHOD'];
$path = explode('?', $_SERVER['REQUEST_URI'], 2)[0];
// PHP's own server, of npm run dev, sends the files of public/ itself, except pages: these need their headers.
if (PHP_SAPI === 'cli-server' && preg_match('~^/[\w-]+\.(?:css|js|svg)$~', $path) === 1 && is_file(__DIR__ . "/public$path")) {
    return false;
}

header("content-security-policy: default-src 'self'; connect-src 'self' {$settings['VH_BASE_URL']}; img-src 'self' data: {$settings['VH_BASE_URL']}; "
    . "media-src 'self' blob: {$settings['VH_BASE_URL']}; require-trusted-types-for 'script'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'");
header('referrer-policy: same-origin');
header('x-content-type-options: nosniff');

// Forms of other sites: a browser says where a request comes from.
if ($method === 'POST' && ($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') === 'cross-site') {
    finish(403);
}

if ($path === '/hooks' && $method === 'POST') {
    finish(receiveWebhook(file_get_contents('php://input'), $_SERVER['HTTP_X_API_VIDEO_SIGNATURE'] ?? ''));
}
if (str_starts_with($path, '/vh/')) {
    pageBackend()->serve();
    exit;
}
if (preg_match('~^/vh-elements/([\w-][\w.-]*\.(js|css))$~', $path, $found) === 1) {
    sendFile(__DIR__ . "/node_modules/vh-elements/dist/cdn/$found[1]", $found[2] === 'js' ? 'text/javascript' : 'text/css');
}
if ($path === '/sign-in' && $method === 'GET') {
    sendFile(__DIR__ . '/public/sign-in.html', 'text/html; charset=utf-8');
}
if ($path === '/sign-in' && $method === 'POST') {
    redirect(signIn($_POST['name'] ?? '', $_POST['password'] ?? '') ? '/' : '/sign-in#wrong');
}
if ($path === '/sign-out' && $method === 'POST') {
    signOut();
    redirect('/sign-in');
}

// From here on, for users alone.
$user = currentUser();
if ($user === null) {
    $path === '/' ? redirect('/sign-in') : finish(401);
}
if ($path === '/' && $method === 'GET') {
    sendFile(__DIR__ . '/public/index.html', 'text/html; charset=utf-8');
}
if ($path === '/my-videos' && $method === 'GET') {
    header('content-type: application/json');
    echo json_encode(videosOf($user), JSON_THROW_ON_ERROR);
    exit;
}
if (preg_match('~^/my-videos/(\w+)$~D', $path, $found) === 1 && $method === 'DELETE') {
    finish(match (true) {
        !isOwnerOf($user, $found[1]) => 404,
        deleteVideo($found[1]) => 204,
        default => 502,
    });
}
if (preg_match('~^/my-videos/(\w+)/captions/([a-z]{2,3})$~D', $path, $found) === 1 && $method === 'POST') {
    [, $videoId, $language] = $found;
    $text = file_get_contents('php://input', length: 1_000_001);
    match (true) {
        !isOwnerOf($user, $videoId) => finish(404),
        ($_SERVER['CONTENT_TYPE'] ?? '') !== 'text/vtt' => finish(415),
        strlen($text) > 1_000_000 => finish(413),
        default => finish(addCaptions($videoId, $language, $text) ? 204 : 422),
    };
}
finish(404);

function finish(int $status): never
{
    http_response_code($status);
    exit;
}

function redirect(string $path): never
{
    header("location: $path", response_code: 303);
    exit;
}

function sendFile(string $file, string $type): never
{
    if (!is_file($file)) {
        finish(404);
    }
    header("content-type: $type");
    header('content-length: ' . filesize($file));
    readfile($file);
    exit;
}
