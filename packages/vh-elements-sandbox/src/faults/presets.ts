import { readRule, type FaultRule } from './fault-rule.ts';

/** A usual fault, by name: rules, or time that passes at once. */
export interface FaultPreset {
  name: string;
  /** What people read on a button. */
  title: string;
  about: string;
  rules: readonly FaultRule[];
  /** Milliseconds by which the clock of the service is put ahead. */
  aheadMs: number;
}

/** Bytes a second, and milliseconds before each answer: a mobile network where it is weak. */
const SLOW = { bytesPerSecond: 100_000, delay: 400 };

const LOSE = { cut: true, when: 'after' };

/** What people try first. */
export const FAULT_PRESETS: readonly FaultPreset[] = [
  preset('slow-line', 'Slow line', 'All requests together get 100 kB a second each way, after 0.4 s.', [
    { act: { delay: SLOW.delay } },
    { act: { throttle: SLOW.bytesPerSecond } },
  ]),
  preset('offline', 'Offline for 10 s', 'Each connection is cut, for ten seconds.', [
    { act: { cut: true }, lasts: 10_000 },
  ]),
  preset(
    '429',
    '429',
    'Each request is one too many, and may come again after two seconds, until you end it.',
    [
      {
        act: {
          answer: {
            status: 429,
            headers: { 'retry-after': '2', 'content-type': 'application/problem+json' },
            body: { title: 'Too many requests.', status: 429 },
          },
        },
      },
    ],
  ),
  preset(
    'lost-answer',
    'Lose the answer',
    'The next part of an upload is stored, and its answer never comes.',
    [
      { match: { method: 'POST', path: '/upload', nth: 1 }, act: LOSE },
      { match: { method: 'POST', path: '/videos/*/source', nth: 1 }, act: LOSE },
      { match: { method: 'PATCH', path: '/upload/**', nth: 1 }, act: LOSE },
    ],
  ),
  preset(
    'clock-ahead',
    'Clock ahead',
    'An hour passes at once, and what ends meanwhile ends.',
    [],
    3_600_000,
  ),
];

function preset(
  name: string,
  title: string,
  about: string,
  rules: readonly object[],
  aheadMs = 0,
): FaultPreset {
  return { name, title, about, aheadMs, rules: rules.map(readRule) };
}

/** The preset of a name, with rules of its own: a line is shared within one use of it only. */
export function findPreset(name: unknown): FaultPreset | undefined {
  const found = FAULT_PRESETS.find((one) => one.name === name);
  return found && { ...found, rules: found.rules.map(({ sent }) => readRule(sent)) };
}
