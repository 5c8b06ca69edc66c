import { readNumber, readRecord, readText } from '../../../core/wire/read-json.ts';
import { isId } from '../../../core/wire/id.ts';
import { waitForLock, type Locks, type ReleaseLock } from './tab-lock.ts';

/** A message of the tab that sends. */
export interface TabMessage {
  /** Bytes on their way or stored. */
  readonly sent: number;
  /** The id of the video, once every byte is stored. */
  readonly videoId?: string | undefined;
}

/** The used part of a BroadcastChannel. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;

/** Broadcasts for the tab that sends: each message once, and the last one again to tabs that ask later. */
export class TabBroadcaster {
  readonly #channel: Channel;
  readonly #closed = new AbortController();
  #lastMessage: TabMessage | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
    const answer = ({ data }: MessageEvent<unknown>) => {
      if (readRecord(data)?.['kind'] === 'ask' && this.#lastMessage) this.send(this.#lastMessage);
    };
    channel.addEventListener('message', answer as EventListener, { signal: this.#closed.signal });
  }

  send(message: TabMessage): void {
    this.#lastMessage = message;
    if (!this.#closed.signal.aborted) this.#channel.postMessage({ kind: 'news', ...message });
  }

  close(): void {
    this.#closed.abort();
    this.#channel.close();
  }
}

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
