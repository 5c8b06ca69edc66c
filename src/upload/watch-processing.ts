import { Client } from '../client/client.ts';
import type { Grant } from '../core/grant.ts';
import { VhError } from '../core/vh-error.ts';
import { hasFailed, type UploadedVideo, type VideoStatus } from '../core/video.ts';
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

/** One way of asking; it answers nothing when it cannot say. */
type Ask = () => Promise<boolean | undefined>;

/**
 * Resolves with `true` when the video can be played, with `false` when nobody can say. Throws `processing-failed`
 * when it never will be.
 */
export async function watchProcessing(options: WatchOptions): Promise<boolean> {
  const { world, signal } = options;
  let ways = waysToAsk(options);
  for (let poll = 0, wait = FIRST_WAIT; poll < MOST_POLLS; poll++) {
    const { playable, able } = await askInTurn(ways, signal);
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
async function askInTurn(ways: Ask[], signal: AbortSignal): Promise<{ playable: boolean; able: Ask[] }> {
  const able = [...ways];
  for (const ask of ways) {
    try {
      const playable = await ask();
      if (playable !== undefined) return { playable, able };
      able.splice(able.indexOf(ask), 1);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof VhError)) throw error;
      if (error.code === 'processing-failed') throw error;
      // A right that has ended does not come back; anything else may be better the next time.
      if (error.status !== undefined && error.status < 500 && error.status !== 429)
        able.splice(able.indexOf(ask), 1);
    }
  }
  return { playable: false, able };
}

function waysToAsk({ video, grant, backend, assetUrl, world, signal }: WatchOptions): Ask[] {
  const client = new Client({ backend, world });
  const { videoId, assets } = video;
  const ways: Ask[] = [];
  if (grant?.token !== undefined) {
    ways.push(async () => judge(await client.uploadStatus(grant, videoId, { signal })));
  }
  if (backend) ways.push(async () => judge(await client.videoStatus(videoId, { signal })));
  const manifest =
    assets?.hls ?? (assetUrl && `${assetUrl.replace(/\/+$/, '')}/vod/${videoId}/hls/manifest.m3u8`);
  if (manifest) ways.push(() => hasManifest(manifest, world, signal));
  return ways;
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
  try {
    const response = await world.fetch(url, { cache: 'no-store', referrerPolicy: 'no-referrer', signal });
    const text = await response.text();
    return response.status === 200 && text !== '';
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
