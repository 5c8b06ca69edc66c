import type { Clock } from '../clock.ts';
import type { SourceHosts } from '../ingest/source-hosts.ts';
import type { Restream } from '../store/live-streams.ts';
import { isSameTracks, type MediaFrame, type Tracks } from './media-frame.ts';
import { announce, frameMessage } from './rtmp/flv-writer.ts';
import { RtmpPublisher } from './rtmp/rtmp-publisher.ts';

/** What passing on needs of the house. */
export interface RelayNeeds {
  clock: Clock;
  hosts: SourceHosts;
  log: (line: string) => void;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** A step in a source's time that no player would follow. */
const JUMP_MS = 5_000;
const FRAME_MS = 40;

/** One broadcast on its way to one other server; it connects again for as long as the broadcast goes on. */
export class Relay {
  readonly restream: Restream;
  readonly #needs: RelayNeeds;
  readonly #url: URL;
  #publisher: RtmpPublisher | undefined;
  #cancel: () => void = () => undefined;
  #retry = FIRST_RETRY_MS;
  #isOver = false;
  /** What the server has been told of; nothing until a picture begins that needs no other. */
  #told: Tracks | undefined;
  /** The source's time that is the server's zero, and where both stood last. */
  #zero = 0;
  #last: { decodeAt: number; timestamp: number } | undefined;

  constructor(restream: Restream, needs: RelayNeeds) {
    this.restream = restream;
    this.#needs = needs;
    this.#url = new URL(restream.serverUrl);
    if (needs.hosts.permits(this.#url)) this.#connect();
    else {
      this.#isOver = true;
      needs.log('a live stream is not passed on: its server is not this machine; allow it with --allow-host');
    }
  }

  /** Whether the server takes what is sent. */
  get isConnected(): boolean {
    return this.#publisher?.isReady ?? false;
  }

  push(tracks: Tracks, frame: MediaFrame): void {
    const publisher = this.#publisher;
    if (!publisher?.isReady) return;
    const begins = frame.key && (frame.kind === 'video' || !tracks.video);
    // What was left out is made up for by the next picture that stands alone.
    if (publisher.isJammed) this.#told = undefined;
    else if (this.#told && isSameTracks(this.#told, tracks)) this.#send(publisher, frame);
    else if (begins) {
      this.#told = tracks;
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

  /** A source that comes back may count from anywhere: the server's time goes on. */
  #timestampOf({ decodeAt }: MediaFrame): number {
    const last = this.#last;
    if (!last) this.#zero = decodeAt;
    else if (Math.abs(decodeAt - last.decodeAt) > JUMP_MS) this.#zero = decodeAt - last.timestamp - FRAME_MS;
    return Math.max(0, Math.round(decodeAt - this.#zero));
  }

  #connect(): void {
    this.#publisher = new RtmpPublisher({
      url: this.#url,
      streamKey: this.restream.streamKey,
      hosts: this.#needs.hosts,
      onReady: () => {
        this.#retry = FIRST_RETRY_MS;
        this.#told = undefined;
        this.#last = undefined;
      },
      onGone: () => {
        this.#publisher = undefined;
        if (this.#isOver) return;
        this.#cancel = this.#needs.clock.after(this.#retry, () => {
          this.#connect();
        });
        this.#retry = Math.min(LONGEST_RETRY_MS, this.#retry * 2);
      },
    });
  }
}
