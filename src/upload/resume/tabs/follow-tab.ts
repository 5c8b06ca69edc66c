import { readNumber, readRecord, readText } from '../../../core/wire/read-json.ts';
import { isId } from '../../../core/wire/id.ts';
import type { UploadedVideo } from '../../../core/wire/video.ts';
import type { StoredUpload } from '../store/stored-upload.ts';
import type { Channel, TabMessage } from './tab-channel.ts';
import { waitForLock, type Locks, type ReleaseLock } from './tab-lock.ts';

/** Follows the tab that sends: receives its messages, the last one at once, until the signal aborts. */
export function followTab(
  channel: Channel,
  onMessage: (message: TabMessage) => void,
  signal: AbortSignal,
): void {
  const listener = ({ data }: MessageEvent<unknown>) => {
    const message = parseMessage(data);
    if (message) onMessage(message);
  };
  channel.addEventListener('message', listener as EventListener, { signal });
  signal.addEventListener('abort', () => channel.close(), { once: true });
  channel.postMessage({ kind: 'ask' });
}

/** Follows the tab that holds the lock until this tab gets it: with the last message of the other tab. */
export async function followUntilFree(
  name: string,
  { locks, channel }: { locks: Locks; channel: (name: string) => Channel },
  onOtherTab: (sent: number) => void,
  signal: AbortSignal,
): Promise<{ release: ReleaseLock; last: TabMessage | undefined }> {
  const over = new AbortController();
  let last: TabMessage | undefined;
  const onMessage = (message: TabMessage) => {
    last = message;
    onOtherTab(message.sent);
  };
  onOtherTab(0);
  followTab(channel(name), onMessage, AbortSignal.any([signal, over.signal]));
  try {
    return { release: await waitForLock(locks, name, signal), last };
  } finally {
    over.abort();
  }
}

// Every script of the site may speak on the channel.
function parseMessage(data: unknown): TabMessage | undefined {
  const from = readRecord(data);
  const sent = readNumber(from?.['sent']);
  if (readText(from?.['kind']) !== 'news' || sent === undefined) return undefined;
  const videoId = from?.['videoId'];
  return { sent, videoId: isId(videoId) ? videoId : undefined };
}

/** The video that the other tab has made since `began`. */
export function videoFromOtherTab(
  stored: StoredUpload | undefined,
  began: number,
  last: TabMessage | undefined,
): UploadedVideo | undefined {
  if (stored?.video && stored.touchedAt >= began) return stored.video;
  // The other tab may have announced it without storing it.
  return last?.videoId === undefined ? undefined : { videoId: last.videoId };
}
