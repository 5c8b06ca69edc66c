import ts from 'typescript';
import { importsOf, nodesOf, parse } from '../checks/source/syntax.mjs';
import { isOnlyWithAll } from './division.mjs';

/** What opens a test, and those that only `--all` has. */
const OPENS = /^(?:it|test|itWithAll|it[A-Z]\w*)$/;
const isCall = (names) => (node) => ts.isCallExpression(node) && names.test(node.expression.getText());

/** Of so many words, half are the same: less alike are two tests. */
const ALIKE = 0.5;

/**
 * The tests of `{file: text}`: their file, their words with those of the suites around them, and the command that runs them:
 * `npm test`, `--all` or `nowhere`. A test that a helper opens runs where a file of tests uses the helper.
 */
export function testsOf(project) {
  const commandOf = commands(project);
  return Object.entries(project).flatMap(([file, text]) => {
    if (!/\b(?:it|test|it[A-Z]\w*)\(/.test(text)) return [];
    const tree = parse(file, text);
    return nodesOf(tree, isCall(OPENS))
      .filter(({ arguments: [first] }) => first && isTitle(first))
      .map((call) => ({
        file,
        title: wordsOf(call),
        name: [...suitesAround(call), wordsOf(call)].join(' › '),
        runs:
          commandOf(file) === 'npm test' && call.expression.getText() === 'itWithAll'
            ? '--all'
            : commandOf(file),
      }));
  });
}

/**
 * Pairs each test of `before` with one of `now`: `same` file and words, `moved` to another file, `renamed` to the words that are
 * nearest among those that are left in its file; `gone` are tests without a partner.
 */
export function pairTests(before, now) {
  const left = new Set(now);
  const take = (tests, fits) => {
    const pairs = [];
    const rest = [];
    for (const test of tests) {
      const partner = fits(test);
      if (partner) {
        left.delete(partner);
        pairs.push([test, partner]);
      } else rest.push(test);
    }
    return [pairs, rest];
  };
  const find = (holds) => (test) => [...left].find((other) => holds(test, other));
  const [exact, others] = take(
    before,
    find((test, other) => test.file === other.file && test.name === other.name),
  );
  const [sameTitle, elsewhere] = take(
    others,
    find((test, other) => test.file === other.file && test.title === other.title),
  );
  const [moved, reworded] = take(
    elsewhere,
    find((test, other) => test.title === other.title),
  );
  const [renamed, gone] = take(reworded, (test) => nearest(test, [...left]));
  return { same: [...exact, ...sameTitle], moved, renamed, gone };
}

function nearest(test, others) {
  const rated = others
    .filter(({ file }) => file === test.file)
    .map((other) => ({ other, rate: likeness(test.title, other.title) }))
    .toSorted((one, two) => two.rate - one.rate);
  return rated[0]?.rate >= ALIKE ? rated[0].other : undefined;
}

/** The share of words that two titles have in common. */
function likeness(one, two) {
  const [a, b] = [one, two].map((title) => new Set(title.toLowerCase().match(/[\w${}.]+/g)));
  const both = [...a].filter((word) => b.has(word)).length;
  return (2 * both) / (a.size + b.size);
}

/** The command that runs the tests of a file. */
function commands(project) {
  const users = new Map();
  for (const [file, text] of Object.entries(project))
    for (const { file: used, isType } of importsOf({ file, tree: parse(file, text) }))
      if (used && !isType) users.set(used, [...(users.get(used) ?? []), file]);
  const commandOf = (file, seen = new Set()) => {
    if (file.endsWith('.test.ts')) return isOnlyWithAll(file) ? '--all' : 'npm test';
    if (seen.has(file)) return 'nowhere';
    seen.add(file);
    const found = (users.get(file) ?? []).map((user) => commandOf(user, seen));
    return ['npm test', '--all'].find((command) => found.includes(command)) ?? 'nowhere';
  };
  return commandOf;
}

/** Words, and not a name like that of a table: `RegExp.test(text)` is no test. */
const isTitle = (node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isConditionalExpression(node);

const wordsOf = ({ arguments: [first] }) =>
  ts.isStringLiteralLike(first) ? first.text : first.getText().replaceAll(/^`|`$/g, '');

function suitesAround(call) {
  const found = [];
  for (let up = call.parent; up; up = up.parent)
    if (isCall(/^(?:describe|suite)$/)(up) && up.arguments[0]) found.unshift(wordsOf(up));
  return found;
}
