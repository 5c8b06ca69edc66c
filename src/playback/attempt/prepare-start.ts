import { adaptersFor, loadAdapter } from './choose-adapter.ts';
import { loadCmcd } from '../parts.ts';
import { canPlay } from '../media/media-support.ts';
import { resumePosition } from '../memory/resume-position.ts';
import type { RequestDecorator } from '../requests/request-decorator.ts';
import { FirstSegmentLoader, type StartOptions } from '../fast-start/first-segment-loader.ts';
import type { MediaAddress, PlaybackSource } from '../source/playback-source.ts';

/** Reports playback in each request of this source; without this code the media play, and their requests report nothing. */
async function decoratorOf(options: Omit<StartOptions, 'address'>): Promise<RequestDecorator | undefined> {
  const { media, source, signal, preferences, request = source } = options;
  if (!preferences.cmcd) return undefined;
  const mode = preferences.cmcd.getAttribute('cmcd');
  const code = await loadCmcd().catch(() => undefined);
  return code && new code.CmcdDecorator({ media, source, signal, request, mode });
}

/** A source that is ready to be played in a video element. */
export interface Prepared extends Pick<StartOptions, 'media' | 'source' | 'preferences'> {
  /** The start of the first address; absent where that is left to the browser. */
  starter?: FirstSegmentLoader | undefined;
  /** Adds to each request. */
  decorator?: RequestDecorator | undefined;
}

/** What a start is made of: as of a first address, once it is known where it begins. */
export interface PreparationOptions extends Omit<StartOptions, 'address' | 'startTime'> {
  /** Seconds: where it begins, as the page says by now. */
  startTime: () => number;
}

/** Makes a start ready, and again if the page says meanwhile that it begins elsewhere. */
export class StartPreparation {
  readonly #options: PreparationOptions;
  #making: { startTime: number; prepared: Promise<Prepared> } | undefined;

  constructor(options: PreparationOptions) {
    this.#options = options;
  }

  /** Fetches what the first frame needs, and the code that takes over from it. */
  async warm(): Promise<void> {
    const { starter } = await this.prepared();
    await starter?.warm();
  }

  /** What an attempt begins with. */
  async prepared(): Promise<Prepared> {
    const startTime = this.#options.startTime();
    if (this.#making?.startTime !== startTime) {
      // The first answer to the request of a playlist is read once.
      const early = this.#making ? undefined : this.#options.early;
      this.#making = { startTime, prepared: prepareStart({ ...this.#options, startTime, early }) };
    }
    const making = this.#making;
    const prepared = await making.prepared;
    const isOver = this.#options.signal.aborted || making.startTime === this.#options.startTime();
    return isOver ? prepared : this.prepared();
  }
}

/** Prepares the start of a source's first address, and what reports playback in its requests. */
async function prepareStart(options: Omit<StartOptions, 'address'>): Promise<Prepared> {
  const { media, source, preferences } = options;
  const decorator = await decoratorOf(options);
  const prepared = { media, source, preferences, decorator };
  const address = nextPlayable(source, media);
  if (!address || adaptersFor(address, options)[0] === 'native') return prepared;
  const startTime = resumePosition(source, options.startTime, preferences);
  const loadEngine = (needsAll: boolean) => loadAdapter('hls.js', needsAll);
  const starter = new FirstSegmentLoader({ ...options, startTime, address, decorator, loadEngine });
  return { ...prepared, starter };
}

/** The next address that this browser can play. */
export function nextPlayable(
  source: PlaybackSource,
  media: HTMLVideoElement,
  after?: MediaAddress,
): MediaAddress | undefined {
  const rest = source.media.slice(after ? source.media.indexOf(after) + 1 : 0);
  return rest.find(({ hls, type }) => (!hls && type === undefined) || canPlay(media, type) !== '');
}
