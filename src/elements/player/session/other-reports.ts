import {
  formatsOf,
  observationOf,
  type EventFormat,
  type SessionOptions,
  type SessionTarget,
} from '../../../session/index.ts';
import { ObservedPlayback } from './observed-playback.ts';
import type { SessionHost } from './session-host.ts';

/** The reports of a page that wants more than the first generation's, or sends them elsewhere, too. */
export async function otherReports(
  host: SessionHost,
  { collector, formats, v1Format }: { collector: string; formats: string; v1Format: EventFormat },
): Promise<Pick<SessionOptions, 'targets' | 'observation'>> {
  const load = (names: string) => formatsOf(names, v1Format);
  const own = (await load(formats)).map((format) => ({ collector, format }));
  const { eventTargets } = host;
  const others = eventTargets?.length
    ? await (await import('./event-target.ts')).targetsOf(eventTargets, load)
    : [];
  const targets: SessionTarget[] = [...own, ...others];
  // The seven types need no measures.
  if (targets.every(({ format }) => format === v1Format)) return { targets };
  return { targets, observation: observationOf(new ObservedPlayback(host)) };
}
