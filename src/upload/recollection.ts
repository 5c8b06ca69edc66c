import type { Grant } from '../core/grant.ts';
import { orAbort } from './or-abort.ts';
import type { PartPlan } from './part-plan.ts';
import { within } from './time-limit.ts';
import type { Transport } from './transports/transport.ts';
import type { Remembering } from './remembering.ts';
import type { UploadRecord } from './upload-memory.ts';
import type { UploadWorld } from './upload-world.ts';

/** Milliseconds that an upload waits for its memory. */
const PATIENCE = 2_000;

/** What there is to remember. */
export interface Keepsake {
  grant: Grant | undefined;
  videoId: string | undefined;
  plan: PartPlan;
  transport: Transport;
}

/** One upload's dealings with what is kept across visits: whatever happens to that, the upload goes on. */
export class Recollection {
  readonly #memory: Remembering;
  readonly #world: UploadWorld;
  #record: UploadRecord | undefined;

  constructor(memory: Remembering, world: UploadWorld) {
    this.#memory = memory;
    this.#world = world;
  }

  /** The video that an earlier visit uploaded into. */
  get videoId(): string | undefined {
    return this.#record?.videoId;
  }

  /** What an earlier visit was given to prove that the video is its own. */
  get claim(): string | undefined {
    return this.#record?.claim;
  }

  /** What an earlier visit left, until it is of no use. */
  get record(): UploadRecord | undefined {
    return this.#record;
  }

  /** Looks for what an earlier visit left. */
  recall(): UploadRecord | undefined {
    return (this.#record = this.#memory.past);
  }

  /** True when the grant is one for what is remembered. */
  fits(grant: Grant): boolean {
    const record = this.#record;
    return (
      record?.protocol === grant.protocol &&
      record.endpoint === endpointOf(grant) &&
      (grant.videoId === undefined || record.videoId === grant.videoId)
    );
  }

  /** Resolves when it is kept, or has taken too long. */
  async keep({ grant, videoId, plan, transport }: Keepsake, signal: AbortSignal): Promise<void> {
    if (!grant) return;
    const record: UploadRecord = {
      protocol: grant.protocol,
      endpoint: endpointOf(grant),
      videoId,
      parts: plan.parts.map(({ from, to, state }) => ({ from, to, stored: state === 'stored' })),
      wire: transport.memento?.() ?? [],
      ...(grant.claim === undefined ? {} : { claim: grant.claim }),
    };
    try {
      await within(PATIENCE, this.#world, signal, (soon) => orAbort(this.#memory.keep(record), soon));
    } catch {
      signal.throwIfAborted();
    }
  }

  /** The upload begins anew. */
  forget(): void {
    this.#record = undefined;
    this.#memory.forget();
  }
}

/** Without its query, which may be a signature; the path of a signed address may be one too. */
function endpointOf({ protocol, url }: Grant): string {
  const { origin, pathname } = new URL(url);
  return protocol === 'put' ? origin : origin + pathname;
}
