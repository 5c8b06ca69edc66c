import { VhError, isVhError } from '../core/errors/vh-error.ts';
import { addressChecks } from './address-checks.ts';
import type { Check, Subjects, CheckContext } from './check.ts';
import { changeChecks } from './change-checks.ts';
import { grantChecks } from './grant-checks.ts';
import { playbackChecks } from './playback-checks.ts';
import { readChecks } from './read-checks.ts';
import { Site, type SiteOptions } from './site.ts';

/** How one check went. */
export interface CheckResult {
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed, or what it would have needed. */
  why?: string;
}

const checks: readonly Check[] = [
  ...[...playbackChecks, ...readChecks, ...grantChecks],
  ...[...changeChecks, ...addressChecks],
];

/**
 * Tries a page backend against the contract, one check after the other, and reports each as it is done. Rejects with
 * `network` when no server answers at its address.
 */
export async function runChecks(
  options: SiteOptions & Subjects,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const context: CheckContext = { site: new Site(options), subjects: options };
  const results: CheckResult[] = [];
  await requireAnswer(context.site);
  for (const check of checks) {
    const result = await runCheck(check, context);
    results.push(result);
    onResult(result);
  }
  return results;
}

async function runCheck({ title, needs, run }: Check, context: CheckContext): Promise<CheckResult> {
  if (needs !== undefined && !context.subjects[needs]) {
    const option = needs.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return { title, outcome: 'skipped', why: `needs --${option}` };
  }
  try {
    await run(context);
    return { title, outcome: 'passed' };
  } catch (error) {
    // A server that one request has ended answers no other: the first line that says so is enough.
    if (!isVhError(error)) await requireAnswer(context.site);
    return { title, outcome: 'failed', why: reasonOf(error) };
  }
}

async function requireAnswer(site: Site): Promise<void> {
  try {
    await site.ask('OPTIONS', '/grants');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new VhError('network', `No server answers at ${site.address}${code}.`);
  }
}

function reasonOf(error: unknown): string {
  if (isVhError(error)) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `the backend could not be asked${code}`;
}
