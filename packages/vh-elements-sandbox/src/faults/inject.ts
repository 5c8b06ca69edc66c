import type { ServerResponse } from 'node:http';
import type { Clock } from '../common/clock.ts';
import { allowEveryOrigin } from '../http/cors.ts';
import type { FaultAct, When } from './fault-rule.ts';
import type { RequestTap } from './request-tap.ts';
import type { ResponseTap } from './response-tap.ts';
import { SlowBody } from './slow-line.ts';

/** One exchange that something is to go wrong with. */
export interface Tapped {
  response: ServerResponse;
  requestTap: RequestTap;
  responseTap: ResponseTap;
}

/** Lets a request be served, and go wrong on the way: of two faults of a kind, the first counts, and delays add up. */
export async function inject(
  acts: readonly FaultAct[],
  tapped: Tapped,
  clock: Clock,
  serve: () => void,
): Promise<void> {
  const { response, requestTap, responseTap } = tapped;
  const breaks = acts.filter((act) => act.kind === 'break');
  const inRequest = breaks.find(({ side }) => side === 'request');
  const inResponse = breaks.find(({ side }) => side === 'response');
  // At once: what came in one packet with the head is on its way already.
  if (inRequest) requestTap.breakAt(inRequest);
  const slow = acts.find((act) => act.kind === 'throttle');
  if (slow) {
    requestTap.slowDown(new SlowBody(slow.line, 'in', clock));
    responseTap.slowDown(new SlowBody(slow.line, 'out', clock));
  }
  await delay(acts, 'before', response, clock);
  // A client that has gone away in the meantime needs no fault.
  if (response.destroyed) return;
  if (inRequest?.afterBytes === 0) {
    if (inRequest.how === 'cut') response.socket?.destroy();
    return;
  }
  if (inResponse) responseTap.breakAt(inResponse);
  const before = answerOf(acts, 'before');
  if (before) {
    allowEveryOrigin(response);
    say(tapped, before);
    return;
  }
  const after = answerOf(acts, 'after');
  if (after || delayOf(acts, 'after') > 0) {
    responseTap.hold(() => {
      void delay(acts, 'after', response, clock).then(() => {
        if (response.destroyed) return;
        if (after) say(tapped, after);
        else responseTap.release();
      });
    });
  }
  serve();
}

/** Says something made up; what node refuses to say, such as trailers to a body that has none, cuts the connection. */
function say(
  { response, responseTap }: Tapped,
  { status, headers, body }: Extract<FaultAct, { kind: 'answer' }>,
): void {
  try {
    responseTap.replace(status, headers, body);
  } catch {
    response.destroy();
  }
}

function answerOf(acts: readonly FaultAct[], when: When) {
  return acts.filter((act) => act.kind === 'answer').find((act) => act.when === when);
}

function delayOf(acts: readonly FaultAct[], when: When): number {
  const delays = acts.filter((act) => act.kind === 'delay').filter((act) => act.when === when);
  return delays.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** Waits, but no longer than there is anybody to wait for. */
async function delay(
  acts: readonly FaultAct[],
  when: When,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  const milliseconds = delayOf(acts, when);
  if (milliseconds === 0) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      response.off('close', end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    response.once('close', end);
  });
}
