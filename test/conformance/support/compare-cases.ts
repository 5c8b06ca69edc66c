import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { inRepository } from '../../support/repository.ts';
import { LANGUAGE_NAMES, type ConformanceCase, type LanguageName } from './conformance-case.ts';
import type { Seen } from './seen-answer.ts';

/** One way in which another language's answer is not JavaScript's. */
export interface Difference {
  /** `PHP | embed pages | 3 | status` */
  at: string;
  ours: unknown;
  theirs: unknown;
}

/** A difference that is meant, or that is left: a row of docs/other-languages.md. */
export interface DeclaredDifference {
  subject: string;
  JavaScript: string;
  PHP: string;
  Python: string;
  reason: string;
  /** Where it shows; `*` matches anything. */
  seen: readonly string[];
}

/** Every difference between the answers to one case. */
export function differencesOf(
  { name }: ConformanceCase,
  seen: Readonly<Record<LanguageName, readonly Seen[]>>,
): Difference[] {
  const found: Difference[] = [];
  for (const language of LANGUAGE_NAMES.slice(1)) {
    for (const [index, ours] of seen.JavaScript.entries()) {
      const theirs = seen[language][index];
      if (!theirs) continue;
      const [owns, others] = [fieldsOf(ours, theirs), fieldsOf(theirs, ours)];
      for (const field of Object.keys({ ...owns, ...others })) {
        const [own, other] = [owns[field], others[field]];
        if (isDeepStrictEqual(own, other)) continue;
        found.push({
          at: `${language} | ${name} | ${String(index + 1)} | ${field}`,
          ours: own,
          theirs: other,
        });
      }
    }
  }
  return found;
}

/** Where the status differs, the rest is another answer's. */
function fieldsOf(
  { status, headers, body, asked, isReported, answers }: Seen,
  other: Seen,
): Record<string, unknown> {
  const always = { status, asked, isReported, answers };
  const isWhole =
    status === other.status && !isOfServer(status, headers) && !isOfServer(other.status, other.headers);
  return isWhole ? { ...always, body, ...headers } : always;
}

/** A refusal of a server that could not read the request: it never reached the backend. */
function isOfServer(status: number, headers: Seen['headers']): boolean {
  return (
    status >= 400 &&
    !/^(?:application\/problem\+json|text\/html; charset=utf-8$)/.test(headers['content-type'] ?? '')
  );
}

/** The differences that no row declares, and the rows that no difference needs. */
export function judge(
  found: readonly string[],
  declared: readonly DeclaredDifference[],
): { undeclared: string[]; unneeded: string[] } {
  const patterns = declared.flatMap(({ seen }) => seen.map((text) => ({ text, pattern: patternOf(text) })));
  return {
    undeclared: found.filter((at) => !patterns.some(({ pattern }) => pattern.test(at))),
    unneeded: patterns.filter(({ pattern }) => !found.some((at) => pattern.test(at))).map(({ text }) => text),
  };
}

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}

/** The rows of docs/other-languages.md. */
export function readDeclared(): DeclaredDifference[] {
  const text = readFileSync(inRepository('test/conformance/support/differences.json'), 'utf8');
  return JSON.parse(text) as DeclaredDifference[];
}
