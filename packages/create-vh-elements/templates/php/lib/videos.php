<?php

// Whose the videos are. SQLite, for a beginning: give PDO the address of your database.

declare(strict_types=1);

function database(): PDO
{
    static $database;
    if ($database === null) {
        is_dir(__DIR__ . '/../data') || mkdir(__DIR__ . '/../data', 0700, true);
        $database = new PDO('sqlite:' . __DIR__ . '/../data/site.db');
        $database->exec('CREATE TABLE IF NOT EXISTS videos (id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL)');
    }
    return $database;
}

/**
 * The videos of a user, the newest first.
 *
 * @return list<array{videoId: string, title: string}>
 */
function videosOf(string $owner): array
{
    $found = database()->prepare('SELECT id AS videoId, title FROM videos WHERE owner = ? ORDER BY rowid DESC');
    $found->execute([$owner]);
    return $found->fetchAll(PDO::FETCH_ASSOC);
}

function isOwnerOf(string $user, string $videoId): bool
{
    $found = database()->prepare('SELECT 1 FROM videos WHERE id = ? AND owner = ?');
    $found->execute([$videoId, $user]);
    return $found->fetchColumn() !== false;
}

function addVideo(string $videoId, string $owner, string $title): void
{
    database()
        ->prepare('INSERT INTO videos VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, title = excluded.title')
        ->execute([$videoId, $owner, $title]);
}

function removeVideo(string $videoId): void
{
    database()->prepare('DELETE FROM videos WHERE id = ?')->execute([$videoId]);
}
