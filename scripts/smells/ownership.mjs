import ts from 'typescript';
import { nodesOf, treesOf, where } from './syntax.mjs';

const enders = {
  setTimeout: 'clearTimeout',
  setInterval: 'clearInterval',
  requestAnimationFrame: 'cancelAnimationFrame',
};

const calleeOf = (node) =>
  ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();
const callsOf = (tree, name) => nodesOf(tree, (node) => ts.isCallExpression(node) && calleeOf(node) === name);

/** 7: whoever starts a timer or listens to somebody else also says when that ends. */
export const ownership = {
  name: 'every listener and timer has an end',
  find(project) {
    return treesOf(project, 'src').flatMap(({ file, tree }) => {
      const timers = Object.entries(enders)
        .filter(([, ender]) => callsOf(tree, ender).length === 0)
        .flatMap(([starter, ender]) =>
          callsOf(tree, starter).map(
            (node) => `${where(file, tree, node)} calls ${starter} and never ${ender}`,
          ),
        );
      const listeners = callsOf(tree, 'addEventListener')
        .filter((node) => !hasEnd(tree, node))
        .map((node) => `${where(file, tree, node)} listens for ever: pass a signal`);
      return [...timers, ...listeners];
    });
  },
};

function hasEnd(tree, call) {
  const [name, , options] = call.arguments;
  if (!name || isAbort(call)) return true;
  const isEnded = callsOf(tree, 'removeEventListener').some(
    (other) => other.arguments[0]?.getText() === name.getText(),
  );
  return isEnded || (options && /signal/i.test(textOf(tree, options))) || isOwn(tree, call.expression);
}

/** A signal aborts once and then lets go of everybody. */
const isAbort = (call) =>
  /signal\??\.addEventListener$/i.test(call.expression.getText()) &&
  /once: true/.test(call.arguments[2]?.getText() ?? '');

/** What an expression says, or what the variable that it names was given. */
function textOf(tree, node) {
  return ts.isIdentifier(node) ? `${node.text} ${valueOf(tree, node.text)}` : node.getText();
}

/** Listening to oneself, or to what one has just made, ends with it. */
function isOwn(tree, callee) {
  let target = callee;
  while (ts.isPropertyAccessExpression(target)) target = target.expression;
  if (target.kind === ts.SyntaxKind.SuperKeyword) return true;
  if (target.kind === ts.SyntaxKind.ThisKeyword) return target === callee.expression;
  return ts.isIdentifier(target) && /^(new |document\.createElement\()/.test(valueOf(tree, target.text));
}

function valueOf(tree, name) {
  const isIt = (node) => ts.isVariableDeclaration(node) && node.name.getText() === name;
  return nodesOf(tree, isIt)[0]?.initializer?.getText() ?? '';
}
