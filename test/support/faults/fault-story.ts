import type { FaultSchedule } from './fault-schedule.ts';

/** What happens to an upload beside the faults of its line and a few busy answers; `nth` is a request with bytes. */
export type FaultStory =
  | { kind: 'plain' }
  /** The token is withdrawn before that request. */
  | { kind: 'revoked'; nth: number; isRenewable: boolean }
  /** That request is answered with 401 or 403. */
  | { kind: 'forbidden'; nth: number; status: number; isRenewable: boolean }
  /** That request is answered with a refusal that is none of the others: 400 or 415. */
  | { kind: 'refused'; nth: number; status: number }
  /** That request is too large for somebody on the way. */
  | { kind: 'too-large'; nth: number }
  /** From that request on, the server answers nothing else. */
  | { kind: 'busy'; nth: number; status: number }
  /** No connection gets further than its first bytes any more, after those with faults of their own. */
  | { kind: 'away' }
  /** From that request on, the server says so often that it has as many bytes as before, or more than there are. */
  | { kind: 'offset'; nth: number; says: 'same' | 'beyond'; times: number }
  /** Before that request, the server forgets the upload. */
  | { kind: 'lost'; nth: number }
  /** With that request the network goes away for some seconds; when it is back, the platform may not say so. */
  | { kind: 'offline'; nth: number; seconds: number; isAnnounced: boolean };

/** More than any upload has tries. */
export const ALWAYS = 200;

/** Some uploads lose their right, their network or their server on the way, and some are to fail. */
export function addStory(schedule: FaultSchedule, random: () => number): void {
  schedule.story = makeStory(schedule, random);
  const { kind } = schedule.story;
  // Among other answers, theirs would not be the one that decides.
  if (kind === 'refused' || kind === 'busy') schedule.answers.length = 0;
  if (kind === 'away') {
    for (let at = 0; at < 2 * ALWAYS; at++) schedule.line.push({ side: 'up', after: 20, how: 'reset' });
  }
}

function makeStory({ wire, right, takesRanges }: FaultSchedule, random: () => number): FaultStory {
  const kind = random();
  const isOn = random() < 0.6;
  const nth = 1 + Math.floor(random() * 6);
  const isPut = wire === 'put';
  const isRenewable = isOn && right !== 'token';
  if (kind < 0.08 && !isPut) return { kind: 'revoked', nth, isRenewable };
  if (kind < 0.14) return { kind: 'forbidden', nth, status: random() < 0.5 ? 401 : 403, isRenewable };
  if (kind < 0.18) return { kind: 'refused', nth, status: isPut || isOn ? 415 : 400 };
  if (kind < 0.21) return { kind: 'too-large', nth };
  if (kind < 0.24) return { kind: 'busy', nth, status: isOn ? 503 : 429 };
  if (kind < 0.27) return { kind: 'away' };
  if (kind < 0.33 && (wire === 'tus' || (isPut && takesRanges))) {
    if (random() < 0.3) return { kind: 'offset', nth, says: 'beyond', times: 1 };
    return { kind: 'offset', nth, says: 'same', times: isOn ? 1 : ALWAYS };
  }
  if (kind < 0.39 && (!isPut || takesRanges)) return { kind: 'lost', nth };
  if (kind < 0.46)
    return { kind: 'offline', nth, seconds: 1 + Math.floor(random() * 120), isAnnounced: isOn };
  return { kind: 'plain' };
}
