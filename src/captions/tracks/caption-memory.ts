import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';

const KEY = 'vh-captions';
const MAX_LANGUAGE_LENGTH = 64;

/** The captions that a viewer chose last, on any page of this site. Where storage is denied, nothing is remembered. */
export class CaptionMemory {
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage) {
    this.#storage = storage;
  }

  /** The language; empty for "off"; undefined when nothing was chosen yet. */
  read(): string | undefined {
    return this.#read('language');
  }

  /** The language that was on last, also when captions are off now. */
  readLast(): string | undefined {
    const language = this.#read('language');
    return (language !== 'auto' && language) || this.#read('last') || undefined;
  }

  /** The second language, shown beside the first. */
  readSecond(): string | undefined {
    return this.#read('second') || undefined;
  }

  /** True for a viewer who has them read aloud. */
  readSpoken(): boolean {
    return this.#all['aloud'] === true;
  }

  /** Remembers a second language, or that there is none any more. */
  writeSecond(second: string): void {
    this.#write({ second: second || undefined });
  }

  /** Remembers whether they are read aloud. */
  writeSpoken(isSpoken: boolean): void {
    this.#write({ aloud: isSpoken || undefined });
  }

  /** Remembers a language, or the empty word for "off"; `last` is the one to come back to then. */
  write(language: string, last = this.readLast()): void {
    // Automatic captions return in the same language, too.
    const isNamed = language !== '' && language !== 'auto';
    this.#write({ language, last: isNamed || last === 'auto' ? undefined : last });
  }

  #write(change: {
    language?: string;
    last?: string | undefined;
    second?: string | undefined;
    aloud?: true | undefined;
  }): void {
    const before = {
      language: this.read(),
      last: this.#read('last'),
      second: this.readSecond(),
      aloud: this.readSpoken() || undefined,
    };
    try {
      this.#storage().setItem(KEY, JSON.stringify({ ...before, ...change }));
    } catch {
      // Full or forbidden: the choice holds for this page.
    }
  }

  #read(name: 'language' | 'last' | 'second'): string | undefined {
    const language = readText(this.#all[name]);
    return language === undefined || language.length > MAX_LANGUAGE_LENGTH ? undefined : language;
  }

  get #all(): Readonly<Record<string, unknown>> {
    try {
      return readRecord(parseJson(this.#storage().getItem(KEY) ?? undefined)) ?? {};
    } catch {
      return {};
    }
  }
}
