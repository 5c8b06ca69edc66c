<?php

declare(strict_types=1);

require __DIR__ . '/../../../backends/php/vh-backend.php';

(new VhBackend(
    baseUrl: getenv('VH_BASE_URL') ?: null,
    apiKey: getenv('VH_API_KEY') ?: null,
    state: getenv('VH_STATE') ?: null,
    protocol: getenv('VH_PROTOCOL') ?: 'parts',
    embed: ['assets' => 'https://static.example.org/vh-elements/'],
    authorize: fn (VhRequest $request, array $asked): bool => $request->header('cookie') === 'user=me', // your site says who may what
))->serve();
