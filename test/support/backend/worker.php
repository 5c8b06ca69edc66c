<?php

declare(strict_types=1);

require __DIR__ . '/../../../backends/php/vh-state.php';

/** The store of REDIS_URL or DATABASE_URL, or the folder VH_STATE. */
function state(): string|VhState|null
{
    $redis = parse_url(getenv('REDIS_URL') ?: '');
    if (isset($redis['host'], $redis['port'])) {
        return new VhRedisState($redis['host'], $redis['port']);
    }
    $database = parse_url(getenv('DATABASE_URL') ?: '');
    if (isset($database['host'], $database['port'], $database['path'])) {
        $name = ltrim($database['path'], '/');
        return new VhPdoState("pgsql:host={$database['host']};port={$database['port']};dbname=$name", $database['user'] ?? null);
    }
    return getenv('VH_STATE') ?: null;
}

// One of several processes that share a state; the cookie names the visitor.
(new VhBackend(
    baseUrl: getenv('VH_BASE_URL') ?: null,
    apiKey: getenv('VH_API_KEY') ?: null,
    state: state(),
    authorize: fn (VhRequest $request, array $asked): bool => true,
    subject: fn (VhRequest $request): string => (string) $request->header('cookie'),
    folder: getenv('VH_STATE') ?: null,
))->serve();
