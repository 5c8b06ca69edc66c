import { parseJson, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';

/** What an author has typed: tags as the line that they wrote. */
export interface TypedDetails {
  readonly title: string;
  readonly description: string;
  readonly tags: string;
  /** The site's own fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
}

const KEY = 'vh-upload-details';
/** As long as the service keeps an unfinished upload. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_VIDEOS = 20;

/**
 * What the author has typed about videos whose uploads are not finished: a later visit that continues an upload shows it
 * again. Each visitor has their own. Where storage is denied, nothing is remembered.
 */
export class DetailsMemory {
  readonly #subject: string;
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;

  constructor(
    subject: string | undefined,
    storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage,
  ) {
    this.#subject = subject ?? '';
    this.#storage = storage;
  }

  /** What was typed about a video; undefined when nothing was. */
  read(videoId: string): TypedDetails | undefined {
    return this.#all().find(([key]) => key === this.#keyOf(videoId))?.[1].typed;
  }

  /** Remembers what was typed about a video. */
  write(videoId: string, typed: TypedDetails): void {
    const key = this.#keyOf(videoId);
    const others = this.#all().filter(([other]) => other !== key);
    this.#put([...others, [key, { typed, at: Date.now() }]]);
  }

  /** Forgets a video whose details are with the service. */
  forget(videoId: string): void {
    const key = this.#keyOf(videoId);
    const all = this.#all();
    const others = all.filter(([other]) => other !== key);
    if (others.length < all.length) this.#put(others);
  }

  #keyOf(videoId: string): string {
    return `${videoId} ${this.#subject}`;
  }

  /** From the oldest on. */
  #all(): [key: string, entry: { typed: TypedDetails; at: number }][] {
    const now = Date.now();
    return Object.entries(readRecord(parseJson(this.#text())) ?? {}).flatMap(([key, value]) => {
      const entry = readRecord(value);
      const at = readNumber(entry?.['at']) ?? 0;
      const typed = readTyped(entry?.['typed']);
      return typed && Math.abs(now - at) < LIFETIME_MS ? [[key, { typed, at }]] : [];
    });
  }

  #text(): string {
    try {
      return this.#storage().getItem(KEY) ?? '';
    } catch {
      return '';
    }
  }

  #put(entries: readonly (readonly [string, unknown])[]): void {
    try {
      this.#storage().setItem(KEY, JSON.stringify(Object.fromEntries(entries.slice(-MAX_VIDEOS))));
    } catch {
      // Storage is denied, or full.
    }
  }
}

function readTyped(value: unknown): TypedDetails | undefined {
  const from = readRecord(value);
  if (!from) return undefined;
  const fields = Object.entries(readRecord(from['fields']) ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    title: readText(from['title']) ?? '',
    description: readText(from['description']) ?? '',
    tags: readText(from['tags']) ?? '',
    fields: Object.fromEntries(fields),
  };
}
