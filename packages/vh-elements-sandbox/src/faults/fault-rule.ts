import { Problem } from '../http/problem.ts';
import { SlowLine } from './slow-line.ts';

/** The kinds of faults. */
export type FaultAct =
  | { kind: 'answer'; when: When; status: number; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'delay'; when: When; milliseconds: number }
  /** The bodies share a line that carries so many bytes a second each way. */
  | { kind: 'throttle'; line: SlowLine }
  /** The connection is cut, or goes silent forever, after a number of bytes of one body. */
  | { kind: 'break'; how: 'cut' | 'stall'; side: 'request' | 'response'; afterBytes: number };

/** Before the route sees the request, or after it has done its work and begins to answer. */
export type When = 'before' | 'after';

/** The requests of a rule: of all that match the method and the path, the nth, every nth, or each. */
export interface FaultMatch {
  method: string | undefined;
  path: string;
  nth: number | undefined;
  every: number | undefined;
}

/** A rule as it was sent, read. */
export interface FaultRule {
  match: FaultMatch;
  act: FaultAct;
  /** Milliseconds after which it ends by itself. */
  lasts: number | undefined;
  /** As the client sent them. */
  sent: { match: unknown; act: unknown; lasts?: unknown };
}

type Members = Readonly<Record<string, unknown>>;

const MAX_DELAY_MS = 10 * 60_000;
const MAX_LASTS_MS = 24 * 60 * 60_000;

/** Reads one rule; throws a problem for an invalid one. */
export function readRule(value: unknown): FaultRule {
  const { match, act, lasts } = members(value, 'rule', ['match', 'act', 'lasts']);
  return {
    match: readMatch(match ?? {}),
    act: readAct(act),
    lasts: count(lasts, 'lasts', 1, MAX_LASTS_MS),
    sent: { match: match ?? {}, act, ...(lasts === undefined ? {} : { lasts }) },
  };
}

function readMatch(value: unknown): FaultMatch {
  const { method, path, nth, every } = members(value, 'match', ['method', 'path', 'nth', 'every']);
  return {
    method: text(method, 'match.method')?.toUpperCase(),
    path: text(path, 'match.path') ?? '/**',
    nth: count(nth, 'match.nth', 1, Number.MAX_SAFE_INTEGER),
    every: count(every, 'match.every', 1, Number.MAX_SAFE_INTEGER),
  };
}

function readAct(value: unknown): FaultAct {
  const { when: given, ...kinds } = members(value, 'act', [
    'answer',
    'delay',
    'throttle',
    'cut',
    'stall',
    'when',
  ]);
  if (given !== undefined && given !== 'before' && given !== 'after')
    throw wrong('act.when', 'must be "before" or "after".');
  const [[kind, detail] = ['', undefined], another] = Object.entries(kinds);
  if (kind === '' || another) throw wrong('act', 'must have one of answer, delay, throttle, cut and stall.');
  const when = given ?? 'before';
  if (kind === 'answer') return readAnswer(detail, when);
  if (kind === 'delay') {
    const milliseconds = count(detail, 'act.delay', 0, MAX_DELAY_MS);
    if (milliseconds === undefined) throw wrong('act.delay', 'must be a number of milliseconds.');
    return { kind: 'delay', when, milliseconds };
  }
  if (kind === 'throttle') {
    const bytesPerSecond = count(detail, 'act.throttle', 1, Number.MAX_SAFE_INTEGER);
    if (bytesPerSecond === undefined) throw wrong('act.throttle', 'must be a number of bytes a second.');
    return { kind: 'throttle', line: new SlowLine(bytesPerSecond) };
  }
  return readBreak(kind === 'cut' ? 'cut' : 'stall', detail, when);
}

function readAnswer(value: unknown, when: When): FaultAct {
  const { status, headers, body } = members(value, 'act.answer', ['status', 'headers', 'body']);
  const entries = Object.entries(members(headers ?? {}, 'act.answer.headers')).map(([name, given]) => {
    const header = typeof given === 'number' ? String(given) : given;
    // As a request's own headers are bound to be: no line breaks, nothing that node would choke on later.
    if (!/^[\w!#$%&'*+.^`|~-]{1,64}$/.test(name) || typeof header !== 'string' || !/^[\t -~]*$/.test(header))
      throw wrong('act.answer.headers', 'must map names to texts.');
    return [name.toLowerCase(), header] as const;
  });
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  return {
    kind: 'answer',
    when,
    status: count(status, 'act.answer.status', 200, 599) ?? 500,
    headers: { ...(body === undefined ? {} : { 'content-type': type }), ...Object.fromEntries(entries) },
    body: isText ? body : body === undefined ? '' : JSON.stringify(body),
  };
}

function readBreak(how: 'cut' | 'stall', value: unknown, when: When): FaultAct {
  const name = `act.${how}`;
  const given = members(value === true ? {} : value, name, ['requestBytes', 'responseBytes']);
  const requestBytes = count(given['requestBytes'], `${name}.requestBytes`, 0, Number.MAX_SAFE_INTEGER);
  const responseBytes = count(given['responseBytes'], `${name}.responseBytes`, 0, Number.MAX_SAFE_INTEGER);
  if (requestBytes !== undefined && responseBytes !== undefined)
    throw wrong(name, 'must have one of requestBytes and responseBytes.');
  if (requestBytes !== undefined) return { kind: 'break', how, side: 'request', afterBytes: requestBytes };
  if (responseBytes !== undefined) return { kind: 'break', how, side: 'response', afterBytes: responseBytes };
  return { kind: 'break', how, side: when === 'before' ? 'request' : 'response', afterBytes: 0 };
}

function members(value: unknown, name: string, allowed?: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(name, 'must be an object.');
  const unknown = allowed && Object.keys(value).find((key) => !allowed.includes(key));
  if (unknown !== undefined) throw wrong(name, `has only ${allowed?.join(', ') ?? ''}.`);
  return value as Members;
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '' || value.length > 256)
    throw wrong(name, 'must be a text of at most 256 characters.');
  return value;
}

function count(value: unknown, name: string, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw wrong(name, `must be a whole number from ${min} to ${max}.`);
  return value;
}

function wrong(name: string, must: string): Problem {
  return new Problem('invalid-attribute', { name, detail: `"${name}" ${must}` });
}
