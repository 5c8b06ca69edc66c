import type { Clock } from '../../common/clock.ts';
import type { SourceHosts } from '../../ingest/source-hosts.ts';
import { isSameTracks, type MediaFrame, type Tracks } from '../frames/media-frame.ts';
import { announce, frameMessage } from '../rtmp/flv-writer.ts';
import { RtmpPublisher } from '../rtmp/rtmp-publisher.ts';

/** The services that passing on uses. */
export interface RelayNeeds {
  clock: Clock;
  hosts: SourceHosts;
  log: (line: string) => void;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** A step in a source's time that no player would follow. */
const TIMESTAMP_JUMP_MS = 5_000;
const FRAME_DURATION_MS = 40;

/** Sends one broadcast to one other server; reconnects until the broadcast ends. */
export class Relay {
  readonly #server: URL;
  readonly #streamKey: string;
  readonly #needs: RelayNeeds;
  #publisher: RtmpPublisher | undefined;
  #cancel: () => void = () => undefined;
  #retryMs = FIRST_RETRY_MS;
  #isOver = false;
  /** The tracks that the server knows; none before the first key frame. */
  #announced: Tracks | undefined;
  /** The source's time that is the server's zero, and where both stood last. */
  #timestampOrigin = 0;
  #last: { decodeAt: number; timestamp: number } | undefined;

  constructor(server: URL, streamKey: string, needs: RelayNeeds) {
    this.#server = server;
    this.#streamKey = streamKey;
    this.#needs = needs;
    this.#connect();
  }

  /** True while the server accepts data. */
  get isConnected(): boolean {
    return this.#publisher?.isReady ?? false;
  }

  push(tracks: Tracks, frame: MediaFrame): void {
    const publisher = this.#publisher;
    if (!publisher?.isReady) return;
    const begins = frame.key && (frame.kind === 'video' || !tracks.video);
    // The next key frame makes up for the dropped frames.
    if (publisher.isCongested) this.#announced = undefined;
    else if (this.#announced && isSameTracks(this.#announced, tracks)) this.#send(publisher, frame);
    else if (begins) {
      this.#announced = tracks;
      const timestamp = this.#timestampOf(frame);
      for (const { type, payload } of announce(tracks)) publisher.send(type, timestamp, payload);
      this.#send(publisher, frame);
    }
  }

  /** The broadcast is over. */
  end(): void {
    this.#isOver = true;
    this.#cancel();
    this.#publisher?.end();
    this.#publisher = undefined;
  }

  #send(publisher: RtmpPublisher, frame: MediaFrame): void {
    const timestamp = this.#timestampOf(frame);
    this.#last = { decodeAt: frame.decodeAt, timestamp };
    const { type, payload } = frameMessage(frame);
    publisher.send(type, timestamp, payload);
  }

  /** A returning source may count from any number; the server's time continues. */
  #timestampOf({ decodeAt }: MediaFrame): number {
    const last = this.#last;
    if (!last) this.#timestampOrigin = decodeAt;
    else if (Math.abs(decodeAt - last.decodeAt) > TIMESTAMP_JUMP_MS)
      this.#timestampOrigin = decodeAt - last.timestamp - FRAME_DURATION_MS;
    return Math.max(0, Math.round(decodeAt - this.#timestampOrigin));
  }

  #connect(): void {
    this.#publisher = new RtmpPublisher({
      url: this.#server,
      streamKey: this.#streamKey,
      hosts: this.#needs.hosts,
      onReady: () => {
        this.#retryMs = FIRST_RETRY_MS;
        this.#announced = undefined;
        this.#last = undefined;
      },
      onClosed: () => {
        this.#publisher = undefined;
        if (this.#isOver) return;
        this.#cancel = this.#needs.clock.after(this.#retryMs, () => {
          this.#connectAgain();
        });
        this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
      },
    });
  }

  /** Called by the clock, which catches no errors. */
  #connectAgain(): void {
    try {
      this.#connect();
    } catch (error) {
      this.#isOver = true;
      this.#needs.log(`a live stream is no longer passed on: ${String(error)}`);
    }
  }
}
