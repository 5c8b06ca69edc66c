import type { Grant } from '../core/grant.ts';
import { orAbort } from './or-abort.ts';
import type { PartPlan } from './part-plan.ts';
import { within } from './time-limit.ts';
import type { Transport } from './transports/transport.ts';
import type { UploadMemory, UploadRecord } from './upload-memory.ts';
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
  readonly #memory: UploadMemory | undefined;
  readonly #world: UploadWorld;
  #record: UploadRecord | undefined;

  constructor(memory: UploadMemory | undefined, world: UploadWorld) {
    this.#memory = memory;
    this.#world = world;
  }

  /** The video that an earlier visit uploaded into. */
  get videoId(): string | undefined {
    return this.#record?.videoId;
  }

  /** Resolves with what an earlier visit left, once. */
  async recall(file: File, signal: AbortSignal): Promise<UploadRecord | undefined> {
    const memory = this.#memory;
    if (!memory) return undefined;
    this.#record = await this.#soon(signal, (soon) => memory.recall(file, soon));
    return this.#record;
  }

  /** True when the grant is one for what is remembered. */
  fits({ protocol, url, videoId }: Grant): boolean {
    const record = this.#record;
    const isSame =
      record?.protocol === protocol &&
      record.endpoint === endpointOf(url) &&
      (videoId === undefined || record.videoId === videoId);
    if (!isSame) this.#record = undefined;
    return isSame;
  }

  /** Resolves when it is kept, or has taken too long. */
  async keep({ grant, videoId, plan, transport }: Keepsake, signal: AbortSignal): Promise<void> {
    const memory = this.#memory;
    if (!memory || !grant) return;
    const record: UploadRecord = {
      protocol: grant.protocol,
      endpoint: endpointOf(grant.url),
      videoId,
      parts: plan.parts.map(({ from, to, state }) => ({ from, to, stored: state === 'stored' })),
      wire: transport.memento?.() ?? [],
    };
    await this.#soon(signal, () => memory.keep(record));
  }

  forget(): void {
    this.#record = undefined;
    try {
      this.#memory?.forget();
    } catch {
      // Whatever it cannot forget fits no other upload.
    }
  }

  /** What `work` gives, or nothing where it fails or takes too long. */
  async #soon<Value>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value | undefined> {
    try {
      return await within(PATIENCE, this.#world, signal, (soon) => orAbort(work(soon), soon));
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }
}

/** Without its query, which may be a signature. */
function endpointOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
