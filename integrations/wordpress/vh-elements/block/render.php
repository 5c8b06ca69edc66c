<?php

/** @var array<string, mixed> $attributes */

declare(strict_types=1);

if (!defined('ABSPATH')) {
    exit;
}

$player = vh_wp_player($attributes);
if ($player !== '') {
    echo '<div ' . get_block_wrapper_attributes() . '>' . $player . '</div>';
}
