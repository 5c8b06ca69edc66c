<?php

declare(strict_types=1);

require __DIR__ . '/../../../../backends/php/vh-backend.php';

// The site of grammar-sites.ts, in PHP.
$given = json_decode((string) getenv('VH_SITE'), true);
(new VhBackend(
    baseUrl: $given['baseUrl'],
    apiKey: 'a-real-key',
    state: getenv('VH_STATE') ?: null,
    origin: $given['origin'],
    allowedOrigins: $given['allowedOrigins'],
    trustProxy: $given['trustProxy'],
    onError: fn (): null => null,
    authorize: fn (VhRequest $request, array $asked): bool => str_starts_with((string) $request->header('cookie'), 'user='),
    subject: fn (VhRequest $request): string => (string) $request->header('cookie'),
))->serve();
