<?php

declare(strict_types=1);

require __DIR__ . '/../../../backends/php/vh-backend.php';

// One of several processes that share the folder VH_STATE; the cookie names the visitor.
(new VhBackend(
    baseUrl: getenv('VH_BASE_URL') ?: null,
    apiKey: getenv('VH_API_KEY') ?: null,
    state: getenv('VH_STATE') ?: null,
    authorize: fn (VhRequest $request, array $asked): bool => true,
    subject: fn (VhRequest $request): string => (string) $request->header('cookie'),
))->serve();
