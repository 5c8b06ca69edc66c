import { Client } from '../../client/client.ts';
import type { BackendCredentials } from '../../core/config.ts';
import type { Grant } from '../../core/wire/grant.ts';
import { isId } from '../../core/wire/id.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { hasFailed, type VideoStatus } from '../../core/wire/video-status.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import { readAnswerText } from '../transports/read-answer-text.ts';
import { abortable } from '../../core/async/abortable.ts';
import { withTimeout } from '../retry/with-timeout.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

/** Settings of `watchProcessing`. */
export interface WatchOptions {
  video: UploadedVideo;
  grant: Grant | undefined;
  backend: string | undefined;
  credentials?: BackendCredentials | undefined;
  /** Where manifests are, for an answer that did not say. */
  assetUrl: string | undefined;
  /** The SHA-256 of what was sent, where it is wanted: one that the service says has to be the same. */
  checksum?: Promise<string | undefined> | undefined;
  environment: UploadEnvironment;
  signal: AbortSignal;
}

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
const DELAY_GROWTH = 1.4;
/** About three hours: no visitor waits longer. */
const MAX_POLLS = 750;
const MANIFEST_TIMEOUT_MS = 15_000;

/** A source that never answers is dropped after this number of requests: the browser may hide its answers. */
const MAX_UNANSWERED = 5;

/** One source of the status. */
interface StatusSource {
  /** Resolves with undefined when the source cannot say. */
  ask: () => Promise<boolean | undefined>;
  /** Failed requests in a row, of a source that never answered. */
  unanswered: number;
}

/**
 * Resolves with `true` when the video can be played, with `false` when no source can say. Throws `processing-failed`
 * when the service cannot make a video of the file, `checksum-mismatch` when it has stored other bytes than were sent.
 */
export async function watchProcessing(options: WatchOptions): Promise<boolean> {
  const { environment, signal } = options;
  await compare(options, options.video.sha256);
  let ways = statusSources(options);
  for (let poll = 0, wait = FIRST_DELAY_MS; poll < MAX_POLLS; poll++) {
    const { playable, able } = await askInTurn(ways, environment, signal);
    if (playable) {
      // What is known of it by then belongs to what can be played.
      if (options.checksum) await abortable(options.checksum, signal);
      return true;
    }
    ways = able;
    if (ways.length === 0) return false;
    // Between half and all of it, so that clients that finished together do not ask together.
    await environment.sleep(wait * (0.5 + environment.random() / 2), signal);
    wait = Math.min(wait * DELAY_GROWTH, MAX_DELAY_MS);
  }
  return false;
}

/** Asks the sources in turn until one answers; drops the others. */
async function askInTurn(
  ways: StatusSource[],
  environment: UploadEnvironment,
  signal: AbortSignal,
): Promise<{ playable: boolean; able: StatusSource[] }> {
  const able = [...ways];
  for (const way of ways) {
    try {
      const playable = await way.ask();
      way.unanswered = -Infinity;
      if (playable !== undefined) return { playable, able };
      able.splice(able.indexOf(way), 1);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof VhError)) throw error;
      if (error.code === 'processing-failed' || error.code === 'checksum-mismatch') throw error;
      const { status } = error;
      if (status === undefined && !environment.isOffline()) way.unanswered++;
      // An expired credential stays expired; anything else may succeed at the next poll.
      const isRefused = status !== undefined && status < 500 && status !== 429;
      if (isRefused || way.unanswered >= MAX_UNANSWERED) able.splice(able.indexOf(way), 1);
    }
  }
  return { playable: false, able };
}

function statusSources(options: WatchOptions): StatusSource[] {
  const { video, grant, backend, credentials, assetUrl, environment, signal } = options;
  const client = new Client({ backend, credentials, environment });
  const { videoId, assets } = video;
  const ways: StatusSource['ask'][] = [];
  // A store's own name for a file is no id that the service knows.
  const isAskable = isId(videoId);
  let isTold = false;
  if (isAskable && backend)
    ways.push(async () => {
      const status = await client.videoStatus(videoId, { signal });
      isTold = true;
      await compare(options, status.ingest?.sha256);
      return readPlayable(status);
    });
  // After the backend: that deletes the token as soon as it hears that all bytes are stored, also by a webhook.
  if (isAskable && grant?.token !== undefined)
    ways.push(async () => {
      if (isTold) return undefined;
      const status = await client.uploadStatus(grant, videoId, { signal });
      await compare(options, status?.ingest?.sha256);
      return readPlayable(status);
    });
  const site = isAskable ? assetUrl : undefined;
  const manifest = assets?.hls ?? (site && `${site.replace(/\/+$/, '')}/vod/${videoId}/hls/manifest.m3u8`);
  if (manifest) ways.push(() => hasManifest(manifest, environment, signal));
  return ways.map((ask) => ({ ask, unanswered: 0 }));
}

/** Throws `checksum-mismatch` where the service has said another SHA-256 than that of what was sent. */
async function compare(
  { checksum, signal }: Pick<WatchOptions, 'checksum' | 'signal'>,
  said: string | undefined,
): Promise<void> {
  if (said === undefined || !checksum) return;
  const own = await abortable(checksum, signal);
  if (own === undefined || own === said.toLowerCase()) return;
  throw new VhError(
    'checksum-mismatch',
    `The service has stored other bytes than were sent: their SHA-256 is ${said.slice(0, 64)}, and not ${own}.`,
  );
}

function readPlayable(status: VideoStatus | undefined): boolean | undefined {
  if (!status) return undefined;
  if (hasFailed(status)) {
    const { reason } = status.encoding;
    throw new VhError(
      'processing-failed',
      `The service could not make a video from the file${reason ? ` (${reason.slice(0, 200)})` : ''}.`,
    );
  }
  return status.encoding.playable;
}

/** The service answers 202, or an empty text, until there is a manifest. */
async function hasManifest(
  url: string,
  environment: UploadEnvironment,
  signal: AbortSignal,
): Promise<boolean> {
  const init = { cache: 'no-store', referrerPolicy: 'no-referrer' } as const;
  try {
    return await withTimeout(MANIFEST_TIMEOUT_MS, environment, signal, async (soon) => {
      const response = await abortable(environment.fetch(url, { ...init, signal: soon }), soon);
      // More than it may have is something, too: whether it can be played is for the player to say.
      const text = await abortable(readAnswerText(response), soon);
      return response.status === 200 && text !== '';
    });
  } catch {
    signal.throwIfAborted();
    throw new VhError('network', 'The manifest could not be reached.');
  }
}
