import { VhError } from '../../core/errors/vh-error.ts';
import type { SourcePlan } from './resolve-source.ts';
import { poll } from '../support/polling.ts';
import type { PlaybackSource } from './playback-source.ts';

/** Asks again for a source while the service encodes. Rejects if it never will be playable. */
export async function waitUntilPlayable(
  first: PlaybackSource,
  plan: SourcePlan,
  signal: AbortSignal,
): Promise<PlaybackSource> {
  const askAgain = async () => {
    const answer = await plan.ask('processing', signal);
    return answer.state === 'processing' ? undefined : answer;
  };
  const source = first.state === 'processing' ? await poll(askAgain, signal) : first;
  if (source.state === 'playable') return source;
  throw new VhError('processing-failed', 'The service could not make a video from the upload.');
}
