import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** An option of a bench's own. */
export type RunOption = { type: 'string'; default: string } | { type: 'boolean'; default: boolean };

/** The command line of a long run. */
export interface RunArguments {
  count: number;
  seed: number;
  lanes: number;
  options: Readonly<Record<string, string | boolean>>;
  /** Infinity: as long as it takes. */
  minutes: number;
  isReport: boolean;
  /** The one run that is asked for. */
  only: number | undefined;
  isAgain: boolean;
  /** The command that resumes it. */
  command: string;
}

/** The options of every long run. */
export const RUN_OPTIONS = {
  minutes: { type: 'string' },
  report: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  only: { type: 'string' },
} as const;

/** Reads `[count] [seed] [lanes] [--minutes N] [--report] [--again] [--only SEED]`, and the bench's own options. */
export function readRunArguments(
  plan: {
    name: string;
    count: number;
    lanes?: number;
    options?: Readonly<Record<string, RunOption>>;
    words?: readonly string[];
    command?: string;
  },
  words: readonly string[] = plan.words ?? process.argv.slice(2),
): RunArguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { ...plan.options, ...RUN_OPTIONS },
  });
  const { minutes, report, again, only, ...options } = values as typeof values &
    Record<string, string | boolean>;
  if (report && positionals[1] === undefined) {
    throw new Error(`Say which run: npm run bench -- ${plan.name} COUNT SEED --report`);
  }
  const count = wholeNumber('The count', positionals[0] ?? plan.count);
  const seed = wholeNumber('The seed', positionals[1] ?? randomInt(2 ** 30));
  const lanes = wholeNumber('The lanes', positionals[2] ?? plan.lanes ?? 1);
  const own = Object.entries(plan.options ?? {}).flatMap(([name, option]) => {
    const value = options[name];
    if (value === option.default) return [];
    return value === true ? [`--${name}`] : [`--${name}`, quoted(String(value))];
  });
  const said = [count, seed, ...(positionals[2] === undefined ? [] : [lanes]), ...own];
  return {
    ...{ count, seed, lanes, options: options },
    ...{ isReport: report, isAgain: again },
    minutes: minutes === undefined ? Infinity : positive('The minutes', minutes),
    only: only === undefined ? undefined : wholeNumber('The seed of --only', only),
    command: plan.command ?? `npm run bench -- ${plan.name} ${said.join(' ')}`,
  };
}

function wholeNumber(what: string, said: string | number): number {
  const value = Number(said);
  if (said === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new Error(`${what} must be a whole number, and "${said}" is none.`);
  }
  return value;
}

function positive(what: string, said: string): number {
  const value = Number(said);
  if (!(value > 0)) throw new Error(`${what} must be a number above 0, and "${said}" is none.`);
  return value;
}

const quoted = (word: string) => (/^[\w.,/-]+$/.test(word) ? word : JSON.stringify(word));
