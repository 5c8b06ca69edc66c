<?php

// WordPress asks no address of its own machine, where the sites of a test are.

add_filter('http_request_host_is_external', '__return_true');
add_filter('http_allowed_safe_ports', fn (array $ports, string $host, string $url): array => [
    ...$ports,
    (int) parse_url($url, PHP_URL_PORT),
], 10, 3);
