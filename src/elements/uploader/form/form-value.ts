import { isId } from '../../../core/wire/id.ts';
import { parseJson, readList, readRecord, readText } from '../../../core/wire/read-json.ts';

/** A video as a form keeps it. */
export interface FormVideo {
  readonly videoId: string;
  /** Its name for a person. */
  readonly name: string;
  /** What the author says of it. */
  readonly details?: object | undefined;
}

/** An uploader as a form sees it: the ids of its videos, and whether the form may be submitted. */
export class FormValue {
  readonly #internals: Partial<ElementInternals>;
  #videos: readonly FormVideo[] = [];
  #name = '';
  #subject: string | undefined;
  #state = '';
  #complaint = '';
  #obstacle: readonly [unfinished: string, missing: string, anchor?: HTMLElement | null] = ['', ''];

  constructor(internals: Partial<ElementInternals>) {
    this.#internals = internals;
  }

  /** The videos whose bytes are stored. */
  get videos(): readonly FormVideo[] {
    return this.#videos;
  }

  /** Their ids. */
  get ids(): readonly string[] {
    return this.#videos.map(({ videoId }) => videoId);
  }

  /** Sets the submitted values, one for each video, and the state that the browser restores after a reload. */
  set(videos: readonly FormVideo[]): void {
    this.#videos = videos;
    this.#submit();
  }

  /** Sets the name under which it is submitted, and the visitor whose videos these are. */
  label(name: string | undefined, subject: string | undefined): void {
    if ((name ?? '') === this.#name && (subject || undefined) === this.#subject) return;
    this.#name = name ?? '';
    this.#subject = subject || undefined;
    this.#submit();
  }

  /** Sets the validity messages: for unfinished and missing files. */
  validate(...obstacle: readonly [unfinished: string, missing: string, anchor?: HTMLElement | null]): void {
    this.#obstacle = obstacle;
    const [unfinished, missing, anchor] = obstacle;
    const custom = unfinished || this.#complaint;
    const flags = { customError: custom !== '', valueMissing: missing !== '' };
    this.#internals.setValidity?.(flags, custom || missing, anchor ?? undefined);
  }

  /** Blocks the form with the page's own message; an empty message allows it. */
  complain(message: string): void {
    this.#complaint = message;
    this.validate(...this.#obstacle);
  }

  /** Sets the one `:state()` that a style sheet can match; a browser that does not know them goes without. */
  mark(state: string): void {
    if (state === this.#state) return;
    try {
      this.#internals.states?.delete(this.#state);
      this.#internals.states?.add(state);
      this.#state = state;
    } catch {
      // Early implementations take only names that begin with two dashes.
    }
  }

  #submit(): void {
    const data = new FormData();
    for (const { videoId } of this.#videos) data.append(this.#name, videoId);
    const said = this.#videos.filter(({ details }) => details);
    const toEntry = ({ videoId, details }: FormVideo) => ({ videoId, ...details });
    if (said.length > 0) data.append(`${this.#name}.details`, JSON.stringify(said.map(toEntry)));
    const isNothing = this.#videos.length === 0 || this.#name === '';
    const state = JSON.stringify({ subject: this.#subject, videos: this.#videos });
    this.#internals.setFormValue?.(isNothing ? null : data, state);
  }
}

/** What `set` has the browser keep: the videos, and whose they are. Whatever else comes back is nothing. */
export function parseFormState(state: unknown): { subject: string | undefined; videos: FormVideo[] } {
  const kept = readRecord(typeof state === 'string' ? parseJson(state) : undefined);
  const videos = readList(kept?.['videos']).flatMap((value) => {
    const { videoId, name, details } = readRecord(value) ?? {};
    return isId(videoId) ? [{ videoId, name: readText(name) ?? videoId, details: readRecord(details) }] : [];
  });
  return { subject: readText(kept?.['subject']), videos };
}
