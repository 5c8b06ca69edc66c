import { isDeepStrictEqual } from 'node:util';
import { rollDice } from '../../../support/seeded.ts';
import { drawRequest } from './request-grammar.ts';
import { expectedAnswer } from './expected-answer.ts';
import type { GrammarSite } from './grammar-sites.ts';
import { SETUPS, shown, type SiteSetup, type WireAnswer, type WireRequest } from './wire-request.ts';

/** What a sweep has seen. */
export interface GrammarReport {
  requests: number;
  /** Answers that were compared. */
  answers: number;
  /** How often each status was wanted. */
  statuses: Record<string, number>;
  faults: string[];
}

/** Sends `count` drawn requests to every adapter of the setup that each is drawn for. */
export async function sweepGrammar(
  sites: readonly GrammarSite[],
  seed: number,
  count: number,
): Promise<GrammarReport> {
  const dice = rollDice(seed);
  const report: GrammarReport = { requests: 0, answers: 0, statuses: {}, faults: [] };
  for (let at = 0; at < count; at++) {
    const setup = dice.pick(SETUPS);
    await tryRequest(sites, setup, drawRequest(dice, setup, seed * count + at), report);
  }
  return report;
}

/** Sends one request to every adapter of a setup, and adds to the report. */
export async function tryRequest(
  sites: readonly GrammarSite[],
  setup: SiteSetup,
  request: WireRequest,
  report: GrammarReport,
): Promise<void> {
  const own = sites.filter((one) => one.setup === setup);
  const answers = await Promise.all(own.map((one) => one.answer(request)));
  const wanted = expectedAnswer(request, setup, bodyOf(request, answers[0]));
  report.requests++;
  report.statuses[wanted.status] = (report.statuses[wanted.status] ?? 0) + 1;
  for (const [index, { adapter }] of own.entries()) {
    const answer = answers[index];
    if (answer === undefined && isPlatforms(adapter, request)) continue;
    report.answers++;
    const fault = faultIn(answer, wantedOf(adapter, request, wanted));
    if (fault) report.faults.push(`${adapter}, ${setup.name}: ${fault}, ${shown(request)}`);
  }
}

/** What Node's own listener says of a body about which JSON's readers may differ. */
function bodyOf({ bodyIs }: WireRequest, first: WireAnswer | undefined): 'right' | 'wrong' {
  if (bodyIs === 'right' || bodyIs === 'wrong') return bodyIs;
  return first?.word === 'grant-malformed' ? 'wrong' : 'right';
}

/** True where no answer is right: the platform parses the address itself, or ends a connection after malformed HTTP. */
function isPlatforms(adapter: string, { target }: WireRequest): boolean {
  const parses = adapter === 'Workers' || adapter === 'Hono' || adapter === 'HTTP/2';
  return parses || ((adapter === 'PHP' || adapter === 'Python') && !target.startsWith('/'));
}

/** A header that others set is left out of the answer that is wanted. */
function wantedOf(
  adapter: string,
  { method, target, bodyIs }: WireRequest,
  wanted: WireAnswer,
): Partial<WireAnswer>[] {
  const { status, word } = wanted;
  const isMounted = adapter === 'Express' ? /^\/vh(?:[/?]|$)/i.test(target) : target.startsWith('/vh/');
  const isFramework = adapter === 'Express' || adapter === 'Hono';
  // Frameworks answer requests outside the mount point.
  if (isFramework && !isMounted) return [{ status: 404 }, { status: 400 }];
  // PHP's own server does not know every method, and no server answers malformed HTTP.
  const isOdd = /^(?:QUERY|PROPFIND)$/.test(method) && adapter === 'PHP';
  if (isOdd) return [wanted, { status: 501, word: '' }];
  // Authors change captions at this address, but not by PHP and Python.
  if (method === 'POST' && status === 405 && /\/captions(?:\?|$)/.test(target))
    return [wanted, { status: 403 }, { status: 415 }, { status: 400 }];
  if (status === 400 || method === 'HEAD') return [{ status }];
  // The listener refuses a path that reading it as a URL changes, and knows nothing of origins.
  if (pathOf(target) !== target.split('?')[0]) return [{ status, word }];
  const isDecided = status === 201 || word === 'grant-refused';
  // PHP and Python need not follow a body to any depth.
  if (isDecided && bodyIs === 'either') return [wanted, { status: 400, word: 'grant-malformed' }];
  return [wanted];
}

function pathOf(target: string): string | undefined {
  return URL.canParse(`http://site.test${target}`)
    ? new URL(`http://site.test${target}`).pathname
    : undefined;
}

function faultIn(answer: WireAnswer | undefined, wanted: readonly Partial<WireAnswer>[]): string | undefined {
  if (answer === undefined) return 'no answer';
  const isOne = wanted.some((one) => isDeepStrictEqual({ ...answer, ...one }, answer));
  return isOne ? undefined : `${JSON.stringify(answer)} in place of ${JSON.stringify(wanted[0])}`;
}
