import type { EventFormat } from '../../../session/ports/event-format.ts';
import type { SendOutcome } from '../../../session/outbox/sender.ts';
import type { SessionTarget } from '../../../session/session-options.ts';
import type { EventDelivery, SessionEventTarget } from './session-host.ts';

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
  const send = async ({ body, contentType, leaving }: EventDelivery): Promise<SendOutcome> => {
    let answered = false;
    try {
      if (await transport({ body, contentType, leaving })) return { kind: 'taken', answer: undefined };
      answered = true;
    } catch {} // The page's own function failed: like a collector that cannot be reached.
    return { kind: 'later', answered };
  };
  return { collector, format, send };
}
