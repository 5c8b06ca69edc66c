import ts from 'typescript';
import { nodesOf, treesOf, where } from '../source/syntax.mjs';

/** A file of 300 lines is where to ask whether it is one thing. This is where the answer is no. */
const MOST_LINES = 400;
/** A file of tests is a list: its end is as easy to find. */
const MOST_LINES_OF_TESTS = 500;
const mostLines = (file) => (file.startsWith('test/') ? MOST_LINES_OF_TESTS : MOST_LINES);

const work = /^(fetch|XMLHttpRequest|localStorage|sessionStorage|indexedDB|Hls)$/;
const isWork = (node) =>
  ts.isIdentifier(node) && work.test(node.text) && !ts.isPropertyAssignment(node.parent);
const isBoolean = (field) =>
  field.type?.kind === ts.SyntaxKind.BooleanKeyword ||
  [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(field.initializer?.kind);

/** A class's own state: private fields, and the reactive ones that are marked `state: true`. */
function booleanStates(node) {
  const marked = nodesOf(
    node,
    (inner) => ts.isPropertyAssignment(inner) && /\bstate: true\b/.test(inner.getText()),
  );
  const isState = ({ name }) =>
    ts.isPrivateIdentifier(name) || marked.some((property) => property.name.getText() === name.getText());
  return node.members.filter(
    (field) => ts.isPropertyDeclaration(field) && isState(field) && isBoolean(field),
  );
}

/** 6: elements show and engines work; state is one union and not a handful of booleans; files stay short. */
export const shape = {
  name: 'elements only show, state is a union, files stay short',
  find(project) {
    const working = treesOf(project, 'src/elements').flatMap(({ file, tree }) =>
      nodesOf(tree, isWork).map(
        (node) => `${where(file, tree, node)} uses ${node.text}: that is an engine's work`,
      ),
    );
    const scattered = treesOf(project, 'src').flatMap(({ file, tree }) =>
      nodesOf(tree, ts.isClassLike)
        .map((node) => ({ node, states: booleanStates(node).map(({ name }) => name.getText()) }))
        .filter(({ states }) => states.length > 2)
        .map(
          ({ node, states }) =>
            `${where(file, tree, node)} keeps its state in booleans: ${states.join(', ')}`,
        ),
    );
    const long = Object.entries(project)
      .filter(([file]) => /^(src|demo|packages|test|scripts)\/.*\.(ts|mjs)$/.test(file))
      .map(([file, text]) => ({ file, lines: text.trimEnd().split('\n').length }))
      .filter(({ file, lines }) => lines > mostLines(file))
      .map(
        ({ file, lines }) =>
          `${file} has ${lines} lines: more than ${mostLines(file)}: find the two things in it`,
      );
    return [...working, ...scattered, ...long];
  },
};
