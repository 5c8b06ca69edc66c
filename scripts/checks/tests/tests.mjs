import ts from 'typescript';
import { testsWithoutAssertion } from './assertions.mjs';
import { nodesOf, treesOf, where } from '../source/syntax.mjs';

// Bare names: `environment.sleep` may be the very thing that is tested.
const sleeps = /(^|\.)(setTimeout|setInterval|waitForTimeout|aTimeout)$|^(sleep|delay)$/;
/** With these, a test waits for a turn or a frame, and hopes that it was enough. */
const turns = /^(setImmediate|requestAnimationFrame|requestIdleCallback)$/;
const skips =
  /^(x(it|describe|test)|(it|describe|test|context|suite)\.(skip|only|todo|fixme)|(this|context|t)\.(skip|todo))$/;

/** Harnesses and stand-ins, beside what they are for. */
const isSupportFile = (file) =>
  /^(?:test|bench)\/(?:.*\/)?support\//.test(file) && !file.endsWith('.test.ts');

/** Programs that measure time pass it on purpose. */
const measures = (file) => file.startsWith('bench/');

const faults = [
  {
    says: 'sleeps: wait for what you want to see',
    test: (node, file) => !measures(file) && (isCall(node, sleeps) || isTimerImport(node)),
  },
  {
    says: 'does not run, or keeps others from running',
    test: (node) => isCall(node, skips) || isSkipOption(node),
  },
  {
    says: 'waits for a turn: use until() of test/support/until.ts',
    test: (node, file) => !measures(file) && ts.isIdentifier(node) && turns.test(node.text),
  },
  {
    says: 'may wait forever: use until() of test/support/until.ts',
    everywhere: true,
    test: (node, file) => !measures(file) && isEndlessWait(node),
  },
  { says: 'reaches into a shadow root: ask its harness, in a support folder', test: reachesIn },
];

const isCall = (node, name) => ts.isCallExpression(node) && name.test(node.expression.getText());
const isTimerImport = (node) =>
  ts.isImportDeclaration(node) && /^(node:)?timers(\/promises)?$/.test(node.moduleSpecifier.text);
const isSkipOption = (node) =>
  ts.isPropertyAssignment(node) && /^(skip|todo|only)$/.test(node.name.getText());

function reachesIn(node) {
  return ts.isPropertyAccessExpression(node) && /^(shadowRoot|renderRoot)$/.test(node.name.text);
}

/** The sentences that elements show: what a test repeats of them has to be changed with them. */
function sentencesOf(project) {
  return treesOf(project, 'src/locales/en').flatMap(({ tree }) =>
    nodesOf(tree, ts.isStringLiteralLike)
      .map((node) => node.text)
      .filter((text) => /^[^{}]+ [^{}]+ [^{}]+$/.test(text)),
  );
}

/** Where tests repeat one of those sentences. */
function repetitions(project) {
  const sentences = sentencesOf(project);
  const repeats = (node) =>
    ts.isStringLiteralLike(node) && sentences.some((sentence) => node.text.includes(sentence));
  return treesOf(project, 'test/elements', 'test/e2e').flatMap(({ file, tree }) =>
    nodesOf(tree, repeats).map((node) => `${where(file, tree, node)} repeats a text: use words()`),
  );
}

/** A loop that awaits something, and ends by its condition or not at all. */
function isEndlessWait(node) {
  const isLoop = ts.isWhileStatement(node) || ts.isDoStatement(node);
  const isEndless = ts.isForStatement(node) && node.condition === undefined;
  return (isLoop || isEndless) && awaits(node) && nodesOf(node, ts.isThrowStatement).length === 0;
}

/** True when the loop itself awaits, not a function in it. */
function awaits(node) {
  if (ts.isAwaitExpression(node)) return true;
  return ts.forEachChild(node, (child) => !ts.isFunctionLike(child) && awaits(child)) ?? false;
}

/** 10: tests wait on events, all of them run and can fail, and only harnesses look inside an element. */
export const tests = {
  name: 'tests neither sleep, nor skip, nor dig',
  find(project) {
    const found = treesOf(project, 'test', 'bench').flatMap(({ file, tree }) => {
      const isSupport = isSupportFile(file);
      return faults
        .filter(({ everywhere }) => !isSupport || everywhere)
        .flatMap(({ says, test }) =>
          nodesOf(tree, (node) => test(node, file)).map((node) => `${where(file, tree, node)} ${says}`),
        );
    });
    const empty = treesOf(project, 'test')
      .filter(({ file }) => file.endsWith('.test.ts'))
      .flatMap(testsWithoutAssertion);
    return [...found, ...empty, ...repetitions(project)];
  },
};
