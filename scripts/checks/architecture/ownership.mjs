import ts from 'typescript';
import { nodesOf, treesOf, where } from '../source/syntax.mjs';

const enders = {
  setTimeout: 'clearTimeout',
  setInterval: 'clearInterval',
  requestAnimationFrame: 'cancelAnimationFrame',
};

const calleeOf = (node) =>
  ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();
const callsOf = (tree, name) => nodesOf(tree, (node) => ts.isCallExpression(node) && calleeOf(node) === name);

/** 7: the code that starts a timer or adds a listener also says when that ends. */
export const ownership = {
  name: 'every listener and timer has an end',
  find(project) {
    return treesOf(project, 'src').flatMap(({ file, tree }) => {
      const timers = Object.entries(enders)
        .filter(([, ender]) => callsOf(tree, ender).length === 0)
        .flatMap(([starter, ender]) =>
          callsOf(tree, starter)
            .filter((node) => !isOfConnection(node))
            .map((node) => `${where(file, tree, node)} calls ${starter} and never ${ender}`),
        );
      const listeners = callsOf(tree, 'addEventListener')
        .filter((node) => !hasEnd(tree, node))
        .map((node) => `${where(file, tree, node)} listens forever: pass a signal`);
      return [...timers, ...listeners];
    });
  },
};

/** The limit of a connection of Node's ends with it. */
const isOfConnection = (call) => /^response\??\.setTimeout$/.test(call.expression.getText());

function hasEnd(tree, call) {
  const [name, , options] = call.arguments;
  if (!name || isAbort(call) || isOfThePage(tree, call)) return true;
  const isEnded = callsOf(tree, 'removeEventListener').some(
    (other) => other.arguments[0]?.getText() === name.getText(),
  );
  return isEnded || (options && /signal/i.test(textOf(tree, options))) || isOwn(tree, call.expression);
}

/** A comment above it says that it is wanted for as long as there is the page, or the service worker. */
function isOfThePage(tree, call) {
  let statement = call;
  while (!ts.isStatement(statement)) statement = statement.parent;
  const comments = tree.text.slice(statement.getFullStart(), statement.getStart());
  return /As long as there is the (page|worker)\./.test(comments);
}

/** A signal aborts once and then lets go of everybody. */
const isAbort = (call) =>
  /signal\??\.addEventListener$/i.test(call.expression.getText()) &&
  /once: true/.test(call.arguments[2]?.getText() ?? '');

/** What an expression says, or what the variable that it names was given. */
function textOf(tree, node) {
  return ts.isIdentifier(node) ? `${node.text} ${valueOf(tree, node.text)}` : node.getText();
}

/** Listening to oneself, to a part of oneself or to what one has just made ends with it. */
function isOwn(tree, callee) {
  const target = callee.expression;
  if (!target) return false;
  const said = ts.isIdentifier(target) ? valueOf(tree, target.text) || target.text : target.getText();
  if (/\b(ownerDocument|parentElement|parentNode|form|host)$/.test(said)) return false;
  return (
    /^(this(\.#?\w+)?|super)$/.test(said) ||
    /^(new |document\.createElement\(|this\.shadowRoot\?\.)/.test(said) ||
    isMade(tree, target)
  );
}

/** `xhr.upload` belongs to the xhr that was made here. */
function isMade(tree, target) {
  const owner = ts.isPropertyAccessExpression(target) ? target.expression : undefined;
  return owner !== undefined && ts.isIdentifier(owner) && /^new /.test(valueOf(tree, owner.text));
}

/** What a variable was given, in words; `const { media } = this` gives this.media. */
function valueOf(tree, name) {
  const isIt = (node) => ts.isVariableDeclaration(node) && namesOf(node.name).includes(name);
  const found = nodesOf(tree, isIt)[0];
  const value = found?.initializer?.getText() ?? '';
  return found && ts.isObjectBindingPattern(found.name) ? `${value}.${name}` : value;
}

const namesOf = (name) =>
  ts.isObjectBindingPattern(name) ? name.elements.map((element) => element.name.getText()) : [name.getText()];
