import type Hls from 'hls.js';
import type { HlsConfig, LoaderResponse, LoadPolicy, RetryConfig } from 'hls.js';
import { playlistLoader, segmentLoader } from './loaders/preloaded-loaders.ts';
import { rememberedBandwidth } from '../../memory/bandwidth.ts';
import type { PrefetchedData } from '../../fast-start/prefetched-data.ts';
import type { HlsDecorator } from '../../requests/request-decorator.ts';
import { hedgingLoader } from './loaders/hedging-loader.ts';

/** About ten seconds: a viewer who waits longer gets an error. */
const MAX_RETRIES = 8;

/** The part of the configuration that depends on the source. */
export interface HlsSettings {
  /** Data fetched before. */
  memory: PrefetchedData;
  /** Seconds: where to begin; -1 where the stream does. */
  startTime: number;
  /** False: the tracks come from elsewhere, and the stream's own are left alone. */
  captions: boolean;
  /** True while a viewer waits for media, or soon will. */
  isUrgent: () => boolean;
  /** Adds to the request. */
  decorator?: HlsDecorator | undefined;
  /** Makes a loader whose addresses are refreshed; absent where they cannot be. */
  renew?: ((base: HlsConfig['loader']) => HlsConfig['loader']) | undefined;
}

/** The configuration of one hls.js. What differs from its defaults has a reason beside it. */
export function hlsConfig(settings: HlsSettings, library: typeof Hls): Partial<HlsConfig> {
  const config: Partial<HlsConfig> = {
    // A worker made of a string is what Trusted Types forbid, and remuxing is cheap.
    enableWorker: false,
    // The first segment need not wait for the video element.
    startFragPrefetch: true,
    // One round trip saved: the first segment itself measures the line.
    testBandwidth: false,
    // Begin small, step up quickly: an early picture counts for more than a sharp one.
    abrEwmaDefaultEstimate: rememberedBandwidth() ?? 700_000,
    // By default hls.js keeps everything that was played.
    backBufferLength: 30,
    // A live stream has no end: its duration is infinite, as in a native player.
    liveDurationInfinity: true,
    // An encoder that is away comes back at its own time: the stall watch says meanwhile that the stream waits.
    liveMaxUnchangedPlaylistRefresh: Infinity,
    startPosition: settings.startTime >= 0 ? settings.startTime : -1,
    // Its native tracks are `data:` files, which `media-src` rightly refuses: we make our own.
    renderTextTracksNatively: false,
    // A request silent for longer is dead to a viewer; one that moves on has two minutes.
    manifestLoadPolicy: policy(4_000, 20_000),
    playlistLoadPolicy: policy(6_000, 20_000),
    fragLoadPolicy: policy(6_000, 120_000),
  };
  const watched = hedgingLoader(library.DefaultConfig.loader, settings.isUrgent, settings.decorator);
  if (settings.decorator) config.xhrSetup = settings.decorator.xhrSetup;
  const loader = (config.loader = settings.renew?.(watched) ?? watched);
  const { texts, pieces } = settings.memory;
  if (texts.size > 0) config.pLoader = playlistLoader(texts, loader);
  if (pieces.size > 0) config.fLoader = segmentLoader(pieces, loader);
  if (!settings.captions) {
    // Taken out of the merged configuration, these are never made.
    Object.assign(config, { subtitleTrackController: undefined, subtitleStreamController: undefined });
  }
  return config;
}

function policy(firstByteMs: number, loadMs: number): LoadPolicy {
  return {
    default: {
      maxTimeToFirstByteMs: firstByteMs,
      maxLoadTimeMs: loadMs,
      timeoutRetry: retryConfig(2),
      errorRetry: { ...retryConfig(MAX_RETRIES), shouldRetry },
    },
  };
}

/** A random delay, so that players that failed together do not retry together. */
function retryConfig(maxNumRetry: number): RetryConfig {
  const retryDelayMs = 300 + Math.random() * 300;
  const maxRetryDelayMs = 1_000 + Math.random() * 500;
  return { maxNumRetry, retryDelayMs, maxRetryDelayMs, backoff: 'exponential' };
}

/**
 * hls.js never asks again after a broken connection or a 4xx; a file that is just being published answers 404 for a moment.
 */
function shouldRetry(
  _config: RetryConfig | null | undefined,
  count: number,
  _isTimeout: boolean,
  response: LoaderResponse | undefined,
  retry: boolean,
): boolean {
  if (response?.code === 0) return count < MAX_RETRIES;
  return retry || ((response?.code === 404 || response?.code === 429) && count < 2);
}
