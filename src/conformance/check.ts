import { VhError } from '../core/errors/vh-error.ts';
import type { SiteResponse, Site } from './site.ts';

/** The subjects of the checks: checks whose id is missing are left out. */
export interface Subjects {
  videoId?: string | undefined;
  liveStreamId?: string | undefined;
  privateVideoId?: string | undefined;
  /** True when a grant may be asked for, which makes a video. */
  upload?: boolean | undefined;
}

/** The input of a check. */
export interface CheckContext {
  site: Site;
  subjects: Subjects;
}

/** One sentence of the contract, and how it is tried. */
export interface Check {
  title: string;
  /** The option without which it cannot be tried. */
  needs?: keyof Subjects;
  /** Resolves when it holds; rejects with a VhError that says why it does not. */
  run: (context: CheckContext) => Promise<void>;
}

/** Fails the check unless the condition is true. */
export function expect(condition: unknown, why: string): asserts condition {
  if (!condition) throw new VhError('unexpected-answer', why);
}

/** A requirement, and the fault where it is not met. */
export type Expectation = readonly [condition: unknown, why: string];

/** Fails the check unless all conditions are true; names each false one. */
export function expectAll(...expectations: readonly Expectation[]): void {
  const faults = expectations.filter(([condition]) => !condition).map(([, why]) => why);
  expect(faults.length === 0, faults.join('; '));
}

/** Fails the check unless the answer has one of these statuses. */
export function expectStatus(answer: SiteResponse, ...wanted: number[]): void {
  expectAll(hasStatus(answer, ...wanted));
}

function hasStatus({ status }: SiteResponse, ...wanted: number[]): Expectation {
  const why = `it was answered with ${String(status)} and not ${wanted.join(' or ')}`;
  return [wanted.includes(status), why];
}

/** The message of what `read` throws; undefined where it throws nothing. */
export function faultOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Throws unless a refusal follows the contract: the status, problem+json, the end of its type, and no caching. */
export function expectRefusal(answer: SiteResponse, status: number, word: string): void {
  const type = answer.header('content-type') ?? 'no type';
  const { json } = answer;
  const said = typeof json === 'object' && json !== null && 'type' in json ? String(json.type) : 'nothing';
  const policy = answer.header('cache-control') ?? 'nothing';
  expectAll(
    hasStatus(answer, status),
    [type.startsWith('application/problem+json'), `the refusal is ${type} and not application/problem+json`],
    [said.split('/').pop() === word, `the problem's type ends in ${said} and not in ${word}`],
    [policy.includes('no-store'), `cache-control says ${policy} and not no-store`],
  );
}
