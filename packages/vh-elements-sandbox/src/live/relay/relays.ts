import type { LiveStream, Restream } from '../../store/media/live-streams.ts';
import type { MediaFrame, Tracks } from '../frames/media-frame.ts';
import { Relay, type RelayNeeds } from './relay.ts';
import { readRestreamServer } from './restream-server.ts';

/** One restream of a broadcast; it has no relay when none could be made, or when its relay failed. */
interface Entry {
  restream: Restream;
  relay: Relay | undefined;
}

/** Passes broadcasts on to the other services that their live streams name. No service can disturb another one. */
export class Relays {
  readonly #needs: RelayNeeds;
  readonly #entries = new Map<string, readonly Entry[]>();

  constructor(needs: RelayNeeds) {
    this.#needs = needs;
  }

  /** Brings the relays of a broadcast to what its live stream names now. */
  update({ liveStreamId, restreams }: Pick<LiveStream, 'liveStreamId' | 'restreams'>): void {
    const there = this.#entries.get(liveStreamId) ?? [];
    if (there.length === 0 && restreams.length === 0) return;
    // Entries without a relay are kept too: a fault is logged once, not with every part of the broadcast.
    const kept = restreams.map(
      (restream) => there.find((entry) => isSame(entry.restream, restream)) ?? this.#open(restream),
    );
    this.#entries.set(liveStreamId, kept);
    for (const entry of there) if (!kept.includes(entry)) this.#end(entry);
  }

  push(liveStreamId: string, tracks: Tracks, frame: MediaFrame): void {
    for (const entry of this.#entries.get(liveStreamId) ?? []) {
      try {
        entry.relay?.push(tracks, frame);
      } catch (error) {
        this.#logFailure(String(error));
        this.#end(entry);
      }
    }
  }

  /** How many servers take the broadcast at the moment. */
  connected(liveStreamId: string): number {
    return (this.#entries.get(liveStreamId) ?? []).filter(({ relay }) => relay?.isConnected).length;
  }

  /** The broadcast is over. */
  end(liveStreamId: string): void {
    const entries = this.#entries.get(liveStreamId) ?? [];
    this.#entries.delete(liveStreamId);
    for (const entry of entries) this.#end(entry);
  }

  #open(restream: Restream): Entry {
    // An earlier version kept addresses that are none, and the hosts that are allowed may have changed.
    const server = readRestreamServer(restream.serverUrl);
    const { hosts } = this.#needs;
    if (typeof server === 'string') this.#logFailure(`its server's address ${server}`);
    else if (!hosts.permits(server))
      this.#logFailure('its server is not this machine; allow it with --allow-host');
    else return { restream, relay: this.#connect(restream, server) };
    return { restream, relay: undefined };
  }

  #connect({ streamKey }: Restream, server: URL): Relay | undefined {
    try {
      return new Relay(server, streamKey, this.#needs);
    } catch (error) {
      this.#logFailure(String(error));
      return undefined;
    }
  }

  #end(entry: Entry): void {
    const { relay } = entry;
    entry.relay = undefined;
    try {
      relay?.end();
    } catch (error) {
      this.#logFailure(String(error));
    }
  }

  /** Says why; neither an address nor a stream key is ever part of it. */
  #logFailure(why: string): void {
    this.#needs.log(`a live stream is not passed on: ${why}`);
  }
}

function isSame(one: Restream, other: Restream): boolean {
  return one.serverUrl === other.serverUrl && one.streamKey === other.streamKey;
}
