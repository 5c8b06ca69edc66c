import { readRecord } from '../../../core/wire/read-json.ts';

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
