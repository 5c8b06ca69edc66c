import { VhError } from '../core/vh-error.ts';
import type { SiteResponse, Site } from './site.ts';

/** What the checks are tried on: without an id, what needs it is left out. */
export interface Subjects {
  videoId?: string | undefined;
  liveStreamId?: string | undefined;
  privateVideoId?: string | undefined;
  /** True when a grant may be asked for, which makes a video. */
  upload?: boolean | undefined;
}

/** What a check works with. */
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

/** Goes on only where something holds. */
export function expect(condition: unknown, why: string): asserts condition {
  if (!condition) throw new VhError('unexpected-answer', why);
}

/** Goes on only where an answer has one of these statuses. */
export function expectStatus({ status }: SiteResponse, ...wanted: number[]): void {
  expect(wanted.includes(status), `it was answered with ${String(status)} and not ${wanted.join(' or ')}`);
}

/** Goes on only where a refusal is as the contract has it: the status, problem+json, its last word, kept by nobody. */
export function expectRefusal(answer: SiteResponse, status: number, word: string): void {
  expectStatus(answer, status);
  const type = answer.header('content-type') ?? 'no type';
  expect(
    type.startsWith('application/problem+json'),
    `the refusal is ${type} and not application/problem+json`,
  );
  const { json } = answer;
  const said = typeof json === 'object' && json !== null && 'type' in json ? String(json.type) : 'nothing';
  expect(said.split('/').pop() === word, `the problem's type ends in ${said} and not in ${word}`);
  const policy = answer.header('cache-control') ?? 'nothing';
  expect(policy.includes('no-store'), `cache-control says ${policy} and not no-store`);
}
