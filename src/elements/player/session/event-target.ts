import type { EventFormat } from '../../../session/ports/event-format.ts';
import type { SendOutcome } from '../../../session/outbox/sender.ts';
import type { SessionTarget } from '../../../session/session-options.ts';
import type { EventDelivery, SessionEventTarget } from './session-host.ts';

/** One of the page's own targets; undefined for a format that there is not. */
export async function targetOf(
  target: SessionEventTarget,
  load: (names: string) => Promise<readonly EventFormat[]>,
): Promise<SessionTarget | undefined> {
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
