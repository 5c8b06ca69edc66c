import type { LiveStream, Restream } from '../store/live-streams.ts';
import type { MediaFrame, Tracks } from './media-frame.ts';
import { Relay, type RelayNeeds } from './relay.ts';

/** Passes broadcasts on to the other services that their live streams name. */
export class Relays {
  readonly #needs: RelayNeeds;
  readonly #relays = new Map<string, Relay[]>();

  constructor(needs: RelayNeeds) {
    this.#needs = needs;
  }

  /** Brings the relays of a broadcast to what its live stream names now. */
  follow({ liveStreamId, restreams }: LiveStream): void {
    const there = this.#relays.get(liveStreamId) ?? [];
    if (there.length === 0 && restreams.length === 0) return;
    const kept = restreams.map(
      (restream) =>
        there.find((relay) => isSame(relay.restream, restream)) ?? new Relay(restream, this.#needs),
    );
    for (const relay of there) if (!kept.includes(relay)) relay.end();
    this.#relays.set(liveStreamId, kept);
  }

  push(liveStreamId: string, tracks: Tracks, frame: MediaFrame): void {
    for (const relay of this.#relays.get(liveStreamId) ?? []) relay.push(tracks, frame);
  }

  /** How many servers take the broadcast at the moment. */
  connected(liveStreamId: string): number {
    return (this.#relays.get(liveStreamId) ?? []).filter(({ isConnected }) => isConnected).length;
  }

  /** The broadcast is over. */
  end(liveStreamId: string): void {
    for (const relay of this.#relays.get(liveStreamId) ?? []) relay.end();
    this.#relays.delete(liveStreamId);
  }
}

function isSame(one: Restream, other: Restream): boolean {
  return one.serverUrl === other.serverUrl && one.streamKey === other.streamKey;
}
