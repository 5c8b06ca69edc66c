import ts from 'typescript';
import { nodesOf, treesOf } from '../checks/source/syntax.mjs';

/** Codes whose text an element chooses outside its table. */
const said = {
  uploader: {
    'api-key-in-page': 'keyInPage',
    'too-many-files': 'tooMany',
    'resume-unavailable': 'fleeting',
    'upload-restarted': 'restarted',
  },
};

const surfaceOf = (file) =>
  /^src\/elements\/(uploader\/recorder|uploader|player)\//.exec(file)?.[1].replace('uploader/', '');

/**
 * Which word each element shows for which error code, read from the tables in src/elements: objects whose type names
 * `VhErrorCode`. `fallback` is the word for every code that the table does not name (`TABLE[code] ?? 'failed'`).
 */
export function readWordTables(project) {
  const tables = {};
  for (const { file, tree } of treesOf(project, 'src/elements')) {
    const surface = surfaceOf(file);
    for (const table of surface ? nodesOf(tree, isWordTable) : []) {
      const words = Object.fromEntries(table.initializer.properties.map(entryOf));
      const fallback = fallbackOf(tree, table.name.text);
      // A second table: the words where the server has answered.
      tables[surface] =
        table.name.text === 'ANSWERED'
          ? { ...tables[surface], answered: words }
          : { ...tables[surface], words: { ...words, ...said[surface] }, fallback };
    }
  }
  return tables;
}

const isWordTable = (node) =>
  ts.isVariableDeclaration(node) &&
  node.type !== undefined &&
  /\bVhErrorCode\b/.test(node.type.getText()) &&
  node.initializer !== undefined &&
  ts.isObjectLiteralExpression(node.initializer) &&
  node.initializer.properties.every(
    (property) => ts.isPropertyAssignment(property) && ts.isStringLiteral(property.initializer),
  );

const entryOf = ({ name, initializer }) => [name.text, initializer.text];

function fallbackOf(tree, table) {
  const isChoice = (node) =>
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    ts.isElementAccessExpression(node.left) &&
    node.left.expression.getText() === table;
  return nodesOf(tree, isChoice)[0]?.right.text;
}
