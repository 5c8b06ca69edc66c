<?php

// The backend of a site whose videos say in their metadata whose they are.

declare(strict_types=1);

require __DIR__ . '/../../../backends/php/vh-backend.php';

(new VhBackend(
    baseUrl: getenv('VH_BASE_URL') ?: null,
    apiKey: getenv('VH_API_KEY') ?: null,
    state: getenv('VH_STATE') ?: null,
    authorize: fn (VhRequest $request, array $asked): bool =>
        isset($asked['video']['metadata']['owner'])
        && "user={$asked['video']['metadata']['owner']}" === $request->header('cookie'),
))->serve();
