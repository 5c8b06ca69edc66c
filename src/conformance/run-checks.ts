import { isVhError } from '../core/vh-error.ts';
import { addressChecks } from './address-checks.ts';
import type { Check, Subjects, Trial } from './check.ts';
import { grantChecks } from './grant-checks.ts';
import { playbackChecks } from './playback-checks.ts';
import { readChecks } from './read-checks.ts';
import { Site, type SiteOptions } from './site.ts';

/** How one check went. */
export interface Verdict {
  says: string;
  outcome: 'passed' | 'failed' | 'left out';
  /** Why it failed, or what it would have needed. */
  why?: string;
}

const checks: readonly Check[] = [...playbackChecks, ...readChecks, ...grantChecks, ...addressChecks];

/** Tries a page backend against the contract, one check after the other, and tells of each as it is done. */
export async function runChecks(
  options: SiteOptions & Subjects,
  tell: (verdict: Verdict) => void = () => undefined,
): Promise<Verdict[]> {
  const trial: Trial = { site: new Site(options), subjects: options };
  const verdicts: Verdict[] = [];
  for (const check of checks) {
    const verdict = await judge(check, trial);
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

async function judge({ says, needs, run }: Check, trial: Trial): Promise<Verdict> {
  if (needs !== undefined && !trial.subjects[needs]) {
    const option = needs.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return { says, outcome: 'left out', why: `needs --${option}` };
  }
  try {
    await run(trial);
    return { says, outcome: 'passed' };
  } catch (error) {
    return { says, outcome: 'failed', why: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (isVhError(error)) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `the backend could not be asked${code}`;
}
