import ts from 'typescript';
import { nodesOf, treesOf, where } from './syntax.mjs';

// Bare names: `world.sleep` may be the very thing that is tested.
const sleeps = /(^|\.)(setTimeout|waitForTimeout|aTimeout)$|^(sleep|delay)$/;
const skips =
  /^(x(it|describe|test)|(it|describe|test|context|suite)\.(skip|only|todo|fixme)|(this|context|t)\.(skip|todo))$/;

/** Programs that measure time pass it on purpose. */
const measures = (file) => file.startsWith('test/bench/');

const faults = [
  {
    says: 'sleeps: wait for what you want to see',
    test: (node, file) => !measures(file) && (isCall(node, sleeps) || isTimerImport(node)),
  },
  {
    says: 'does not run, or keeps others from running',
    test: (node) => isCall(node, skips) || isSkipOption(node),
  },
  { says: 'reaches into a shadow root: ask the harness in test/support', test: reachesIn },
];

const isCall = (node, name) => ts.isCallExpression(node) && name.test(node.expression.getText());
const isTimerImport = (node) =>
  ts.isImportDeclaration(node) && /timers\/promises$/.test(node.moduleSpecifier.text);
const isSkipOption = (node) =>
  ts.isPropertyAssignment(node) && /^(skip|todo|only)$/.test(node.name.getText());

function reachesIn(node) {
  return ts.isPropertyAccessExpression(node) && /^(shadowRoot|renderRoot)$/.test(node.name.text);
}

/** 10: tests wait on events, all of them run, and only harnesses know what is inside an element. */
export const tests = {
  name: 'tests neither sleep, nor skip, nor dig',
  find(project) {
    return treesOf(project, 'test')
      .filter(({ file }) => !file.startsWith('test/support/'))
      .flatMap(({ file, tree }) =>
        faults.flatMap(({ says, test }) =>
          nodesOf(tree, (node) => test(node, file)).map((node) => `${where(file, tree, node)} ${says}`),
        ),
      );
  },
};
