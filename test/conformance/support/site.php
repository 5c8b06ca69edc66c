<?php

declare(strict_types=1);

require __DIR__ . '/../../../backends/php/vh-backend.php';

/** The store that the test holds, as a site's own one. */
final class TestStore implements VhState
{
    public function __construct(private readonly string $url)
    {
    }

    public function get(string $key): ?string
    {
        return $this->ask(['what' => 'get', 'key' => $key]);
    }

    public function swap(string $key, ?string $expected, ?string $value, float $seconds): bool
    {
        return $this->ask(['what' => 'swap', 'key' => $key, 'expected' => $expected, 'next' => $value, 'seconds' => $seconds]);
    }

    public function take(string $key, int $burst, float $interval): float
    {
        return $this->ask(['what' => 'take', 'key' => $key, 'burst' => $burst, 'intervalMs' => $interval * 1000]) / 1000;
    }

    private function ask(array $body): mixed
    {
        $http = ['method' => 'POST', 'header' => ['connection: close'], 'content' => json_encode($body)];
        $text = @file_get_contents("$this->url/store", false, stream_context_create(['http' => $http]));
        return $text === false ? throw new RuntimeException('the store is away') : json_decode($text);
    }
}

/** The site's function for a rule of the case. */
function site_rule(?array $rule, string $folder): ?Closure
{
    return match ($rule['kind'] ?? null) {
        null => null,
        'cookie' => static fn (VhRequest $request): mixed => $request->header('cookie') === 'user=me',
        'throw' => static fn (): mixed => throw new RuntimeException('a secret of the site'),
        'file' => static fn (): mixed => file_get_contents("$folder/file"),
        'answer' => static fn (): mixed => $rule['value'],
    };
}

$name = $_SERVER['HTTP_X_CASE'] ?? '';
$folder = getenv('VH_CASES') . "/$name";
$config = json_decode((string) @file_get_contents("$folder/config.json"), true);
try {
    $names = [
        'basePath', 'origin', 'allowedOrigins', 'trustProxy', 'publicUrl', 'assetUrl', 'collectorUrl', 'protocol', 'tokenTtl',
        'claimSecrets', 'embed',
    ];
    $options = array_intersect_key($config, array_flip($names));
    $key = $config['apiKey'] ?? null;
    $backend = new VhBackend(
        ...$options,
        baseUrl: $config['baseUrl'] ?? null,
        apiKey: is_array($key) ? site_rule($key, $folder) : $key,
        state: ($config['hasStore'] ?? false) ? new TestStore($config['service']) : "$folder/PHP",
        folder: "$folder/PHP",
        authorize: site_rule($config['authorize'] ?? null, $folder),
        subject: site_rule($config['subject'] ?? null, $folder),
        onError: static fn (Throwable $error): mixed => file_put_contents("$folder/errors", get_class($error) . "\n", FILE_APPEND),
    );
} catch (Throwable) {
    http_response_code(599);
    exit;
}
if ($config['addsCookie'] ?? false) {
    header('set-cookie: session=one');
}
if ($_SERVER['REQUEST_URI'] === '/own/link') {
    header('content-type: application/json');
    exit(json_encode(['link' => $backend->embedUrl('prReady1')]));
}
$backend->serve();
