<?php

// All that the site says to the video service. Only the server knows the API key.

declare(strict_types=1);

require __DIR__ . '/../node_modules/vh-elements/backends/php/vh-backend.php';

/** What the elements ask below /vh. */
function pageBackend(): VhBackend
{
    global $settings;
    return new VhBackend(
        baseUrl: $settings['VH_BASE_URL'] ?: null,
        apiKey: $settings['VH_API_KEY'] ?: null,
        allowedOrigins: array_filter([$settings['SITE_URL'] ?? '']), // a proxy with https in front has another one
        state: __DIR__ . '/../data/vh',
        subject: fn (VhRequest $request): ?string => currentUser(),
        authorize: function (VhRequest $request, array $asked): array|bool {
            $owner = currentUser();
            return $owner === null ? false : match ($asked['action']) {
                // The server writes the owner into the video: no page can say another one.
                'upload' => ['title' => $asked['file']['name'], 'public' => false, 'metadata' => ['owner' => $owner]],
                'refresh' => true,
                'playback', 'read' => ($asked['video']['metadata']['owner'] ?? null) === $owner,
                default => false,
            };
        },
    );
}

/** POST /hooks: the service says that a video can be played. Answers with a status. */
function receiveWebhook(string $body, string $signature): int
{
    $event = vh_verify_webhook($body, $signature, $GLOBALS['settings']['VH_WEBHOOK_SECRET']);
    if ($event === null) {
        return 401;
    }
    // Each size of a film has its own event, and each may come twice.
    if ($event['type'] === 'video.encoding.quality.completed') {
        [$status, $video] = askService('GET', "/videos/{$event['videoId']}");
        if ($status !== 200) {
            return $status === 404 ? 204 : 502; // deleted meanwhile; otherwise the service sends it again
        }
        $owner = array_column($video['metadata'], 'value', 'key')['owner'] ?? null;
        if ($owner !== null) {
            addVideo($event['videoId'], $owner, $video['title']);
        }
        pageBackend()->endUpload($event['videoId']);
    }
    return 204;
}

/** Gives a video its captions of a language, or other ones; false if the service does not take them. */
function addCaptions(string $videoId, string $language, string $text): bool
{
    $path = "/videos/$videoId/captions/$language";
    askService('DELETE', $path);
    $boundary = bin2hex(random_bytes(16));
    $part = "content-disposition: form-data; name=\"file\"; filename=\"$language.vtt\"\r\ncontent-type: text/vtt";
    [$status] = askService('POST', $path, "--$boundary\r\n$part\r\n\r\n$text\r\n--$boundary--\r\n", "multipart/form-data; boundary=$boundary");
    return $status < 300;
}

/** Deletes a video, from the site's list, too; false if the service does not. */
function deleteVideo(string $videoId): bool
{
    [$status] = askService('DELETE', "/videos/$videoId");
    if ($status >= 300 && $status !== 404) {
        return false;
    }
    removeVideo($videoId);
    return true;
}

/**
 * Asks the service with the API key: the status, and the JSON of the answer.
 *
 * @return array{int, mixed}
 */
function askService(string $method, string $path, string $body = '', string $type = 'application/json'): array
{
    global $settings;
    $headers = ['authorization: Basic ' . base64_encode("{$settings['VH_API_KEY']}:"), "content-type: $type"];
    $options = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true, 'timeout' => 10, 'follow_location' => 0];
    $text = @file_get_contents($settings['VH_BASE_URL'] . $path, context: stream_context_create(['http' => $options]));
    $status = preg_match('~^HTTP/\S+ (\d{3})~', $http_response_header[0] ?? '', $found) === 1 ? (int) $found[1] : 502;
    return [$status, json_decode((string) $text, true)];
}
