<?php
/**
 * Plugin Name: vh-elements
 * Description: Upload and play videos of your video service: a block, a shortcode, and the page backend that holds the API key.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 8.1
 * License: MIT
 *
 * Settings are constants in wp-config.php, so that the API key is neither in the database nor in an export:
 *
 *     define('VH_BASE_URL', 'https://…');       // the video service
 *     define('VH_API_KEY', '…');
 *     define('VH_STATE', '/var/lib/site/vh');   // a folder outside the web root that PHP may write
 *     define('VH_EMBED_URL', 'https://…/vh');   // only with a Node backend that serves embed pages
 */

declare(strict_types=1);

if (!defined('ABSPATH')) {
    exit;
}

const VH_WP_ID = '/\A[A-Za-z0-9_-]{1,64}\z/';
const VH_WP_LOADS = ['visible', 'intent', 'now', 'consent'];

add_action('init', 'vh_wp_serve_backend', 1);
add_action('init', 'vh_wp_register');
add_action('enqueue_block_assets', 'vh_wp_enqueue_in_editor');

/** A setting of wp-config.php; null if it is not there. */
function vh_wp_setting(string $name): ?string
{
    $value = defined($name) ? constant($name) : null;
    return is_string($value) && $value !== '' ? $value : null;
}

/** Where the page backend answers: `/vh` below the address of the site. */
function vh_wp_base_path(): string
{
    return rtrim((string) parse_url(home_url('/vh'), PHP_URL_PATH), '/');
}

/** Answers requests below `/vh` and ends. Every other request is WordPress's own. */
function vh_wp_serve_backend(): void
{
    $base = vh_wp_base_path();
    $path = explode('?', (string) ($_SERVER['REQUEST_URI'] ?? ''), 2)[0];
    if (!str_starts_with($path, "$base/")) {
        return;
    }
    require_once __DIR__ . '/vh-backend.php';
    $home = (array) parse_url(home_url());
    $port = isset($home['port']) ? ":{$home['port']}" : '';
    (new VhBackend(
        baseUrl: vh_wp_setting('VH_BASE_URL'),
        apiKey: vh_wp_setting('VH_API_KEY'),
        state: vh_wp_setting('VH_STATE'),
        authorize: vh_wp_authorize(...),
        // The number of a visitor without an account is 0: they are many, and no subject.
        subject: fn (VhRequest $request): ?string => is_user_logged_in() ? (string) get_current_user_id() : null,
        basePath: $base,
        origin: "{$home['scheme']}://{$home['host']}$port",
    ))->serve();
    exit;
}

/**
 * Who may do what, by WordPress's own rights. The filter `vh_authorize` changes the decision.
 *
 * @param array<string, mixed> $asked
 */
function vh_wp_authorize(object $request, array $asked): mixed
{
    $right = in_array($asked['action'], ['upload', 'refresh'], true) ? 'upload_files' : 'read_private_posts';
    return apply_filters('vh_authorize', current_user_can($right), $asked, $request);
}

/** Registers the block, the shortcode and the provider of embeds. */
function vh_wp_register(): void
{
    register_block_type(__DIR__ . '/block');
    // Absolute: the frame of the editor has an address of its own kind.
    $settings = wp_json_encode(['backend' => untrailingslashit(home_url('/vh'))]);
    wp_add_inline_script('vh-elements-video-editor-script', "window.vhElementsEditor = $settings;", 'before');
    add_shortcode('vh_video', 'vh_wp_player');
    $embed = vh_wp_setting('VH_EMBED_URL');
    if ($embed !== null) {
        wp_oembed_add_provider(rtrim($embed, '/') . '/embed/*', rtrim($embed, '/') . '/oembed');
    }
}

/**
 * The markup of one player, for the shortcode and the block. Nothing that an author writes becomes markup.
 *
 * @param array<string, mixed>|string $attributes
 */
function vh_wp_player(array|string $attributes): string
{
    $given = shortcode_atts(
        ['id' => '', 'live' => '', 'title' => '', 'poster' => '', 'load' => 'visible'],
        is_array($attributes) ? $attributes : [],
        'vh_video',
    );
    $name = $given['live'] !== '' ? 'live-stream-id' : 'video-id';
    $id = (string) ($given['live'] !== '' ? $given['live'] : $given['id']);
    if (preg_match(VH_WP_ID, $id) !== 1) {
        return '';
    }
    vh_wp_enqueue();
    $words = ['backend' => vh_wp_base_path(), $name => $id];
    if ((string) $given['title'] !== '') {
        $words['heading'] = (string) $given['title'];
    }
    $poster = esc_url((string) $given['poster']);
    $load = in_array($given['load'], VH_WP_LOADS, true) ? (string) $given['load'] : 'visible';
    $html = '<vh-player load="' . esc_attr($load) . '"';
    foreach ($words as $word => $value) {
        $html .= " $word=\"" . esc_attr($value) . '"';
    }
    // esc_url has escaped it.
    return $html . ($poster === '' ? '' : " poster=\"$poster\"") . '></vh-player>';
}

/** Adds the script and the style sheet that reserves the space, on pages with a player. */
function vh_wp_enqueue(): void
{
    wp_enqueue_script_module('vh-elements', plugins_url('assets/vh-elements.js', __FILE__), [], null);
    wp_enqueue_style('vh-elements', plugins_url('assets/vh-elements.css', __FILE__), [], null);
}

/** Defines the elements in the editor and in the frame of its canvas, where the block uploads and plays. */
function vh_wp_enqueue_in_editor(): void
{
    if (!is_admin()) {
        return;
    }
    wp_enqueue_script('vh-elements-editor', plugins_url('block/elements.js', __FILE__), [], null);
    wp_enqueue_style('vh-elements', plugins_url('assets/vh-elements.css', __FILE__), [], null);
}
