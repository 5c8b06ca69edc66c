import { html, type TemplateResult } from 'lit';
import { nearestLanguage, shareCaptionTracks, type CaptionTracks } from '../../captions/index.ts';
import { toWebVtt } from '../../core/caption-files/cues/cue-file.ts';
import { runInSlices } from '../../core/async/slices.ts';
import { transcript } from '../../locales/en/transcript.ts';
import type { FoundTracks } from '../captions-picker/tracks-finder.ts';
import type { RenderingHost } from '../host/rendering-host.ts';
import { renewStyles } from '../styling/renew-styles.ts';
import { WordsController } from '../words/words-controller.ts';
import { LineList } from './line-list.ts';
import { TranscriptSearch } from './transcript-search.ts';
import { toLines, toText, type TranscriptLine } from './transcript-lines.ts';
import { transcriptStyles } from './transcript-styles.ts';

/** The text to read. */
type Reading = { status: 'none' | 'waiting' } | { status: 'read'; lines: readonly TranscriptLine[] };

/** After these there may be other cues than before. */
const CUE_EVENTS = ['timeupdate', 'loadedmetadata', 'loadeddata', 'load'];

/** The members of a transcript's element that its content uses. */
export interface TranscriptHost extends RenderingHost {
  readonly language: string;
}

/** The content of a transcript. It is loaded with the first element. */
export class TranscriptView {
  readonly #host: TranscriptHost;
  readonly #words: WordsController<'transcript'>;
  readonly #list: LineList;
  readonly #search: TranscriptSearch;
  #found: FoundTracks | undefined;
  #tracks: CaptionTracks | undefined;
  #following = new AbortController();
  #reading: Reading = { status: 'none' };
  #track: TextTrack | undefined;
  #load = new AbortController();
  /** How many cues the lines were made of. */
  #madeOf = -1;
  #said = '';

  constructor(host: TranscriptHost) {
    this.#host = host;
    this.#words = new WordsController(host, 'transcript', transcript);
    this.#list = new LineList(host, (seconds) => this.#seek(seconds));
    this.#search = new TranscriptSearch(host, (line) => this.#list.show(line));
    renewStyles(host, transcriptStyles);
  }

  render(): TemplateResult {
    const { words, locale } = this.#words;
    const reading = this.#reading;
    if (reading.status !== 'read')
      return html`<p class="message" role="status">
        ${reading.status === 'none' ? words.none : words.waiting}
      </p>`;
    return html`<div class="tools" part="tools" role="group" aria-label=${words.title}>
        ${this.#search.render(words)}
        <button
          class="tool"
          part="tool"
          aria-pressed=${this.#list.follows}
          @click=${() => this.#list.toggleFollowing(this.#time)}
        >
          ${words.follow}
        </button>
        <button class="tool" part="tool" @click=${() => void this.#copy(reading.lines)}>${words.copy}</button>
        ${(['vtt', 'txt'] as const).map((format) => {
          const label = words.download.replace('{format}', `.${format}`);
          return html`<button
            class="tool"
            part="tool"
            aria-label=${label}
            title=${label}
            @click=${() => void this.#save(format, reading.lines)}
          >
            .${format}
          </button>`;
        })}
        <span class="hidden" role="status">${this.#said}</span>
      </div>
      ${this.#list.render(reading.lines, {
        label: words.title,
        language: this.#track?.language ?? '',
        locale,
        search: this.#search,
      })}`;
  }

  /** Reads the captions of that player. */
  follow(found: FoundTracks | undefined): void {
    this.#following.abort();
    const { signal } = (this.#following = new AbortController());
    this.#found = found;
    this.#tracks = found && shareCaptionTracks(found.tracks, signal);
    this.#tracks?.store.subscribe(() => this.choose(), { signal });
    // A track's own event does not bubble, and its video may be inside the player.
    const media = (found?.player as { media?: HTMLMediaElement } | undefined)?.media ?? found?.player;
    for (const type of CUE_EVENTS)
      media?.addEventListener(type, () => this.#read(), { capture: true, signal });
    for (const type of ['timeupdate', 'seeking'])
      media?.addEventListener(type, () => this.#list.follow(this.#time), { signal });
    signal.addEventListener('abort', () => this.#load.abort(), { once: true });
    this.choose();
  }

  /** Takes the track to read, and has it loaded whether it shows or not. */
  choose(): void {
    const { state } = this.#tracks?.store ?? { state: { status: 'none' as const } };
    const offered = state.status === 'some' ? state.tracks.map(({ language }) => language) : [];
    const active = state.status === 'some' ? state.active : '';
    const wanted = [this.#host.language, active, ...navigator.languages].filter(Boolean);
    const name = wanted.map((language) => nearestLanguage(language, offered)).find(Boolean) ?? offered[0];
    const sources = this.#found?.tracks;
    if (name === undefined || !sources) return this.#take(undefined);
    // Before the present one is let go: a track that is turned off and on again would be fetched again.
    const load = new AbortController();
    const source = this.#tracks?.load(name, load.signal);
    this.#load.abort();
    this.#load = load;
    this.#take([...sources].find((track) => track === source));
  }

  #take(track: TextTrack | undefined): void {
    if (track !== this.#track) {
      this.#track = track;
      this.#madeOf = -1;
      this.#reading = { status: track ? 'waiting' : 'none' };
      this.#host.requestUpdate();
    }
    this.#read();
  }

  /** Cues have no event of their own: compare their number. */
  #read(): void {
    const cues = this.#track?.cues;
    if (!cues || cues.length === 0 || cues.length === this.#madeOf) return;
    this.#madeOf = cues.length;
    void this.#makeLines(cues, this.#load.signal);
  }

  async #makeLines(cues: TextTrackCueList, signal: AbortSignal): Promise<void> {
    const count = this.#madeOf;
    const work = toLines(cues as ArrayLike<TextTrackCue> as ArrayLike<VTTCue>);
    const lines = await runInSlices(work, signal).catch(() => undefined);
    // Another track was chosen meanwhile, or more cues have come.
    if (!lines || signal.aborted || count !== this.#madeOf) return;
    this.#reading = { status: 'read', lines };
    this.#search.search(lines);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#list.follow(this.#time);
  }

  get #time(): number {
    return (this.#found?.player as { currentTime?: number } | undefined)?.currentTime ?? 0;
  }

  #seek(seconds: number): void {
    const player = this.#found?.player as { currentTime?: number } | undefined;
    if (player) player.currentTime = seconds;
  }

  async #copy(lines: readonly TranscriptLine[]): Promise<void> {
    const { words } = this.#words;
    try {
      await navigator.clipboard.writeText(toText(lines));
      this.#said = words.copied;
    } catch {
      // Not allowed, or not there: pages without TLS have no clipboard.
      this.#said = words.notCopied;
    }
    this.#host.requestUpdate();
  }

  async #save(format: 'vtt' | 'txt', lines: readonly TranscriptLine[]): Promise<void> {
    const name = `${this.#words.words.title}.${format}`;
    if (format === 'txt') return saveFile(this.#host.ownerDocument, name, 'text/plain', toText(lines));
    const cues = [...(this.#track?.cues ?? [])].map((cue) => ({
      start: cue.startTime,
      end: cue.endTime,
      text: (cue as VTTCue).text,
      settings: '',
    }));
    saveFile(this.#host.ownerDocument, name, 'text/vtt', await runInSlices(toWebVtt(cues)));
  }
}

/** Gives the reader a file to keep. */
function saveFile(page: Document, name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  // Out of sight, but in the page: some browsers do nothing with a link that is nowhere.
  link.hidden = true;
  page.body.append(link);
  link.click();
  link.remove();
  // The browser has taken it by then.
  URL.revokeObjectURL(url);
}
