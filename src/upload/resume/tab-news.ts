import { readNumber, readRecord, readText } from '../../core/read-json.ts';
import { isId } from '../../core/id.ts';

/** What the tab that sends tells the others. */
export interface TabNews {
  /** Bytes on their way or stored. */
  readonly sent: number;
  /** The id of the video, once every byte is stored. */
  readonly videoId?: string | undefined;
}

/** As much of a BroadcastChannel as tabs need to talk. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;

/** The tab that sends: tells each news once, and the last one again to whoever comes later. */
export class TabSpeaker {
  readonly #channel: Channel;
  readonly #closed = new AbortController();
  #last: TabNews | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
    const answer = ({ data }: MessageEvent<unknown>) => {
      if (readRecord(data)?.['kind'] === 'ask' && this.#last) this.tell(this.#last);
    };
    channel.addEventListener('message', answer as EventListener, { signal: this.#closed.signal });
  }

  tell(news: TabNews): void {
    this.#last = news;
    if (!this.#closed.signal.aborted) this.#channel.postMessage({ kind: 'news', ...news });
  }

  close(): void {
    this.#closed.abort();
    this.#channel.close();
  }
}

/** A tab that follows: hears the news, the last one at once, until the signal aborts. */
export function followNews(channel: Channel, onNews: (news: TabNews) => void, signal: AbortSignal): void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const news = parseNews(data);
    if (news) onNews(news);
  };
  channel.addEventListener('message', hear as EventListener, { signal });
  signal.addEventListener('abort', () => channel.close(), { once: true });
  channel.postMessage({ kind: 'ask' });
}

// Every script of the site may speak on the channel.
function parseNews(data: unknown): TabNews | undefined {
  const from = readRecord(data);
  const sent = readNumber(from?.['sent']);
  if (readText(from?.['kind']) !== 'news' || sent === undefined) return undefined;
  const videoId = from?.['videoId'];
  return { sent, videoId: isId(videoId) ? videoId : undefined };
}
