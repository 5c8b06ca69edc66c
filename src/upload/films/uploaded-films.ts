import { toHex } from '../../core/random-name.ts';
import { parseJson, readList, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { PrepareOptions } from '../file/file-preparation.ts';
import { sampleFile } from '../file/fingerprint-file.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import type { UploadedFilm } from '../ports/uploaded-film.ts';
import type { FinishedUpload } from '../resume/unfinished-uploads.ts';
import { uploadScope } from '../resume/store/upload-scope.ts';
import { FILMS_KEY } from './forget-films.ts';

/** Most films that are remembered, the newest ones. */
const MAX_FILMS = 500;
/** As long as one is remembered. */
const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;
/** Of a larger film, so many samples of so many bytes are compared. */
const SAMPLES = 8;
const SAMPLE_BYTES = 128 * 1024;

/** A film as it is stored: neither its name nor a word of its contents. */
interface StoredFilm extends UploadedFilm {
  readonly scope: string;
  readonly size: number;
  readonly fingerprint: string;
}

/** Where a film goes, on a page that may want nothing asked or stored. */
interface FilmPlace extends GrantSettings {
  readonly withDuplicateWarning: boolean;
  readonly withoutResume: boolean;
}

/** The earlier upload of the same film by the same visitor to the same place; undefined where this browser knows of none. */
export async function findFilm(
  file: File,
  settings: FilmPlace,
  signal: AbortSignal,
): Promise<UploadedFilm | undefined> {
  const { size } = file;
  if (!settings.withDuplicateWarning || settings.withoutResume) return undefined;
  const scope = scopeOf(settings);
  const same = readFilms().filter((film) => film.scope === scope && film.size === size);
  if (same.length === 0) return undefined;
  const fingerprint = await fingerprintContent(file);
  signal.throwIfAborted();
  const found = same.findLast((film) => film.fingerprint === fingerprint);
  return found && { videoId: found.videoId, uploadedAt: found.uploadedAt };
}

/** Asks whether a film is wanted again; resolves when it is. */
export function askAgain(
  duplicateOf: UploadedFilm,
  { signal, onDuplicate }: Pick<PrepareOptions, 'signal' | 'onDuplicate'>,
): Promise<void> {
  signal.throwIfAborted();
  return new Promise((uploadAgain) => onDuplicate({ duplicateOf, uploadAgain }));
}

/** Remembers a film whose last byte is stored, unless its visitor signs out meanwhile. */
export async function rememberFilm(
  file: File,
  settings: () => GrantSettings,
  { videoId }: Pick<UploadedVideo, 'videoId'>,
): Promise<void> {
  const scope = scopeOf(settings());
  const fingerprint = await fingerprintContent(file);
  if (fingerprint === undefined || scopeOf(settings()) !== scope) return;
  keepFilm({ scope, size: file.size, fingerprint, videoId, uploadedAt: Date.now() });
}

/** Remembers films that the worker has sent after their page had gone. */
export function rememberSent(films: readonly FinishedUpload[], settings: GrantSettings): void {
  const scope = scopeOf(settings);
  for (const { size, fingerprint, video, storedAt } of films)
    if (fingerprint !== undefined)
      keepFilm({ scope, size, fingerprint, videoId: video.videoId, uploadedAt: storedAt });
}

function keepFilm(film: StoredFilm): void {
  const isSame = ({ scope, fingerprint }: StoredFilm) =>
    scope === film.scope && fingerprint === film.fingerprint;
  writeFilms([...readFilms().filter((other) => !isSame(other)), film]);
}

/** Forgets a film that could not be made a video: its author tries again. */
export function forgetFilm(videoId: string): void {
  const films = readFilms();
  const others = films.filter((film) => film.videoId !== videoId);
  if (others.length < films.length) writeFilms(others);
}

/** The visitor and the place; an existing video that a film goes into makes no other film of it. */
function scopeOf({ grant, token, baseUrl, backend, subject }: GrantSettings): string {
  // By name: an element's settings are no properties of its own.
  return uploadScope({ grant, token, baseUrl, backend, subject });
}

/** Identifies the bytes of a film, whatever its file is called; undefined where they cannot be read, or the browser cannot say. */
export async function fingerprintContent(file: File): Promise<string | undefined> {
  try {
    const isSmall = file.size <= SAMPLES * SAMPLE_BYTES;
    const content = isSmall ? file : sampleFile(file, file.size, SAMPLE_BYTES, SAMPLES);
    const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
    return toHex(new Uint8Array(digest).slice(0, 16));
  } catch {
    return undefined;
  }
}

/** From the oldest on. */
function readFilms(): StoredFilm[] {
  const now = Date.now();
  return readList(parseJson(readText(readStorage()) ?? '')).flatMap((value) => {
    const film = parseFilm(value);
    return film && Math.abs(now - film.uploadedAt) < LIFETIME_MS ? film : [];
  });
}

/** Another version of this library may have written it, or anybody. */
function parseFilm(value: unknown): StoredFilm | undefined {
  const from = readRecord(value);
  const scope = readText(from?.['scope']);
  const size = readNumber(from?.['size']);
  const fingerprint = readText(from?.['fingerprint']);
  const videoId = readText(from?.['videoId']);
  const uploadedAt = readNumber(from?.['uploadedAt']);
  if (scope === undefined || size === undefined || fingerprint === undefined) return undefined;
  if (videoId === undefined || uploadedAt === undefined) return undefined;
  return { scope, size, fingerprint, videoId, uploadedAt };
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(FILMS_KEY);
  } catch {
    return null;
  }
}

function writeFilms(films: readonly StoredFilm[]): void {
  try {
    localStorage.setItem(FILMS_KEY, JSON.stringify(films.slice(-MAX_FILMS)));
  } catch {
    // Storage is denied, or full: the next choice of the film is as new.
  }
}
