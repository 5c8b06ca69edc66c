import type { Grant } from '../core/grant.ts';
import type { VhError } from '../core/vh-error.ts';
import type { Part, PartPlan } from './part-plan.ts';
import { StallWatch, type Watched } from './stall-watch.ts';
import type { PartResult, Transport } from './transports/transport.ts';
import type { UploadWorld } from './upload-world.ts';

/** What a try is made with. */
export interface TryContext {
  world: UploadWorld;
  file: File;
  transport: Transport;
  grant: Grant;
  videoId: string | undefined;
  /** Bytes a second that can be hoped for. */
  speed: number | undefined;
  signal: AbortSignal;
  onProgress: () => void;
  onMoved: () => void;
  onLearnt: () => Promise<void>;
}

/** Tries once to send a part, under a watch. The part knows afterwards whether it may have arrived. */
export async function tryPart(part: Part, plan: PartPlan, context: TryContext): Promise<PartResult> {
  const { world, file, transport, grant, videoId } = context;
  const size = part.to - part.from;
  const watched: Watched = {
    size,
    whole: part.to === plan.size ? plan.size : size,
    speed: context.speed,
    isSeen: world.sender.reportsProgress,
    failures: part.failures,
  };
  const { doubtful } = part;
  // Until an answer says otherwise: a pause or a crash of the line leaves the question open.
  part.doubtful = true;
  const result = await underWatch(world, watched, context.signal, (watch, signal) =>
    transport.send({
      part: { index: part.index, from: part.from, to: part.to, doubtful, contested: part.contested },
      count: plan.count,
      file,
      grant,
      videoId,
      signal,
      onProgress: (bytes) => {
        if (signal.aborted || part.state !== 'sending') return;
        watch.touch(bytes);
        part.left = Math.min(bytes, size);
        context.onProgress();
      },
      onMoved: () => {
        part.failures = 0;
        context.onMoved();
      },
      onLearnt: context.onLearnt,
    }),
  );
  // A refusal is an answer: this try stored nothing, and what an earlier one did is as open as before. Who counts
  // requests has not taken this one; whatever else fails may have stored the part before it failed.
  const isOpen = result.kind === 'again' && result.error.code !== 'rate-limited';
  part.doubtful = isOpen || doubtful;
  return result;
}

/** Does what asks a server for something, and ends it as a failed try when nothing moves for too long. */
export async function underWatch(
  world: UploadWorld,
  watched: Watched,
  signal: AbortSignal,
  work: (watch: StallWatch, signal: AbortSignal) => Promise<PartResult>,
): Promise<PartResult> {
  const watch = new StallWatch(world, watched);
  try {
    return await work(watch, AbortSignal.any([signal, watch.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (watch.stalled) return { kind: 'again', error: watch.signal.reason as VhError };
    throw error;
  } finally {
    watch.end();
  }
}
