/** Every change to the database's shape, in order; one that has been released is never edited. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- Access and refresh tokens, known by their hashes only.
  CREATE TABLE access_tokens (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;

  CREATE TABLE videos (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    public INTEGER NOT NULL,
    panoramic INTEGER NOT NULL,
    mp4_support INTEGER NOT NULL,
    player_id TEXT,
    tags TEXT NOT NULL,
    metadata TEXT NOT NULL,
    thumbnail_type TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );

  CREATE TABLE upload_tokens (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    token TEXT NOT NULL UNIQUE,
    ttl INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  );

  -- Which video the first part of an upload made, so that the same part sent again makes no other.
  CREATE TABLE upload_ids (
    token TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
    PRIMARY KEY (token, upload_id)
  ) WITHOUT ROWID;

  -- How a video's bytes come: whole, in numbered parts, in byte ranges, or by tus. The total counts parts or bytes.
  CREATE TABLE sources (
    video_id TEXT PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
    form TEXT NOT NULL,
    total INTEGER,
    complete INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;

  -- The stored bytes: files that, read by position, are the source. Completion copies nothing.
  CREATE TABLE extents (
    video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT,
    file TEXT NOT NULL,
    PRIMARY KEY (video_id, position)
  ) WITHOUT ROWID;
  CREATE INDEX extents_file ON extents (file);

  CREATE TABLE tus_uploads (
    id TEXT PRIMARY KEY,
    token TEXT NOT NULL,
    video_id TEXT REFERENCES videos (id) ON DELETE CASCADE,
    length INTEGER,
    received INTEGER NOT NULL,
    concat TEXT,
    metadata TEXT NOT NULL,
    file TEXT,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- What packaging has come to: waiting, encoding, done or failed.
  CREATE TABLE encodings (
    video_id TEXT PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    reason TEXT,
    probe TEXT
  ) WITHOUT ROWID;

  CREATE TABLE renditions (
    video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    quality TEXT NOT NULL,
    status TEXT NOT NULL,
    variant TEXT,
    PRIMARY KEY (video_id, type, quality)
  ) WITHOUT ROWID;

  -- Captions and chapters.
  CREATE TABLE text_tracks (
    video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0,
    content TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (video_id, kind, language)
  ) WITHOUT ROWID;

  CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    media_id TEXT NOT NULL,
    loaded_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    referrer TEXT NOT NULL,
    metadata TEXT NOT NULL,
    user_agent TEXT NOT NULL
  );
  CREATE INDEX sessions_media ON sessions (media_id, loaded_at);

  CREATE TABLE session_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    event_id TEXT,
    type TEXT NOT NULL,
    emitted_at INTEGER NOT NULL,
    at INTEGER,
    from_at INTEGER,
    to_at INTEGER,
    UNIQUE (session_id, event_id)
  );
  `,
  `
  CREATE TABLE live_streams (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    stream_key TEXT NOT NULL UNIQUE,
    public INTEGER NOT NULL,
    record INTEGER NOT NULL,
    player_id TEXT,
    restreams TEXT NOT NULL,
    thumbnail_type TEXT,
    -- How often a source has begun: discontinuities go on being numbered after a restart.
    runs INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );

  -- Recordings that are not videos yet, with what their videos will need to know when the live stream is gone.
  CREATE TABLE live_recordings (
    file TEXT PRIMARY KEY,
    live_stream_id TEXT NOT NULL,
    name TEXT NOT NULL,
    public INTEGER NOT NULL,
    player_id TEXT
  ) WITHOUT ROWID;

  -- Which live stream a video is a recording of.
  ALTER TABLE videos ADD COLUMN live_stream_id TEXT;
  CREATE INDEX videos_live_stream ON videos (live_stream_id);
  `,
  `
  -- Player themes; of their values only the chosen ones.
  CREATE TABLE players (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT,
    chosen TEXT NOT NULL,
    logo_file TEXT,
    logo_type TEXT,
    logo_link TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );

  CREATE TABLE watermarks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    file TEXT NOT NULL,
    type TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );

  CREATE TABLE webhooks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    signature_secret TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );

  -- The outbox: what webhooks are owed. It is written together with what happened, and outlives its webhook as a log.
  CREATE TABLE deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id TEXT NOT NULL,
    url TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    status INTEGER,
    reason TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );
  CREATE INDEX deliveries_due ON deliveries (state, due_at);

  -- Whether it has been told that a rendition is complete. Those of before this table was there are not told again.
  ALTER TABLE renditions ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
  UPDATE renditions SET told = 1 WHERE status = 'encoded';
  `,
  `
  -- Who may see what is private: tokens good for one playback, and the sessions that they become.
  CREATE TABLE private_tokens (
    hash TEXT PRIMARY KEY,
    media_id TEXT NOT NULL,
    played INTEGER NOT NULL DEFAULT 0,
    pictured INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE private_sessions (
    hash TEXT PRIMARY KEY,
    media_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- What has yet to be fetched for a video that was made from an address, or why it could not be.
  CREATE TABLE downloads (
    video_id TEXT PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
    url TEXT,
    failure TEXT
  ) WITHOUT ROWID;

  -- What is to be done to a source, in this order: a copy of a clip of a copy has several.
  CREATE TABLE video_clips (
    video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    start_timecode TEXT,
    end_timecode TEXT,
    PRIMARY KEY (video_id, position)
  ) WITHOUT ROWID;
  CREATE TABLE video_watermarks (
    video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file TEXT NOT NULL,
    placement TEXT NOT NULL,
    PRIMARY KEY (video_id, position)
  ) WITHOUT ROWID;
  CREATE INDEX video_watermarks_file ON video_watermarks (file);

  -- What players of the second generation tell, and which viewing each of their playbacks is.
  CREATE TABLE watch_playbacks (
    playback_id TEXT NOT NULL,
    media_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    position REAL NOT NULL,
    has_played INTEGER NOT NULL,
    PRIMARY KEY (playback_id, media_id)
  ) WITHOUT ROWID;
  CREATE TABLE watch_events (
    playback_id TEXT NOT NULL,
    media_id TEXT NOT NULL,
    emitted_at INTEGER NOT NULL,
    type INTEGER NOT NULL,
    tab_id TEXT NOT NULL,
    position REAL NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    paused INTEGER NOT NULL,
    error INTEGER NOT NULL,
    PRIMARY KEY (playback_id, media_id, emitted_at, type)
  ) WITHOUT ROWID;

  -- When the first byte came: an upload has a week.
  ALTER TABLE sources ADD COLUMN started_at INTEGER NOT NULL DEFAULT 0;
  UPDATE sources SET started_at = (SELECT created_at FROM videos WHERE id = video_id);
  `,
  `
  -- What a session covers. Of those that there are nobody knows whether a picture began them: no one of them is kept.
  DELETE FROM private_sessions;
  ALTER TABLE private_sessions ADD COLUMN scope TEXT NOT NULL DEFAULT 'picture';
  `,
  `
  -- How much of the disk each viewing takes, and all together: what players may send is limited by it.
  ALTER TABLE sessions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX watch_playbacks_session ON watch_playbacks (session_id);
  UPDATE sessions SET bytes = 600 + length(referrer) + length(metadata) + length(user_agent)
    + 200 * (SELECT count(*) FROM session_events WHERE session_id = sessions.id)
    + 200 * (SELECT count(*) FROM watch_playbacks JOIN watch_events USING (playback_id, media_id)
             WHERE session_id = sessions.id);
  CREATE TABLE sessions_total (one INTEGER PRIMARY KEY CHECK (one = 1), bytes INTEGER NOT NULL);
  INSERT INTO sessions_total SELECT 1, coalesce(sum(bytes), 0) FROM sessions;
  `,
  `
  -- An extension: a token that is good for one video alone.
  ALTER TABLE upload_tokens ADD COLUMN video_id TEXT;
  `,
  `
  -- Whether the upload's maker has shown its token in a header: then whoever goes on with it has to show one, too.
  ALTER TABLE tus_uploads ADD COLUMN needs_token INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Which viewing of a page a session is: each format and each repetition finds it by that.
  ALTER TABLE sessions ADD COLUMN viewing_id TEXT;
  CREATE UNIQUE INDEX sessions_viewing ON sessions (viewing_id, kind, media_id) WHERE viewing_id IS NOT NULL;
  CREATE INDEX session_events_event ON session_events (event_id) WHERE event_id IS NOT NULL;

  -- The sums that a page counts: of which event they are, and when they were sent.
  ALTER TABLE sessions ADD COLUMN begun_by TEXT;
  ALTER TABLE sessions ADD COLUMN dropped INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN totals TEXT;
  ALTER TABLE sessions ADD COLUMN totals_seq INTEGER NOT NULL DEFAULT -1;
  ALTER TABLE sessions ADD COLUMN totals_at INTEGER NOT NULL DEFAULT 0;

  -- When a session counts as ended unless more is heard of it, and whether that has been told. Old ones are not told.
  ALTER TABLE sessions ADD COLUMN ends_at INTEGER;
  ALTER TABLE sessions ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
  UPDATE sessions SET told = 1;
  CREATE INDEX sessions_ends ON sessions (ends_at) WHERE ends_at IS NOT NULL;

  -- What our own format tells, as precisely as it does.
  CREATE TABLE viewing_events (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    emitted_at INTEGER NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (session_id, seq)
  ) WITHOUT ROWID;

  -- The lines of CMCD, as they came.
  CREATE TABLE cmcd_lines (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    sn INTEGER NOT NULL,
    event TEXT NOT NULL,
    emitted_at INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (session_id, sn)
  ) WITHOUT ROWID;
  `,
  `
  -- Lists of videos, in every order and by every filter, without a look at each video.
  CREATE INDEX videos_created ON videos (created_at, seq);
  CREATE INDEX videos_updated ON videos (updated_at, seq);
  CREATE INDEX videos_title ON videos (title, seq);
  CREATE TABLE videos_total (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL);
  -- Tags, whose key is empty, and pairs of metadata.
  CREATE TABLE video_terms (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (kind, key, value, seq)
  ) WITHOUT ROWID;
  CREATE INDEX video_terms_seq ON video_terms (seq);
  CREATE VIRTUAL TABLE video_texts USING fts5(
    title, description, content = '', contentless_delete = 1, tokenize = 'trigram'
  );

  INSERT INTO videos_total SELECT 1, count(*) FROM videos;
  INSERT OR IGNORE INTO video_terms SELECT 'tag', '', one.value, seq FROM videos, json_each(tags) AS one;
  INSERT OR IGNORE INTO video_terms
    SELECT 'metadata', json_extract(one.value, '$.key'), json_extract(one.value, '$.value'), seq
    FROM videos, json_each(metadata) AS one;
  INSERT INTO video_texts (rowid, title, description) SELECT seq, title, description FROM videos;

  CREATE TRIGGER videos_added AFTER INSERT ON videos BEGIN
    UPDATE videos_total SET n = n + 1;
    INSERT OR IGNORE INTO video_terms SELECT 'tag', '', value, new.seq FROM json_each(new.tags);
    INSERT OR IGNORE INTO video_terms
      SELECT 'metadata', json_extract(value, '$.key'), json_extract(value, '$.value'), new.seq
      FROM json_each(new.metadata);
    INSERT INTO video_texts (rowid, title, description) VALUES (new.seq, new.title, new.description);
  END;
  CREATE TRIGGER videos_termed AFTER UPDATE OF tags, metadata ON videos BEGIN
    DELETE FROM video_terms WHERE seq = old.seq;
    INSERT OR IGNORE INTO video_terms SELECT 'tag', '', value, new.seq FROM json_each(new.tags);
    INSERT OR IGNORE INTO video_terms
      SELECT 'metadata', json_extract(value, '$.key'), json_extract(value, '$.value'), new.seq
      FROM json_each(new.metadata);
  END;
  CREATE TRIGGER videos_retitled AFTER UPDATE OF title, description ON videos BEGIN
    DELETE FROM video_texts WHERE rowid = old.seq;
    INSERT INTO video_texts (rowid, title, description) VALUES (new.seq, new.title, new.description);
  END;
  CREATE TRIGGER videos_removed AFTER DELETE ON videos BEGIN
    UPDATE videos_total SET n = n - 1;
    DELETE FROM video_terms WHERE seq = old.seq;
    DELETE FROM video_texts WHERE rowid = old.seq;
  END;
  `,
  // Uploads by the IETF's draft end when the client says so.
  `
  ALTER TABLE tus_uploads ADD COLUMN is_complete INTEGER;
  `,
];
