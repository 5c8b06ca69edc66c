import { isVhError, VhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import { policyError } from '../../core/setup/policy-error.ts';
import { AudioTrackList } from '../stream/audio-track-list.ts';
import { firstFrame, clearPoster } from './first-picture.ts';
import { adaptersFor, mayHelp, type AdapterName, loadAdapter } from './choose-adapter.ts';
import { loadSource } from '../parts.ts';
import { comeBack, hasMore, LastPosition, type ComeBack } from './last-position.ts';
import type { AdapterReport, MediaAdapter } from '../adapters/media-adapter.ts';
import { nextPlayable, type Prepared } from './prepare-start.ts';
import { PlayIntent } from './play-intent.ts';
import type { AttemptEvent } from '../stream/playback-state.ts';
import { keepPosition, resumePosition } from '../memory/resume-position.ts';
import { FirstSegmentLoader } from '../fast-start/first-segment-loader.ts';
import type { Stream } from '../stream/stream.ts';
import { AttemptPhase } from './attempt-phase.ts';
import { currentAddress, SourceRefresher } from '../source/source-refresher.ts';
import type { FetchSource, PlaybackRequest } from '../source/playback-request.ts';
import type { MediaAddress, PlaybackSource } from '../source/playback-source.ts';
import { dispatchEngineEvent, seekByEngine } from '../media/engine-events.ts';
import { StallDetector } from './stall-detector.ts';
import { waitForMedia, waitForServer } from '../requests/wait-for-media.ts';
import { Watchdog } from '../requests/watchdog.ts';

export { StartPreparation } from './prepare-start.ts';

const STALL_TIMEOUT_MS = 13_000;
/** Seconds from where it is to begin: hls.js goes to the next picture. */
const SAME_PLACE_S = 1;
/** As `HTMLMediaElement.HAVE_CURRENT_DATA`. */
const HAVE_CURRENT_DATA = 2;

/** Settings of an `Attempt`. */
export interface AttemptOptions {
  /** Seconds: where to begin. */
  startTime: number;
  /** False: load the metadata only, until `start()`. */
  eager: boolean;
  /** Loads the code that plays; tests are late with it, or fail. */
  loadAdapter?: typeof loadAdapter | undefined;
  /** Without any data for this long, the media have failed; 13 seconds by default. */
  stallTimeoutMs?: number | undefined;
  /** Requests the source again; absent if the answer would be the same. */
  ask: FetchSource | undefined;
  report: (event: AttemptEvent) => void;
}

/**
 * One attempt to play one source in a video element: tries its addresses in order, watches what plays, and waits for media that
 * are away. It reports, and leaves it to its engine what to make of that.
 */
export class Attempt {
  /** The sound tracks of what plays, each in its place while the stream has it. */
  readonly audioTracks: AudioTrackList = new AudioTrackList((id) => this.#adapter?.selectAudioTrack(id));
  readonly #options: AttemptOptions & Prepared;
  readonly #abort = new AbortController();
  readonly #watchdog: Watchdog;
  readonly #stallWatch: StallDetector;
  readonly #intent: PlayIntent;
  /** The address that loads or plays. */
  #address: MediaAddress | undefined;
  readonly #phase: AttemptPhase;
  /** True once the media were live: from then on they never end, and come back. */
  #wasLive = false;
  readonly #refresher: SourceRefresher;
  #adapter: MediaAdapter | undefined;
  /** The prepared starter, until it is used. */
  #starter: FirstSegmentLoader | undefined;
  /** Where the video is. */
  readonly #place: LastPosition;
  /** Seconds: where it begins. */
  #beginsAt: number;
  /** Seconds: where the video resumed from an earlier visit. */
  readonly #resumedAt: number | undefined;
  #eager: boolean;
  /** Ends the wait of a start that has brought the metadata. */
  #started: (() => void) | undefined;
  /** Why another adapter plays: the better reason, if that one fails, too. */
  #firstError: VhError | undefined;

  constructor(prepared: Prepared, options: AttemptOptions) {
    this.#options = { ...prepared, ...options };
    const { media, source, preferences, starter } = prepared;
    this.#starter = starter;
    const { ask, startTime } = options;
    // A prepared starter has decided where to begin.
    const begin = this.#starter?.startTime ?? resumePosition(source, startTime, preferences);
    this.#place = new LastPosition(media, begin, this.#abort.signal);
    this.#beginsAt = begin;
    this.#resumedAt = begin === startTime ? undefined : begin;
    this.#eager = options.eager;
    const silent = () => this.#onStall('media-decode', 'Nothing that can be shown has arrived.');
    this.#watchdog = new Watchdog(options.stallTimeoutMs ?? STALL_TIMEOUT_MS, silent);
    const { signal } = this.#abort;
    const changed = (fresh: PlaybackSource) => this.#onSource(fresh);
    this.#refresher = new SourceRefresher(source, { ask, signal, changed });
    this.#phase = new AttemptPhase({ media, report: options.report, source: () => this.#source }, signal);
    media.addEventListener('loadedmetadata', () => this.#onReady(), { signal });
    keepPosition(media, source, preferences, { signal });
    media.addEventListener('seeking', () => this.#seeksMore && this.start(), { signal });
    const stalled = () => this.#onStall('media-network', 'The media stopped arriving.');
    this.#intent = new PlayIntent(media, signal);
    this.#stallWatch = new StallDetector(media, stalled, signal);
    for (const type of ['playing', 'ended'])
      media.addEventListener(type, () => this.#phase.play(), { signal });
    if (ask && source.id !== undefined && !preferences.isBackground) {
      const followed = { media, videoId: source.id, ask, signal };
      this.#withTracks(({ followCaptionNews }) => followCaptionNews(followed));
    }
    void this.#try(() => this.#attachFirst());
  }

  /** Loads the media themselves, beyond the metadata. */
  start(): void {
    if (this.#eager) return;
    this.#eager = true;
    this.#started?.();
    this.#adapter?.start();
    this.#restartWatchdog();
  }

  /** Loads no more, until `start()`. */
  rest(): void {
    if (!this.#eager) return;
    this.#eager = false;
    this.#watchdog.stop();
    this.#adapter?.rest();
  }

  /** True while it rests, and a seek waits for more than it has. */
  get #seeksMore(): boolean {
    const { seeking, readyState, buffered } = this.#options.media;
    return !this.#eager && seeking && readyState < HAVE_CURRENT_DATA && buffered.length > 0;
  }

  /** Begins elsewhere; false if the media have begun already. */
  moveStart(seconds: number): boolean {
    const { media } = this.#options;
    const { currentTime, readyState, played } = media;
    // Before it has gone to where it begins, its clock says 0.
    const isThere = currentTime === 0 || Math.abs(currentTime - this.#beginsAt) < SAME_PLACE_S;
    if (played.length > 0 || (readyState > 0 && !isThere)) return false;
    this.#beginsAt = this.#place.seconds = seconds;
    const { signal } = this.#abort;
    const seek = () => seekByEngine(media, this.#place.seconds);
    if (this.#phase.isReady) seek();
    // After the adapter's own, which goes to the former place.
    else media.addEventListener('loadedmetadata', () => queueMicrotask(seek), { signal, once: true });
    return true;
  }

  /** Seconds: where the video is. Takes note of that and of the picture that shows, for the next attempt. */
  note(): number {
    const still = this.#place.note();
    if (still) this.#options.report({ type: 'left', still });
    return this.#place.seconds;
  }

  /** Takes note of where the video is for a player that leaves the page, in case that request comes again. */
  leave(left: PlaybackRequest): ComeBack {
    return comeBack(this.#options.media, left, this.note());
  }

  /** True when the video has something to play from where it is, even if nothing more comes. */
  get hasMore(): boolean {
    return hasMore(this.#options.media);
  }

  /** The adapter that plays the media, once it is there. */
  get adapter(): MediaAdapter | undefined {
    return this.#adapter;
  }

  /** Leaves the video element as it was found. */
  destroy(): void {
    this.#end();
    this.#adapter?.destroy();
  }

  #end(): void {
    this.#abort.abort();
    this.#watchdog.stop();
  }

  /** Runs a step; its failure ends the attempt. */
  async #try(step: () => Promise<void>): Promise<void> {
    const { signal } = this.#abort;
    try {
      await step();
    } catch (cause) {
      if (signal.aborted) return;
      this.#fail(
        isVhError(cause) ? cause : new VhError('unexpected-answer', 'The playback failed.', { cause }),
      );
    }
  }

  get #source(): PlaybackSource {
    return this.#refresher.source;
  }

  async #attachFirst(): Promise<void> {
    await this.#refresher.beforeRequest();
    this.#abort.signal.throwIfAborted();
    const address = nextPlayable(this.#source, this.#options.media);
    if (!address) throw new VhError('media-unsupported', 'This browser can play none of the sources.');
    await this.#attach(address);
  }

  async #attach(earlier: MediaAddress, adapters = adaptersFor(earlier, this.#options)): Promise<void> {
    const { media, preferences } = this.#options;
    const address = currentAddress(this.#source, earlier);
    const { signal } = this.#abort;
    const [adapter = 'native', ...others] = adapters;
    const source = this.#source;
    this.#address = address;
    this.#phase.load({ source, address, resumedAt: this.#resumedAt });
    this.#restartWatchdog();
    const starter = this.#takeStarter(address);
    const handOver = adapter === 'hls.js' ? await starter.begin(this.#attached) : undefined;
    // The first segment has the metadata: hls.js would load on.
    if (handOver && !this.#eager && !this.#seeksMore)
      await new Promise<void>((resolve) => (this.#started = resolve));
    // Its code is large, and has much to set up: both would keep the first picture waiting.
    if (handOver) await firstFrame(media, signal);
    const eager = this.#eager;
    const makeAdapter = await (this.#options.loadAdapter ?? loadAdapter)(adapter, starter.needsAll);
    signal.throwIfAborted();
    // hls.js would ask for the list once more.
    const isUnread = adapter === 'hls.js' && !handOver && starter.memory.variantUrl === undefined;
    const stopped = isUnread && (await policyError(address.url, 'connect-src'));
    signal.throwIfAborted();
    if (stopped) return this.#onFailure(stopped, address, others);
    this.#adapter = makeAdapter({
      ...{ media, address, source, eager, handOver },
      report: this.#reportOf(address, others),
      preferences: { ...preferences },
      startTime: this.#place.seconds,
      memory: starter.memory,
      refresher: this.#refresher,
    });
    starter.isTaken = true;
    if (this.#eager !== eager) this.#adapter[eager ? 'rest' : 'start']();
    if (!handOver) this.#attached();
  }

  readonly #attached = (): void =>
    this.#options.report({ type: 'attached', clearPoster: () => clearPoster(this.#options.media) });

  /** The starter that was prepared for this address, else a new one. */
  #takeStarter(address: MediaAddress): FirstSegmentLoader {
    const prepared = this.#starter;
    this.#starter = undefined;
    const { media, preferences, decorator } = this.#options;
    const [source, startTime, { signal }] = [this.#source, this.#place.seconds, this.#abort];
    if (prepared?.address === address) return prepared;
    return new FirstSegmentLoader({ media, source, address, startTime, preferences, decorator, signal });
  }

  #reportOf(address: MediaAddress, others: readonly AdapterName[]): AdapterReport {
    return {
      active: () => {
        this.#restartWatchdog();
        this.#stallWatch.restart();
      },
      answered: this.#phase.note,
      trouble: (error) => {
        this.#stallWatch.trouble = error;
        this.#report(error);
      },
      stream: (stream) => this.#onStream(stream),
      processing: () => void this.#try(() => this.#waitForMedia(address)),
      renew: (step) => {
        this.#interrupt();
        step();
        this.#attached();
      },
      failed: (error) => void this.#try(() => this.#onFailure(error, address, others)),
    };
  }

  /** Something failed, and the source continues. */
  #report(error: VhError): void {
    dispatchEngineEvent(this.#options.media, 'vh-engine-trouble', error);
  }

  #restartWatchdog(): void {
    if (this.#phase.isLoading && this.#eager) this.#watchdog.restart();
  }

  #onReady(): void {
    this.#watchdog.stop();
    this.#phase.becomeReady();
  }

  /** Call it before the video gets another source, or none. */
  #interrupt(): void {
    if (this.#intent.isToPlay) this.#options.report({ type: 'interrupted' });
  }

  /** The video has stood for too long. A live stream recovers automatically; anything else needs the viewer. */
  #onStall(code: VhErrorCode, message: string): void {
    if (this.#wasLive) {
      if (this.#phase.isWaiting) return;
      this.#report(this.#stallWatch.trouble ?? new VhError(code, message));
      return this.#phase.wait('stopped');
    }
    this.#fail(this.#stallWatch.trouble ?? new VhError(code, message));
  }

  /** The view follows the source; the adapter takes the addresses when it needs them. */
  #onSource(source: PlaybackSource): void {
    const { media, report } = this.#options;
    report({ type: 'renewed', source });
    this.#withTracks(({ renewTracks }) => renewTracks(media, source));
  }

  /** By the code that brought the source, and with it the tracks. */
  #withTracks(step: (code: Awaited<ReturnType<typeof loadSource>>) => void): void {
    loadSource().then(step, () => {});
  }

  #onStream(stream: Stream): void {
    this.audioTracks.update(stream.audioTracks);
    this.#wasLive ||= stream.live !== undefined;
    this.#stallWatch.isLive = this.#wasLive;
    this.#options.report({ type: 'stream', stream });
  }

  async #onFailure(error: VhError, address: MediaAddress, others: readonly AdapterName[]): Promise<void> {
    const hadBegun = this.#phase.isReady;
    const refused = this.#source;
    this.#watchdog.stop();
    if (this.#wasLive && error.code !== 'media-unsupported' && error.code !== 'blocked-by-policy') {
      this.#report(error);
      return this.#waitForMedia(address, true);
    }
    const isReplaced = await this.#refresher.replaceRefused(refused, error.status);
    this.#abort.signal.throwIfAborted();
    if (isReplaced) {
      this.#closeAdapter();
      return this.#attachFirst();
    }
    if (others.length > 0 && mayHelp(error.code, others)) {
      this.#firstError ??= error;
      this.#report(error);
      this.#closeAdapter();
      return this.#attach(address, others);
    }
    const next = hadBegun ? undefined : nextPlayable(this.#source, this.#options.media, address);
    if (!next) throw this.#firstError ?? error;
    this.#report(error);
    this.#closeAdapter();
    await this.#attach(next);
  }

  async #waitForMedia(address: MediaAddress, isLive = this.#wasLive): Promise<void> {
    const { signal } = this.#abort;
    this.#closeAdapter();
    // A live stream is joined where it is then.
    if (isLive) this.#place.seconds = 0;
    this.#phase.wait();
    const { decorator } = this.#options;
    const url = () => currentAddress(this.#source, address).url;
    await waitForMedia({ address: url, wasLive: isLive, answered: this.#phase.note, decorator }, signal);
    await this.#attach(address);
  }

  /** Ends the adapter and remembers the position for the next one. */
  #closeAdapter(): void {
    this.#watchdog.stop();
    this.note();
    this.#interrupt();
    this.#adapter?.destroy();
    this.#adapter = undefined;
  }

  #fail(error: VhError): void {
    if (this.#abort.signal.aborted) return;
    const { report, media, decorator } = this.#options;
    this.note();
    // What is there stays, until another try or another source.
    const { paused } = media;
    if (media.readyState > 0) this.#adapter?.rest();
    else this.#adapter?.destroy();
    // A video that loses its source is paused without a word.
    if (media.paused !== paused) queueMicrotask(() => media.dispatchEvent(new Event('pause')));
    this.#end();
    const url = !this.#phase.isWaiting && error.code === 'media-network' && this.#address?.url;
    report({
      type: 'given-up',
      error,
      isToPlay: this.#intent.isToPlay,
      untilBack: url ? (signal) => waitForServer(url, signal, decorator) : undefined,
    });
  }
}
