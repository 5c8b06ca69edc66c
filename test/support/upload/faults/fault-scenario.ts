import type { FaultSchedule, FaultScenario } from './fault-schedule.ts';

/** More than any upload has tries. */
export const ALWAYS = 200;

/** Some uploads lose their credential, their network or their server on the way, and some are to fail. */
export function addScenario(schedule: FaultSchedule, random: () => number): void {
  schedule.scenario = makeScenario(schedule, random);
  const { kind } = schedule.scenario;
  // Among other answers, theirs would not be the one that decides.
  if (kind === 'refused' || kind === 'busy') schedule.answers.length = 0;
  if (kind === 'away') {
    for (let at = 0; at < 2 * ALWAYS; at++) schedule.line.push({ side: 'up', after: 20, how: 'reset' });
  }
}

function makeScenario({ wire, credential, takesRanges }: FaultSchedule, random: () => number): FaultScenario {
  const kind = random();
  const isOn = random() < 0.6;
  const nth = 1 + Math.floor(random() * 6);
  const isPut = wire === 'put' || wire === 's3';
  const isRenewable = isOn && credential !== 'token';
  if (kind < 0.08 && !isPut) return { kind: 'revoked', nth, isRenewable };
  if (kind < 0.14) return { kind: 'forbidden', nth, status: random() < 0.5 ? 401 : 403, isRenewable };
  if (kind < 0.18) return { kind: 'refused', nth, status: isPut || isOn ? 415 : 400 };
  if (kind < 0.21) return { kind: 'too-large', nth };
  if (kind < 0.24) return { kind: 'busy', nth, status: isOn ? 503 : 429 };
  if (kind < 0.27) return { kind: 'away' };
  if (kind < 0.33 && (wire === 'tus' || wire === 'ietf' || (wire === 'put' && takesRanges))) {
    if (random() < 0.3) return { kind: 'offset', nth, says: 'beyond', times: 1 };
    return { kind: 'offset', nth, says: 'same', times: isOn ? 1 : ALWAYS };
  }
  if (kind < 0.39 && (wire !== 'put' || takesRanges)) return { kind: 'lost', nth };
  if (kind < 0.46)
    return { kind: 'offline', nth, seconds: 1 + Math.floor(random() * 120), isAnnounced: isOn };
  return { kind: 'plain' };
}
