import { changeCaptions } from '../../../../client/change-captions.ts';
import { MAX_FILE } from '../../../../core/caption-files/cues/cue-file.ts';
import { decodeCaptions } from '../../../../core/caption-files/decode-captions.ts';
import { toWebVttFile } from '../../../../core/caption-files/read-captions.ts';
import { readWebVtt } from '../../../../core/caption-files/webvtt/read-webvtt.ts';
import { findCaptionFault, isWebVtt } from '../../../../core/wire/caption-text.ts';
import { runInSlices } from '../../../../core/async/slices.ts';
import type { BackendCredentials } from '../../../../core/config.ts';
import { Store } from '../../../../core/store.ts';
import { isVhError } from '../../../../core/errors/vh-error.ts';
import type { UploaderCaptionsWords } from '../../../../locales/en/author/uploader-captions.ts';
import { languageInName } from './caption-languages.ts';

/** Captions that the author has given this video. */
export interface GivenCaptions {
  readonly language: string;
  /** Cues. */
  readonly count: number;
  readonly isDefault: boolean;
}

/** A file that was read, and may be sent. */
export interface CaptionDraft {
  readonly name: string;
  readonly language: string;
  readonly count: number;
  /** Cues that could not be read. */
  readonly unread: number;
  /** WebVTT. */
  readonly text: string;
}

/** The author's present action. */
export type CaptionsWork =
  | { readonly status: 'none' | 'reading' }
  | { readonly status: 'read'; readonly draft: CaptionDraft }
  | { readonly status: 'sending'; readonly language: string; readonly draft?: CaptionDraft };

/** The failure, by the key of its text. */
export type CaptionsProblem = keyof Pick<
  UploaderCaptionsWords,
  'notCaptions' | 'tooLarge' | 'noLanguage' | 'refused' | 'failed'
>;

/** The result, by the key of its text. */
export type CaptionsNews = keyof Pick<UploaderCaptionsWords, 'added' | 'replaced' | 'removed' | 'defaultIs'>;

/** What was done last, and to the captions of which language. */
export interface CaptionsChange {
  readonly what: CaptionsNews;
  readonly language: string;
}

/** The state of one video's captions. */
export interface AuthorCaptionsState {
  readonly given: readonly GivenCaptions[];
  readonly work: CaptionsWork;
  readonly problem: CaptionsProblem | undefined;
  readonly news: CaptionsChange | undefined;
}

/** Which video it is, and what proves that it is the author's. */
export interface CaptionsTarget {
  readonly backend: string;
  readonly credentials?: BackendCredentials | undefined;
  readonly videoId: string;
  readonly claim: string | undefined;
}

/** The captions that an author gives a video which was just uploaded: one file after the other. */
export class AuthorCaptions {
  readonly store = new Store<AuthorCaptionsState>({
    ...{ given: [], work: { status: 'none' }, problem: undefined, news: undefined },
  });
  readonly #target: () => CaptionsTarget | undefined;
  readonly #change: typeof changeCaptions;
  readonly #abort = new AbortController();
  #reading = new AbortController();

  constructor(target: () => CaptionsTarget | undefined, change: typeof changeCaptions = changeCaptions) {
    this.#target = target;
    this.#change = change;
  }

  /** Reads a file. What may be sent is a draft afterwards, in the language of its name, else in the one that is said. */
  async read(file: File, language: string): Promise<void> {
    if (this.#isSending) return;
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    this.#set({ work: { status: 'reading' } });
    try {
      const found = file.size > MAX_FILE ? 'tooLarge' : await readDraft(file, signal);
      if (signal.aborted) return;
      if (typeof found === 'string') return this.#set({ work: { status: 'none' }, problem: found });
      const draft = { ...found, language: languageInName(file.name) ?? language };
      this.#set({ work: { status: 'read', draft } });
    } catch {
      // The file was removed by now, or another one was chosen.
      if (!signal.aborted) this.#set({ work: { status: 'none' }, problem: 'notCaptions' });
    }
  }

  /** Says the language of the draft. */
  setLanguage(language: string): void {
    const { work } = this.store.state;
    if (work.status === 'read') this.#set({ work: { ...work, draft: { ...work.draft, language } } });
  }

  /** Gives the draft up. */
  discard(): void {
    if (this.#isSending) return;
    this.#reading.abort();
    this.#set({ work: { status: 'none' } });
  }

  /** Sends the draft, which replaces captions of the same language. */
  async send(): Promise<void> {
    const { work, given } = this.store.state;
    if (work.status !== 'read') return;
    const { draft } = work;
    const { language, count, text } = draft;
    const old = given.find((one) => one.language === language);
    this.#set({ work: { status: 'sending', language, draft } });
    const problem = await this.#ask({ change: 'put', language, text });
    if (problem) return this.#set({ work: { status: 'read', draft }, problem });
    const fresh = { language, count, isDefault: old?.isDefault ?? false };
    this.#set({
      given: old ? given.map((one) => (one === old ? fresh : one)) : [...given, fresh],
      work: { status: 'none' },
      news: { what: old ? 'replaced' : 'added', language },
    });
  }

  /** Shows the captions of a language to viewers who have chosen none. */
  makeDefault(language: string): Promise<void> {
    return this.#alter('default', language, 'defaultIs', (given) =>
      given.map((one) => ({ ...one, isDefault: one.language === language })),
    );
  }

  /** Deletes the captions of a language. */
  remove(language: string): Promise<void> {
    return this.#alter('delete', language, 'removed', (given) =>
      given.filter((one) => one.language !== language),
    );
  }

  /** Called when the owner is removed. */
  end(): void {
    this.#reading.abort();
    this.#abort.abort();
  }

  async #alter(
    change: 'default' | 'delete',
    language: string,
    what: CaptionsNews,
    by: (given: readonly GivenCaptions[]) => readonly GivenCaptions[],
  ): Promise<void> {
    if (this.store.state.work.status !== 'none') return;
    this.#set({ work: { status: 'sending', language } });
    const problem = await this.#ask({ change, language });
    const { given } = this.store.state;
    this.#set({
      work: { status: 'none' },
      ...(problem ? { problem } : { given: by(given), news: { what, language } }),
    });
  }

  async #ask(
    question: { language: string } & ({ change: 'put'; text: string } | { change: 'default' | 'delete' }),
  ): Promise<CaptionsProblem | undefined> {
    const target = this.#target();
    if (!target) return 'refused';
    const { backend, credentials, ...about } = target;
    const { signal } = this.#abort;
    try {
      await this.#change(backend, { ...about, ...question }, { signal, credentials });
      return undefined;
    } catch (error) {
      return problemOf(error);
    }
  }

  get #isSending(): boolean {
    return this.store.state.work.status === 'sending';
  }

  /** News and problems belong to the last action: an action without them clears both. */
  #set(change: Partial<AuthorCaptionsState>): void {
    if (this.#abort.signal.aborted) return;
    this.store.set({ ...this.store.state, problem: undefined, news: undefined, ...change });
  }
}

async function readDraft(
  file: File,
  signal: AbortSignal,
): Promise<Omit<CaptionDraft, 'language'> | CaptionsProblem> {
  const source = decodeCaptions(new Uint8Array(await file.arrayBuffer()));
  const text = isWebVtt(source) ? source : await toWebVttFile(source, signal);
  const fault = text === undefined ? 'not-webvtt' : findCaptionFault(text);
  if (text === undefined || fault) return fault === 'too-long' ? 'tooLarge' : 'notCaptions';
  const read = await runInSlices(readWebVtt(text), signal);
  const count = read?.cues.length ?? 0;
  return count === 0 ? 'notCaptions' : { name: file.name, count, unread: read?.unread ?? 0, text };
}

function problemOf(error: unknown): CaptionsProblem {
  if (isVhError(error, 'captions-unreadable')) return 'notCaptions';
  if (!isVhError(error, 'request-refused')) return 'failed';
  const { status, slug } = error;
  if (slug === 'captions-language') return 'noLanguage';
  return status === 403 || status === 401 || status === 404 ? 'refused' : 'failed';
}
