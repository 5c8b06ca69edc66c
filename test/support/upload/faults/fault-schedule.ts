import type { LineFault } from './faulty-line.ts';

/** What the server answers to one request, the counted one, instead of serving it. */
export interface AnswerFault {
  /** Which of the requests that carry bytes, from 1. */
  nth: number;
  status: number;
  wait?: RetryWait;
  /** True when the request is served, and answered so all the same. */
  isServed?: boolean;
}

/** How long the server asks to wait, and how it says so. */
export interface RetryWait {
  header: 'retry-after' | 'x-ratelimit-retry-after';
  seconds: number;
  isDate: boolean;
}

/** Which credential the upload has. */
export type CredentialKind = 'video' | 'token' | 'function';

/** Every wire of an upload. */
export const WIRES = ['parts', 'tus', 'put', 'ietf', 's3'] as const;

/** What happens to one upload. All of it comes from the seed. */
export interface FaultSchedule {
  seed: number;
  wire: (typeof WIRES)[number];
  /** False for a service that does no more for an uploader than it says. */
  hasExtensions: boolean;
  /** For `put`: whether the address takes ranges. For `s3`: whether the site makes further addresses. */
  takesRanges: boolean;
  size: number;
  partSize: { min: number; max: number };
  credential: CredentialKind;
  line: LineFault[];
  /** So many of the line's faults strike before the upload may end well. */
  least: number;
  answers: AnswerFault[];
  /** Times that the upload is paused and resumed on the way. */
  pauses: number;
  scenario: FaultScenario;
}

/** What happens to an upload beside the faults of its line and a few busy answers; `nth` is a request with bytes. */
export type FaultScenario =
  | { kind: 'plain' }
  /** The token is withdrawn before that request. */
  | { kind: 'revoked'; nth: number; isRenewable: boolean }
  /** That request is answered with 401 or 403. */
  | { kind: 'forbidden'; nth: number; status: number; isRenewable: boolean }
  /** That request is answered with a refusal that is none of the others: 400 or 415. */
  | { kind: 'refused'; nth: number; status: number }
  /** That request is too large for a proxy. */
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

/** How a schedule ended. */
export interface ScheduleOutcome {
  seed: number;
  /** Its fault; nothing when all is right. */
  fault: string | undefined;
  ended: string;
  /** Faults that it met. */
  struck: number;
  sent: number;
  ms: number;
  /** Milliseconds, waited in no time, from the last fault to the end. */
  recovery: number;
}
