<?php

// Runs the plugin with the functions of WordPress that it calls, as far as their results matter, and prints the outcome.

declare(strict_types=1);

define('ABSPATH', '/');
foreach (['VH_BASE_URL', 'VH_API_KEY', 'VH_STATE', 'VH_EMBED_URL'] as $name) {
    if (getenv($name) !== false) {
        define($name, getenv($name));
    }
}

$did = ['actions' => [], 'enqueued' => []];

function add_action(string $name, callable $run, int $priority = 10): void
{
    $GLOBALS['did']['actions'][] = [$priority, $run];
}
function home_url(string $path = ''): string
{
    return (getenv('WP_HOME') ?: 'https://blog.test/news') . $path;
}
function register_block_type(string $folder): void
{
    $GLOBALS['did']['block'] = json_decode((string) file_get_contents("$folder/block.json"), true);
    $GLOBALS['did']['blockFiles'] = array_map(
        fn (string $file): bool => is_file($folder . '/' . substr($file, 7)),
        [$GLOBALS['did']['block']['editorScript'], $GLOBALS['did']['block']['render'], 'file:./edit.asset.php'],
    );
}
function wp_json_encode(mixed $value): string
{
    return (string) json_encode($value);
}
function untrailingslashit(string $text): string
{
    return rtrim($text, '/');
}
function wp_add_inline_script(string $handle, string $code, string $position): void
{
    $GLOBALS['did']['inline'] = [$handle, $code, $position];
}
function is_admin(): bool
{
    return false;
}
function wp_enqueue_script(string $name, string $source): void
{
    $GLOBALS['did']['enqueued'][] = $source;
}
function add_shortcode(string $tag, callable $run): void
{
    $GLOBALS['did']['shortcode'] = $tag;
}
function wp_oembed_add_provider(string $format, string $provider): void
{
    $GLOBALS['did']['provider'] = [$format, $provider];
}
function shortcode_atts(array $pairs, array $given): array
{
    return array_merge($pairs, array_intersect_key($given, $pairs));
}
function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}
function esc_url(string $url): string
{
    return preg_match('~\A(?:https?://|/(?!/))~i', $url) === 1 ? htmlspecialchars($url, ENT_QUOTES) : '';
}
function wp_enqueue_script_module(string $name, string $source): void
{
    $GLOBALS['did']['enqueued'][] = $source;
}
function wp_enqueue_style(string $name, string $source): void
{
    $GLOBALS['did']['enqueued'][] = $source;
}
function plugins_url(string $path): string
{
    return "https://blog.test/news/wp-content/plugins/vh-elements/$path";
}
function get_block_wrapper_attributes(): string
{
    return 'class="wp-block-vh-elements-video"';
}
function current_user_can(string $right): bool
{
    return in_array($right, explode(',', (string) getenv('WP_RIGHTS')), true);
}
function get_current_user_id(): int
{
    return (int) (getenv('WP_USER') === false ? 7 : getenv('WP_USER'));
}
function is_user_logged_in(): bool
{
    return get_current_user_id() > 0;
}
function apply_filters(string $name, mixed $value): mixed
{
    return $value;
}

require getenv('VH_PLUGIN') . '/vh-elements.php';
usort($did['actions'], fn (array $one, array $other): int => $one[0] <=> $other[0]);
foreach ($did['actions'] as [, $run]) {
    $run();
}
if (PHP_SAPI !== 'cli') {
    http_response_code(204);
    exit;
}
foreach (json_decode((string) stream_get_contents(STDIN), true) as $attributes) {
    $did['players'][] = vh_wp_player($attributes);
    ob_start();
    require getenv('VH_PLUGIN') . '/block/render.php';
    $did['blocks'][] = ob_get_clean();
}
unset($did['actions']);
echo json_encode($did);
