import { VhError } from '../core/vh-error.ts';
import type { ViewingPlan } from './plan-viewing.ts';
import type { Viewing } from './viewing.ts';

/** Asks for a viewing, and again while the service encodes: `processing` is told of that. Rejects if it never will be playable. */
export async function askUntilPlayable(
  plan: ViewingPlan,
  signal: AbortSignal,
  processing: (viewing: Viewing) => void,
): Promise<Viewing> {
  let viewing = await plan.ask('start', signal);
  signal.throwIfAborted();
  if (viewing.state === 'processing') {
    processing(viewing);
    const { poll } = await import('./polling.ts');
    viewing = await poll(async () => {
      const answer = await plan.ask('processing', signal);
      return answer.state === 'processing' ? undefined : answer;
    }, signal);
  }
  if (viewing.state === 'playable') return viewing;
  throw new VhError('processing-failed', 'The service could not make a video of what was uploaded.');
}
