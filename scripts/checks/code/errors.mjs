import ts from 'typescript';
import { nodesOf, parse, treesOf, where } from '../source/syntax.mjs';

const home = 'src/core/errors/vh-error.ts';
const builtIn = /^((Type|Range|Syntax|Reference|Aggregate|Eval|URI)?Error)$/;
const isBuiltInError = (node) => ts.isNewExpression(node) && builtIn.test(node.expression.getText());
/** The one file that writes for the author of a site. */
const writer = 'src/core/setup/write-to-console.ts';
const isConsole = (node) => ts.isPropertyAccessExpression(node) && node.expression.getText() === 'console';

/** 4: every error is a VhError with a code, every code is explained, and only one file writes to the console. */
export const errors = {
  name: 'errors are VhErrors, and each code is explained',
  find(project) {
    const strays = treesOf(project, 'src').flatMap(({ file, tree }) =>
      nodesOf(tree, (node) => isBuiltInError(node) || (file !== writer && isConsole(node))).map(
        (node) =>
          `${where(file, tree, node)} ${isConsole(node) ? 'writes to the console' : 'is not a VhError'}`,
      ),
    );
    const codes = codesOf(project[home] ?? '');
    const sections = sectionsOf(project['docs/errors.md'] ?? '');
    return [
      ...strays,
      ...codes
        .filter((code) => !sections.includes(code))
        .map((code) => `docs/errors.md has no section "## ${code}"`),
      ...sections
        .filter((code) => !codes.includes(code))
        .map((code) => `docs/errors.md explains ${code}, which is no code`),
    ];
  },
};

function codesOf(text) {
  const isUnion = (node) => ts.isTypeAliasDeclaration(node) && node.name.text === 'VhErrorCode';
  return nodesOf(parse(home, text), isUnion).flatMap((union) =>
    nodesOf(union, ts.isStringLiteral).map((literal) => literal.text),
  );
}

const sectionsOf = (text) =>
  [...text.matchAll(/^#{2,3} `?([a-z]+(?:-[a-z]+)+|network|timeout|aborted)`?$/gm)].map(([, code]) => code);
