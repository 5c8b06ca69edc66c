import { escapeText, toWebVtt } from '../../../../core/caption-files/cues/cue-file.ts';
import { parseJson, readList, readNumber, readRecord, readText } from '../../../../core/wire/read-json.ts';
import { webAddress } from '../../../../core/wire/web-address.ts';
import { readBodyText } from '../../../../core/wire/read-body-text.ts';
import { finish } from '../../../../core/async/slices.ts';

/** One chapter in one language. Seconds. */
export interface StreamChapter {
  readonly title: string;
  readonly startTime: number;
  readonly endTime: number;
}

/** Bytes. */
const MAX_FILE = 1_000_000;
const MAX_CHAPTERS = 300;
const MAX_LANGUAGES = 20;
const MAX_TITLE_LENGTH = 200;
const TIMEOUT_MS = 20_000;
/** Seconds: the last moment that a WebVTT file of ours names. */
const LAST_S = 99 * 3600;

/** Reads the chapters of a stream by language, as Apple's JSON has them: whatever is not usable is left out. */
export function readStreamChapters(from: unknown): ReadonlyMap<string, readonly StreamChapter[]> {
  const chapters = readList(from).slice(0, MAX_CHAPTERS).flatMap(readChapter);
  chapters.sort((one, other) => one.startTime - other.startTime);
  const languages = [...new Set(chapters.flatMap(({ titles }) => [...titles.keys()]))].slice(
    0,
    MAX_LANGUAGES,
  );
  return new Map(
    languages.map((language) => [
      language,
      chapters.map(({ titles, startTime, endTime }, at) => ({
        // One that has no title in this language has its first.
        title: titles.get(language) ?? [...titles.values()][0] ?? '',
        startTime,
        endTime: endTime ?? chapters[at + 1]?.startTime ?? LAST_S,
      })),
    ]),
  );
}

function readChapter(from: unknown): {
  startTime: number;
  endTime: number | undefined;
  titles: ReadonlyMap<string, string>;
}[] {
  const record = readRecord(from);
  const startTime = readNumber(record?.['start-time']);
  const duration = readNumber(record?.['duration']);
  if (startTime === undefined || startTime < 0 || startTime >= LAST_S) return [];
  const titles = new Map<string, string>();
  for (const one of readList(record?.['titles']).slice(0, MAX_LANGUAGES)) {
    const { language, title } = readRecord(one) ?? {};
    const text = readText(title)?.slice(0, MAX_TITLE_LENGTH).replace(/\s+/g, ' ').trim();
    const tag = readText(language) ?? '';
    // As Apple's tools say of a title in no language.
    if (text) titles.set(/^[a-z\d-]{2,35}$/i.test(tag) && tag !== 'und' ? tag : '', text);
  }
  const endTime = duration !== undefined && duration > 0 ? Math.min(startTime + duration, LAST_S) : undefined;
  return titles.size > 0 ? [{ startTime, endTime, titles }] : [];
}

/** The same chapters as a WebVTT file. */
export function chaptersFile(chapters: readonly StreamChapter[]): string {
  const cues = chapters
    .filter(({ startTime, endTime }) => endTime > startTime)
    .map(({ title, startTime, endTime }) => ({
      ...{ start: startTime, end: endTime, text: escapeText(title), settings: '' },
    }));
  return finish(toWebVtt(cues));
}

/**
 * Puts the chapters that a stream names into the video as native tracks, one a language, until the signal aborts. A
 * stream whose list cannot be read plays without.
 */
export async function addStreamChapters(
  media: HTMLVideoElement,
  address: { uri: string; base: string },
  signal: AbortSignal,
): Promise<void> {
  const url = webAddress(address.uri, address.base);
  if (!url) return;
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = await fetch(url, { signal: within });
    const text = answer.ok ? await readBodyText(answer, MAX_FILE) : undefined;
    if (!signal.aborted) addTracks(media, readStreamChapters(parseJson(text)), signal);
  } catch {
    // Neither a network nor a policy of the page may take the video with it.
  }
}

function addTracks(
  media: HTMLVideoElement,
  lists: ReadonlyMap<string, readonly StreamChapter[]>,
  signal: AbortSignal,
): void {
  for (const [language, chapters] of lists) {
    const element = document.createElement('track');
    element.kind = 'chapters';
    element.srclang = language;
    const file = URL.createObjectURL(new Blob([chaptersFile(chapters)], { type: 'text/vtt' }));
    element.src = file;
    media.append(element);
    signal.addEventListener(
      'abort',
      () => {
        element.remove();
        URL.revokeObjectURL(file);
      },
      { once: true },
    );
  }
}
