import type Hls from 'hls.js';
import type { ErrorData, Events, HlsConfig, LevelLoadedData } from 'hls.js';
import { VhError } from '../core/vh-error.ts';
import { AddressTranslator } from './address-translator.ts';
import { HlsCaptions } from './hls-captions.ts';
import { hlsConfig } from './hls-config.ts';
import { hlsError, isProcessing } from './hls-failure.ts';
import { takeOver } from './take-over.ts';
import { HlsStream } from './hls-stream.ts';
import { bufferedAhead, holdLatency } from './live-speed.ts';
import type { AdapterOptions, MediaAdapter } from './media-adapter.ts';
import { RecoveryBudget } from './recovery-budget.ts';
import { renewingLoader } from './renewing-loader.ts';
import type { LivePosition } from './stream.ts';
import type { StreamPreferences } from './stream-preferences.ts';

type LoaderClass = HlsConfig['loader'];

const MAX_RECOVERIES = 2;
const MAX_RESETS = 6;
const RECOVERY_WINDOW_MS = 60_000;
const RETRY_MS = 1_000;
const LEAST_TO_SHOW_S = 0.3;
/** Seconds at the end of a film that may be missing. */
const LAST_S = 0.5;

/** Plays HLS with hls.js over Media Source Extensions. */
export class HlsAdapter implements MediaAdapter {
  readonly #hls: Hls;
  readonly #options: AdapterOptions;
  readonly #captions: HlsCaptions | undefined;
  readonly #stream: HlsStream;
  readonly #budget = new RecoveryBudget(MAX_RECOVERIES, RECOVERY_WINDOW_MS);
  readonly #resets = new RecoveryBudget(MAX_RESETS, RECOVERY_WINDOW_MS);
  readonly #life = new AbortController();
  readonly #eos: typeof Events.BUFFER_EOS;
  #over = false;
  /** There while a fresh source is on its way. */
  #renewal: ReturnType<typeof setTimeout> | undefined;
  /** There while another try is on its way. */
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AdapterOptions, library: typeof Hls) {
    this.#options = options;
    const { viewing, address, media, eager, memory, handOver, preferences, report } = options;
    const captions = viewing.captions.length === 0;
    // A viewer who went back meanwhile stays there.
    const begun = handOver && Math.min(options.startTime, media.currentTime);
    const startTime = begun ?? (options.startTime || -1);
    const renew = this.#makeRenew(options);
    this.#hls = new library(hlsConfig({ memory, startTime, eager, captions, renew }, library));
    const { Events } = library;
    this.#eos = Events.BUFFER_EOS;
    this.#hls.on(Events.ERROR, (_event, data) => this.#takeError(data));
    this.#hls.on(Events.LEVEL_LOADED, (_event, data) => this.#takeLevel(data));
    // What has arrived and cannot be used is no sign of life.
    for (const name of [Events.MANIFEST_LOADED, Events.FRAG_BUFFERED] as const) {
      this.#hls.on(name, report.active);
    }
    this.#captions = captions ? new HlsCaptions(this.#hls, library, media) : undefined;
    holdLatency(this.#hls, media, this.#life.signal);
    this.#stream = new HlsStream(this.#hls, library, { media, preferences, changed: report.stream });
    this.#hls.loadSource(new URL(address.url, document.baseURI).href);
    if (handOver) takeOver(this.#hls, library, media, handOver);
    else this.#hls.attachMedia(media);
  }

  /** How loaders come to fresh addresses; undefined where there are none to be had. */
  #makeRenew({ refresher, memory }: AdapterOptions): ((base: LoaderClass) => LoaderClass) | undefined {
    if (!refresher.canRefresh) return undefined;
    const addresses = new AddressTranslator(refresher, this.#life.signal);
    for (const [asked, { url, text }] of memory.texts) addresses.note(asked, url, text);
    return (base) => renewingLoader(base, refresher, addresses);
  }

  start(): void {
    this.#hls.startLoad();
  }

  prefer(preferences: StreamPreferences): void {
    this.#stream.prefer(preferences);
  }

  selectAudioTrack(id: string): void {
    this.#stream.selectAudioTrack(id);
  }

  get live(): LivePosition | undefined {
    return this.#stream.live;
  }

  destroy(): void {
    this.#over = true;
    this.#life.abort();
    this.#stream.destroy();
    clearTimeout(this.#renewal);
    clearTimeout(this.#retry);
    this.#hls.destroy();
    // Last, since hls.js names its tracks once more on its way out.
    this.#captions?.destroy();
  }

  /** A playlist whose segments last no time is never an error to hls.js: it waits for ever. */
  #takeLevel({ details }: LevelLoadedData): void {
    // A playlist that is the same at each reload brings nothing.
    if (details.advanced) this.#options.report.active();
    if (details.live || details.totalduration > 0) return;
    this.#end(new VhError('media-decode', 'A playlist has no segment of any duration.'));
  }

  #takeError(data: ErrorData): void {
    if (this.#over || this.#renewal !== undefined) return;
    // As a word, so that the enum, and hls.js with it, need not be here.
    const details: string = data.details;
    if (details === 'bufferAppendNoProgress' && this.#isLost(data)) return this.#renew();
    if (details === 'bufferStalledError') this.#endIfDone();
    if (!data.fatal) return;
    if (isProcessing(data)) return this.#end();
    const error = hlsError(data);
    if (error.code === 'media-decode' && data.type.startsWith('media') && this.#budget.spend()) {
      this.#options.report.trouble(error);
      return this.#renew();
    }
    if (!data.details.startsWith('manifest') && this.#isWorthAnother(error)) return this.#goOn(error);
    this.#end(error);
  }

  /** By itself hls.js waits for ever at the end of some films whose clock begins anew in between. */
  #endIfDone(): void {
    const { media } = this.#options;
    const rest = media.duration - media.currentTime;
    const isAll = rest - bufferedAhead(media) < LAST_S && !this.#stream.live;
    if (rest < LAST_S && isAll) this.#hls.trigger(this.#eos, { type: null });
  }

  /** A line that broke is worth another try, and so is an address that said "no" while there is something to show. */
  #isWorthAnother({ code }: VhError): boolean {
    if (code === 'media-network' || this.#stream.live) return true;
    const isRefusal = code === 'media-not-found' || code === 'media-forbidden';
    return isRefusal && bufferedAhead(this.#options.media) > LEAST_TO_SHOW_S;
  }

  /** Tries again a moment later. Whoever watches the video says when it has stood for too long. */
  #goOn(error: VhError): void {
    this.#options.report.trouble(error);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#hls.startLoad(), RETRY_MS * (0.7 + Math.random() * 0.6));
  }

  /** WebKitGTK drops sound that belongs before what it has: going back would lead to where that begins. */
  #isLost({ frag }: ErrorData): boolean {
    const { media, handOver } = this.#options;
    // What the start has appended is no news to the engine.
    if (frag && handOver?.urls.has(frag.url)) return false;
    return media.readyState < 3 && media.buffered.length > 0 && this.#resets.spend();
  }

  /**
   * Begins a fresh source where the video is. By itself hls.js would leave it paused, or go to where it first began;
   * and told to do both at once, it takes what the old source still says for the new one's, and waits for ever.
   */
  #renew(): void {
    const { media, report } = this.#options;
    const { currentTime } = media;
    // First it ends what it is doing.
    this.#renewal = setTimeout(() => {
      report.renew(() => this.#hls.detachMedia());
      this.#renewal = setTimeout(() => {
        this.#renewal = undefined;
        report.renew(() => this.#hls.attachMedia(media));
        this.#hls.startLoad(currentTime);
      });
    });
  }

  /** Reports the end when hls.js is done with what it is doing: it is destroyed for it. */
  #end(error?: VhError): void {
    if (this.#over) return;
    this.#over = true;
    const { report } = this.#options;
    queueMicrotask(() => {
      if (error) report.failed(error);
      else report.processing();
    });
  }
}
