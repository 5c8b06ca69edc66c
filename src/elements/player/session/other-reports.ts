import {
  formatsOf,
  observationOf,
  type EventFormat,
  type SessionOptions,
  type SessionTarget,
  type Transport,
} from '../../../session/index.ts';
import { ObservedPlayback } from './observed-playback.ts';
import type { SessionEventTarget } from '../api/event-target.ts';
import type { PlayerApi } from '../api/player-api.ts';

/** The reports of a page that wants more than the first generation's, or sends them elsewhere, too. */
export async function otherReports(
  host: PlayerApi,
  { collector, formats, v1Format }: { collector: string; formats: string; v1Format: EventFormat },
): Promise<Pick<SessionOptions, 'targets' | 'observation'>> {
  const load = (names: string) => formatsOf(names, v1Format);
  const own = (await load(formats)).map((format) => ({ collector, format }));
  const { eventTargets } = host;
  const others = eventTargets?.length ? await targetsOf(eventTargets, load) : [];
  const targets: SessionTarget[] = [...own, ...others];
  // The seven types need no measures.
  if (targets.every(({ format }) => format === v1Format)) return { targets };
  return { targets, observation: observationOf(new ObservedPlayback(host)) };
}

/** Milliseconds: as long as a request to a collector may take. */
const TIMEOUT_MS = 15_000;

type Load = (names: string) => Promise<readonly EventFormat[]>;

/** The page's own targets, without those of formats that there are not. */
export async function targetsOf(
  targets: readonly SessionEventTarget[],
  load: Load,
): Promise<readonly SessionTarget[]> {
  const found = await Promise.all(targets.map((target) => targetOf(target, load)));
  return found.filter((target) => target !== undefined);
}

async function targetOf(target: SessionEventTarget, load: Load): Promise<SessionTarget | undefined> {
  const { collector, format: name = 'vh', transport } = target;
  const [format] = await load(name);
  if (!format) return undefined;
  if (!transport) return { collector, format };
  const send: Transport = async ({ body, contentType, leaving }, { after }) => {
    let answered = false;
    let stopTimeout: (() => void) | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      stopTimeout = after(TIMEOUT_MS, () => {
        resolve(undefined);
      });
    });
    try {
      const isTaken = await Promise.race([transport({ body, contentType, leaving }), timeout]);
      if (isTaken) return { kind: 'taken', answer: undefined };
      answered = isTaken !== undefined;
    } catch {
      // The page's own function failed: like a collector that cannot be reached.
    } finally {
      stopTimeout?.();
    }
    return { kind: 'later', answered };
  };
  return { collector, format, send };
}
