<?php

// The settings of the WordPress that tests use. What changes from run to run comes from the environment.

define('DB_DIR', getenv('WP_DATABASE'));
define('DB_NAME', 'wordpress');
define('DB_USER', '');
define('DB_PASSWORD', '');
define('DB_HOST', '');
define('DB_CHARSET', 'utf8');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define("{$name}_KEY", "the key $name of a test");
    define("{$name}_SALT", "the salt $name of a test");
}
define('WP_HOME', getenv('WP_URL'));
define('WP_SITEURL', getenv('WP_URL'));
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', getenv('WP_DATABASE') . '/debug.log');
define('DISABLE_WP_CRON', true);
define('WP_AUTO_UPDATE_CORE', false);
// It sends requests to the sites of the test only.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
foreach (['VH_BASE_URL', 'VH_API_KEY', 'VH_STATE', 'VH_EMBED_URL'] as $name) {
    if (getenv($name) !== false) {
        define($name, getenv($name));
    }
}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) {
    define('ABSPATH', __DIR__ . '/');
}
require_once ABSPATH . 'wp-settings.php';
