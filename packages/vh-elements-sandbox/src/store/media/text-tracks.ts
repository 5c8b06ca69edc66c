import type { SubtitleTrack } from '../../packaging/master-playlist.ts';
import type { Database, Row } from '../database/database.ts';

/** The purpose of a text track. */
export type TextTrackKind = 'captions' | 'chapters';

/** A text track of a video, without its text. */
export interface TextTrack {
  language: string;
  isDefault: boolean;
}

/** Where captions and chapters are kept, one a language. */
export class TextTracks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps a track; one in the same language is replaced and stays the default if it was. */
  put(videoId: string, kind: TextTrackKind, language: string, content: Buffer): void {
    this.#database.run(
      `INSERT INTO text_tracks (video_id, kind, language, content, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (video_id, kind, language) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`,
      videoId,
      kind,
      language,
      content.toString('base64'),
      this.#database.now(),
    );
  }

  get(videoId: string, kind: TextTrackKind, language: string): TextTrack | undefined {
    const row = this.#database.get(
      'SELECT language, is_default FROM text_tracks WHERE video_id = ? AND kind = ? AND language = ?',
      videoId,
      kind,
      language,
    );
    return row && toTrack(row);
  }

  content(videoId: string, kind: TextTrackKind, language: string): Buffer | undefined {
    const row = this.#database.get(
      'SELECT content FROM text_tracks WHERE video_id = ? AND kind = ? AND language = ?',
      videoId,
      kind,
      language,
    );
    return row && Buffer.from(String(row['content']), 'base64');
  }

  /** Makes a track the default, alone among its kind, or takes that from it. */
  setDefault(videoId: string, kind: TextTrackKind, language: string, isDefault: boolean): void {
    this.#database.transaction(() => {
      if (isDefault) {
        this.#database.run(
          'UPDATE text_tracks SET is_default = 0 WHERE video_id = ? AND kind = ?',
          videoId,
          kind,
        );
      }
      this.#database.run(
        'UPDATE text_tracks SET is_default = ? WHERE video_id = ? AND kind = ? AND language = ?',
        Number(isDefault),
        videoId,
        kind,
        language,
      );
    });
  }

  delete(videoId: string, kind: TextTrackKind, language: string): void {
    this.#database.run(
      'DELETE FROM text_tracks WHERE video_id = ? AND kind = ? AND language = ?',
      videoId,
      kind,
      language,
    );
  }

  list(videoId: string, kind: TextTrackKind): TextTrack[] {
    return this.#database
      .all(
        'SELECT language, is_default FROM text_tracks WHERE video_id = ? AND kind = ? ORDER BY language',
        videoId,
        kind,
      )
      .map(toTrack);
  }

  /** The captions as a playlist names them: every name once. */
  subtitles(videoId: string): SubtitleTrack[] {
    const names = new Set<string>();
    return this.list(videoId, 'captions').map(({ language, isDefault }) => {
      const native = languageName(language).replace(/["\r\n]/g, '');
      const name = names.has(native) ? `${native} (${language})` : native;
      names.add(name);
      return { language, name, isDefault };
    });
  }
}

/** The name of a language in itself. */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

function toTrack(row: Row): TextTrack {
  return { language: String(row['language']), isDefault: row['is_default'] === 1 };
}
