import { Client } from '../client/client.ts';
import type { Grant } from '../core/grant.ts';
import { isId } from '../core/id.ts';
import { VhError } from '../core/vh-error.ts';
import { hasFailed, type VideoStatus } from '../core/video-status.ts';
import type { UploadedVideo } from '../core/video.ts';
import { answerText } from './answer-text.ts';
import { orAbort } from './or-abort.ts';
import { within } from './time-limit.ts';
import type { UploadWorld } from './upload-world.ts';

/** What the watch may ask with. */
export interface WatchOptions {
  video: UploadedVideo;
  grant: Grant | undefined;
  backend: string | undefined;
  /** Where manifests are, for an answer that did not say. */
  assetUrl: string | undefined;
  world: UploadWorld;
  signal: AbortSignal;
}

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;
const GROWTH = 1.4;
/** About three hours: what takes longer is no longer watched by anybody. */
const MOST_POLLS = 750;
/** Milliseconds for one look at a manifest. */
const LOOK = 15_000;

/** Questions without any answer after which a way is no use: the browser may not be allowed to hear it. */
const TIRED = 5;

/** One way of asking. */
interface Way {
  /** Answers nothing when it cannot say. */
  ask: () => Promise<boolean | undefined>;
  /** Questions in a row that came to nothing, of a way that never answered. */
  silent: number;
}

/**
 * Resolves with `true` when the video can be played, with `false` when nobody can say. Throws `processing-failed`
 * when it never will be.
 */
export async function watchProcessing(options: WatchOptions): Promise<boolean> {
  const { world, signal } = options;
  let ways = waysToAsk(options);
  for (let poll = 0, wait = FIRST_WAIT; poll < MOST_POLLS; poll++) {
    const { playable, able } = await askInTurn(ways, world, signal);
    if (playable) return true;
    ways = able;
    if (ways.length === 0) return false;
    // Between half and all of it, so that those who finished together do not ask together.
    await world.sleep(wait * (0.5 + world.random() / 2), signal);
    wait = Math.min(wait * GROWTH, LONGEST_WAIT);
  }
  return false;
}

/** Asks one way after the other until one can say; those that are no use fall away. */
async function askInTurn(
  ways: Way[],
  world: UploadWorld,
  signal: AbortSignal,
): Promise<{ playable: boolean; able: Way[] }> {
  const able = [...ways];
  for (const way of ways) {
    try {
      const playable = await way.ask();
      way.silent = -Infinity;
      if (playable !== undefined) return { playable, able };
      able.splice(able.indexOf(way), 1);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof VhError)) throw error;
      if (error.code === 'processing-failed') throw error;
      const { status } = error;
      if (status === undefined && !world.isOffline()) way.silent++;
      // A right that has ended does not come back; anything else may be better the next time.
      const isRefused = status !== undefined && status < 500 && status !== 429;
      if (isRefused || way.silent >= TIRED) able.splice(able.indexOf(way), 1);
    }
  }
  return { playable: false, able };
}

function waysToAsk({ video, grant, backend, assetUrl, world, signal }: WatchOptions): Way[] {
  const client = new Client({ backend, world });
  const { videoId, assets } = video;
  const ways: Way['ask'][] = [];
  // A store's own name for a file is no id that the service knows.
  const isAskable = isId(videoId);
  if (isAskable && grant?.token !== undefined) {
    ways.push(async () => judge(await client.uploadStatus(grant, videoId, { signal })));
  }
  if (isAskable && backend) ways.push(async () => judge(await client.videoStatus(videoId, { signal })));
  const site = isAskable ? assetUrl : undefined;
  const manifest = assets?.hls ?? (site && `${site.replace(/\/+$/, '')}/vod/${videoId}/hls/manifest.m3u8`);
  if (manifest) ways.push(() => hasManifest(manifest, world, signal));
  return ways.map((ask) => ({ ask, silent: 0 }));
}

function judge(status: VideoStatus | undefined): boolean | undefined {
  if (!status) return undefined;
  if (hasFailed(status)) {
    const { reason } = status.encoding;
    throw new VhError(
      'processing-failed',
      `The service could not make a video of the file${reason ? ` (${reason.slice(0, 200)})` : ''}.`,
    );
  }
  return status.encoding.playable;
}

/** The service answers 202, or nothing, for as long as there is no manifest. */
async function hasManifest(url: string, world: UploadWorld, signal: AbortSignal): Promise<boolean> {
  const init = { cache: 'no-store', referrerPolicy: 'no-referrer' } as const;
  try {
    return await within(LOOK, world, signal, async (soon) => {
      const response = await orAbort(world.fetch(url, { ...init, signal: soon }), soon);
      // More than it may have is something, too: whether it can be played is for the player to say.
      const text = await orAbort(answerText(response), soon);
      return response.status === 200 && text !== '';
    });
  } catch {
    signal.throwIfAborted();
    throw new VhError('network', 'The manifest could not be reached.');
  }
}
