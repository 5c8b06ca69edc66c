import type Hls from 'hls.js';
import type { ErrorData, Events, Fragment, HlsConfig, LevelLoadedData, ManifestLoadedData } from 'hls.js';
import { VhError } from '../../../core/errors/vh-error.ts';
import { watchPolicy } from '../../../core/setup/page-policy.ts';
import { policyError } from '../../../core/setup/policy-error.ts';
import { currentAddress } from '../../source/source-refresher.ts';
import { UrlTranslator } from './loaders/url-translator.ts';
import { offerAirPlay } from './airplay.ts';
import { hasInvalidTimestamps, failOver, answerOf, hlsError, isProcessing } from './hls-errors.ts';
import { HlsTextTracks } from './tracks/text-tracks.ts';
import { hlsConfig } from './hls-config.ts';
import { attachAtStart, attachBuffered } from './attach-buffered.ts';
import { HlsStream } from './hls-stream.ts';
import { returnToLiveEdge, bufferedAhead, holdLatency } from './live-edge.ts';
import type { AdapterOptions, MediaAdapter } from '../media-adapter.ts';
import { loadStreamChapters } from '../../parts.ts';
import { dispatchEngineEvent } from '../../media/engine-events.ts';
import { keepRate } from '../../media/keep-rate.ts';
import { RecoveryBudget } from '../../requests/recovery-budget.ts';
import { refreshingLoader } from './loaders/refreshing-loader.ts';
import type { LivePosition } from '../../stream/stream.ts';
import type { StreamPreferences } from '../../stream/stream-preferences.ts';

type LoaderClass = HlsConfig['loader'];

const MAX_RECOVERIES = 2;
const MAX_RESETS = 6;
const RECOVERY_WINDOW_MS = 60_000;
const RETRY_MS = 1_000;
const SECOND_RECOVERY_MS = 1_500;
const LEAST_TO_SHOW_S = 0.3;
const BROKEN_MS = 300;
/** Segments without media in a row: fewer are a hole, over which hls.js goes. */
const MAX_EMPTY = 4;
/** Seconds at the end of a film that may be missing. */
const LAST_S = 0.5;
/** Seconds in the buffer below which a viewer is about to wait. */
const URGENT_S = 3;
/** Seconds that hls.js wants ahead while no more than the first segment is to load. */
const FIRST_S = 0.1;
/** Seconds from where it is to begin: hls.js goes to the next picture. */
const SAME_PLACE_S = 1;

/** Plays HLS with hls.js over Media Source Extensions. */
export class HlsAdapter implements MediaAdapter {
  readonly #hls: Hls;
  readonly #options: AdapterOptions;
  readonly #captions: HlsTextTracks | undefined;
  readonly #stream: HlsStream;
  readonly #budget = new RecoveryBudget(MAX_RECOVERIES, RECOVERY_WINDOW_MS);
  readonly #resets = new RecoveryBudget(MAX_RESETS, RECOVERY_WINDOW_MS);
  readonly #abort = new AbortController();
  readonly #eos: typeof Events.BUFFER_EOS;
  /** Aborts once more than the metadata is wanted. */
  readonly #wantsMore = new AbortController();
  /** How far hls.js buffers then; undefined where it always did. */
  #limits: Pick<HlsConfig, 'maxBufferLength' | 'maxMaxBufferLength'> | undefined;
  #over = false;
  /** Seconds: where it begins; undefined once it is there, or where a viewer went. */
  #beginsAt: number | undefined;
  /** True since a segment could not be loaded, until one can. */
  #isRefused = false;
  /** Segments in a row that held nothing, by what they are a part of. */
  #empties: Record<string, number> = {};
  /** There while a fresh source is on its way. */
  #renewal: ReturnType<typeof setTimeout> | undefined;
  /** There while another try is on its way. */
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** There while hls.js has its chance to notice that the media are broken. */
  #broken: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AdapterOptions, library: typeof Hls) {
    this.#options = options;
    this.#beginsAt = options.startTime;
    const { source, address, media, eager, memory, handOver, preferences, report } = options;
    const captions = source.captions.length === 0;
    // A viewer who went back meanwhile stays there.
    const begun = handOver && Math.min(options.startTime, media.currentTime);
    const startTime = begun ?? (options.startTime || -1);
    const renew = this.#makeRenew(options);
    const isUrgent = () => bufferedAhead(media) < URGENT_S * media.playbackRate;
    const decorator = memory.decorator?.forHls(() => this.#hls);
    const settings = { memory, startTime, captions, renew, isUrgent, decorator };
    this.#hls = new library(hlsConfig(settings, library));
    const { Events } = library;
    this.#eos = Events.BUFFER_EOS;
    this.#hls.on(Events.ERROR, (_event, data) => this.#onError(data));
    this.#hls.on(Events.LEVEL_LOADED, (_event, data) => this.#onLevel(data));
    this.#hls.on(Events.MANIFEST_LOADED, (_event, { sessionData, url: base }) => {
      report.active();
      // The service's own are made for its pages.
      if (source.chapters.length === 0) this.#addChapters(sessionData, base);
    });
    this.#hls.on(Events.FRAG_BUFFERED, (_event, { frag }) => this.#onSegment(frag));
    this.#hls.on(Events.MEDIA_DETACHING, () => this.#followReset(Events.MEDIA_ATTACHED));
    media.addEventListener('error', () => this.#onInvalidTimestamps(), { signal: this.#abort.signal });
    // Before listeners that would take it for the viewer's.
    const first = { signal: this.#abort.signal, capture: true };
    for (const type of ['seeking', 'playing']) media.addEventListener(type, () => this.#onBegun(), first);
    this.#captions = captions ? new HlsTextTracks(this.#hls, library, media) : undefined;
    holdLatency(this.#hls, media, this.#abort.signal);
    returnToLiveEdge(this.#hls, library, media, this.#abort.signal);
    failOver(this.#hls, library, (data) => report.trouble(hlsError(data)));
    if (eager) this.#wantsMore.abort();
    else this.#keepToFirstSegment();
    this.#stream = new HlsStream(this.#hls, library, { media, preferences, changed: report.stream });
    const url = new URL(address.url, document.baseURI).href;
    this.#offerAirPlay(library);
    if (memory.variantUrl !== undefined) attachAtStart(memory.variantUrl, this.#hls, library);
    watchPolicy('media-src', 'blob');
    this.#hls.loadSource(url);
    if (handOver) attachBuffered(this.#hls, media, handOver);
    else keepRate(media, () => this.#hls.attachMedia(media));
  }

  /** Until more is wanted. A busy page hears of the first picture when hls.js would already have asked for more. */
  #keepToFirstSegment(): void {
    const { config } = this.#hls;
    const { maxBufferLength, maxMaxBufferLength } = config;
    this.#limits = { maxBufferLength, maxMaxBufferLength };
    Object.assign(config, { maxBufferLength: FIRST_S, maxMaxBufferLength: FIRST_S });
    const { signal } = this.#wantsMore;
    this.#options.media.addEventListener('loadeddata', () => this.#hls.stopLoad(), { signal });
  }

  #offerAirPlay(library: typeof Hls): void {
    const { media, address, refresher } = this.#options;
    const { signal } = this.#abort;
    offerAirPlay(this.#hls, library, {
      media,
      url: () => new URL(currentAddress(refresher.source, address).url, document.baseURI).href,
      onChange: (update) => refresher.follow(update, signal),
      signal,
    });
  }

  /** How loaders get fresh addresses; undefined without a source of them. */
  #makeRenew({ refresher, memory }: AdapterOptions): ((base: LoaderClass) => LoaderClass) | undefined {
    if (!refresher.canRefresh) return undefined;
    const addresses = new UrlTranslator(refresher, this.#abort.signal, memory.decorator);
    for (const [asked, { url, text }] of memory.texts) addresses.note(asked, url, text);
    return (base) => refreshingLoader(base, refresher, addresses);
  }

  start(): void {
    this.#wantsMore.abort();
    Object.assign(this.#hls.config, this.#limits);
    this.#startLoad();
  }

  rest(): void {
    clearTimeout(this.#retry);
    this.#hls.stopLoad();
  }

  prefer(preferences: StreamPreferences): void {
    this.#stream.prefer(preferences);
  }

  selectAudioTrack(id: string): void {
    this.#stream.selectAudioTrack(id);
  }

  get bandwidth(): number | undefined {
    return this.#stream.bandwidth;
  }

  get live(): LivePosition | undefined {
    return this.#stream.live;
  }

  destroy(): void {
    this.#over = true;
    this.#abort.abort();
    this.#wantsMore.abort();
    this.#stream.destroy();
    clearTimeout(this.#renewal);
    clearTimeout(this.#retry);
    clearTimeout(this.#broken);
    keepRate(this.#options.media, () => this.#hls.destroy());
    // Last, since hls.js names its tracks once more on its way out.
    this.#captions?.destroy();
  }

  #addChapters(data: ManifestLoadedData['sessionData'], base: string): void {
    const uri: unknown = data?.['com.apple.hls.chapters']?.['URI'];
    if (typeof uri !== 'string' || this.#options.preferences.isBackground) return;
    loadStreamChapters().then(
      ({ addStreamChapters }) => addStreamChapters(this.#options.media, { uri, base }, this.#abort.signal),
      () => {},
    );
  }

  /** A playlist whose segments last no time is never an error to hls.js: it waits forever. */
  #onLevel({ details }: LevelLoadedData): void {
    this.#options.report.answered?.('good');
    // A playlist that is the same at each reload brings nothing.
    // A list that grows is no sign of life while its segments are refused.
    if (details.advanced && !this.#isRefused) this.#options.report.active();
    if (details.live || details.totalduration > 0) return;
    this.#end(new VhError('media-decode', 'A playlist has no segment of any duration.'));
  }

  /** A segment without media is no sign of life; hls.js may ask for it again at once, without end and without a word. */
  #onSegment(segment: Fragment): void {
    const { type, elementaryStreams } = segment;
    if (hasInvalidTimestamps(segment, this.#hls.latestLevelDetails)) {
      const error = new VhError('media-decode', 'A segment has invalid timestamps.');
      return this.#recover(error) ? undefined : this.#end(error);
    }
    const hasMedia = Object.values(elementaryStreams).some((stream) => stream !== null);
    this.#empties[type] = hasMedia ? 0 : (this.#empties[type] ?? 0) + 1;
    if (hasMedia) {
      this.#isRefused = false;
      this.#options.report.answered?.('good');
      return this.#options.report.active();
    }
    if (this.#empties[type] < MAX_EMPTY) return;
    this.#empties = {};
    this.#hls.stopLoad();
    this.#goOn(new VhError('media-decode', 'A segment has neither video nor audio.'));
  }

  #onError(data: ErrorData): void {
    if (this.#over || this.#renewal !== undefined) return;
    // As a word, so that the enum, and hls.js with it, need not be here.
    const details: string = data.details;
    if (details.startsWith('fragLoad')) this.#isRefused = true;
    if (details === 'bufferAppendNoProgress' && this.#isLost(data)) return this.#renew();
    if (details === 'bufferStalledError') this.#endIfDone();
    // It has just moved the video, over a hole or to wake it up.
    if (details === 'bufferNudgeOnStall' || details === 'bufferSeekOverHole') this.#reportSeek();
    if (data.type.startsWith('network')) {
      const answer = answerOf(data);
      if (answer) this.#options.report.answered?.(answer);
      if (answer === 'none') void this.#endIfStopped(data);
    }
    if (!data.fatal) return;
    if (isProcessing(data)) return this.#end();
    const error = hlsError(data);
    if (data.type.startsWith('media') && this.#recover(error)) return;
    if (!data.details.startsWith('manifest') && this.#isWorthAnother(error)) return this.#goOn(error);
    this.#end(error);
  }

  /** Ends where the page's policy does not allow the address: hls.js would ask again and again. */
  async #endIfStopped({ url, frag, context }: ErrorData): Promise<void> {
    const address = url ?? frag?.url ?? context?.url;
    const stopped = address && (await policyError(address, 'connect-src'));
    if (stopped) this.#end(stopped);
  }

  /** The video is where it begins: hls.js has led it there, or a viewer goes elsewhere already. */
  #onBegun(): void {
    const { media, handOver } = this.#options;
    const { seeking, currentTime } = media;
    const beginsAt = this.#beginsAt;
    this.#beginsAt = undefined;
    if (!seeking || beginsAt === undefined) return;
    // A video that is handed over is there already.
    const isThere = !handOver && Math.abs(currentTime - beginsAt) < SAME_PLACE_S;
    if (this.#stream.live || isThere) this.#reportSeek();
  }

  #reportSeek(): void {
    const { media } = this.#options;
    dispatchEngineEvent(media, 'vh-engine-seek', media.currentTime);
  }

  /** Starts over after media that cannot be decoded; false after too many attempts. */
  #recover(error: VhError): boolean {
    // Broken data are often the same a moment later, and whole again some moments later.
    const waitMs = this.#budget.isUntouched ? 0 : SECOND_RECOVERY_MS;
    if (error.code !== 'media-decode' || !this.#budget.spend()) return false;
    this.#options.report.trouble(error);
    this.#renew(waitMs);
    return true;
  }

  /** hls.js detects undecodable media at its next append: never, once it has appended all. */
  #onInvalidTimestamps(): void {
    const { media } = this.#options;
    const { error: cause } = media;
    clearTimeout(this.#broken);
    this.#broken = setTimeout(() => {
      if (!cause || media.error !== cause || this.#over || this.#renewal !== undefined) return;
      const error = new VhError('media-decode', 'The media cannot be decoded.', { cause });
      if (!this.#recover(error)) this.#end(error);
    }, BROKEN_MS);
  }

  /** hls.js alone waits forever at the end of some films whose timestamps start over in between. */
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

  /** Tries again a moment later. The stall detector decides when the video has stalled for too long. */
  #goOn(error: VhError): void {
    this.#options.report.trouble(error);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#startLoad(), RETRY_MS * (0.7 + Math.random() * 0.6));
  }

  /** Without a position, hls.js begins a film at its start if none of its segments has come yet. */
  #startLoad(): void {
    const { currentTime } = this.#options.media;
    const place = this.#beginsAt === undefined ? currentTime : currentTime || this.#beginsAt || -1;
    this.#hls.startLoad(this.#stream.live ? -1 : place);
  }

  /** WebKitGTK drops sound that belongs before what it has: going back would lead to where that begins. */
  #isLost({ frag }: ErrorData): boolean {
    const { media, handOver } = this.#options;
    // Data that the starter has appended are no news to hls.js.
    if (frag && handOver?.urls.has(frag.url)) return false;
    return media.readyState < 3 && media.buffered.length > 0 && this.#resets.spend();
  }

  /**
   * Begins a fresh source where the video is. Alone hls.js would leave it paused, or go to where it first began;
   * and asked to do both at once, it takes what the old source still says for the new one's, and waits forever.
   */
  #renew(waitMs = 0): void {
    const { media, report } = this.#options;
    const { currentTime } = media;
    if (waitMs > 0) this.#hls.stopLoad();
    // First it ends what it is doing.
    this.#renewal = setTimeout(() => {
      report.renew(() => keepRate(media, () => this.#hls.detachMedia()));
      this.#renewal = setTimeout(() => {
        this.#renewal = undefined;
        report.renew(() => keepRate(media, () => this.#hls.attachMedia(media)));
        this.#hls.startLoad(currentTime);
      });
    }, waitMs);
  }

  /** By default, hls.js gives the video a fresh source when a buffer has failed; the video plays on then. */
  #followReset(attached: typeof Events.MEDIA_ATTACHED): void {
    if (this.#over || this.#renewal !== undefined) return;
    this.#hls.once(attached, () => this.#options.report.renew(() => {}));
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
