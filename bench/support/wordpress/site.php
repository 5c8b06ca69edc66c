<?php

// Does something in a real WordPress, as its own code would, and answers with JSON. The first word says what; the input is JSON.

declare(strict_types=1);

require getenv('WP_ROOT') . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

$given = json_decode((string) stream_get_contents(STDIN), true);

/** Unpacks the plugin's archive, as the page "Add plugins" does. */
function install(array $given): array
{
    require_once ABSPATH . 'wp-admin/includes/file.php';
    WP_Filesystem();
    $fault = unzip_file($given['archive'], WP_PLUGIN_DIR);
    return ['fault' => is_wp_error($fault) ? $fault->get_error_message() : null];
}

/** Switches the plugin on, as the page "Plugins" does. */
function activate(): array
{
    ob_start();
    $fault = activate_plugin('vh-elements/vh-elements.php');
    return ['said' => ob_get_clean(), 'fault' => is_wp_error($fault) ? $fault->get_error_message() : null];
}

/** A user with a role. */
function add_user(array $given): array
{
    return ['id' => wp_insert_user(['user_login' => $given['name'], 'user_pass' => $given['password'], 'role' => $given['role']])];
}

/** A post of a user, filtered by what that user may write. */
function add_post(array $given): array
{
    wp_set_current_user((int) $given['author']);
    kses_init();
    $id = wp_insert_post(wp_slash([
        'post_title' => $given['title'],
        'post_content' => $given['content'],
        'post_status' => 'publish',
        'post_author' => (int) $given['author'],
    ]));
    return ['url' => get_permalink($id), 'content' => get_post($id)->post_content];
}

echo json_encode(match ($argv[1]) {
    'version' => ['version' => $GLOBALS['wp_version']],
    'install' => install($given),
    'activate' => activate(),
    'user' => add_user($given),
    'post' => add_post($given),
});
