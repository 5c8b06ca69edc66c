"""Whose the videos are. SQLite, for a beginning: put your database in its place."""

import os
import sqlite3
from contextlib import closing

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'data', 'site.db')


def _run(statement, values=()):
    os.makedirs(os.path.dirname(FILE), exist_ok=True)
    with closing(sqlite3.connect(FILE)) as database, database:
        database.execute('CREATE TABLE IF NOT EXISTS videos (id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL)')
        return database.execute(statement, values).fetchall()


def videos_of(owner):
    """The videos of a user, the newest first."""
    found = _run('SELECT id, title FROM videos WHERE owner = ? ORDER BY rowid DESC', (owner,))
    return [{'videoId': video_id, 'title': title} for video_id, title in found]


def is_owner_of(user, video_id):
    return _run('SELECT 1 FROM videos WHERE id = ? AND owner = ?', (video_id, user)) != []


def add_video(video_id, owner, title):
    _run(
        'INSERT INTO videos VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, title = excluded.title',
        (video_id, owner, title),
    )


def remove_video(video_id):
    _run('DELETE FROM videos WHERE id = ?', (video_id,))
