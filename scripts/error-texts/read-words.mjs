import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { at } from '../base/root.mjs';
import { nodesOf, parse } from '../checks/source/syntax.mjs';

const folder = 'src/locales/en';
/** Which files of English words belong to which element. */
const homes = { uploader: /^uploader/, recorder: /^recorder/, player: /^(player|facade)/ };

/** The English words of each surface by their keys; of a plural, the form for several. */
export function readWords() {
  const files = readdirSync(at(folder)).filter((file) => file.endsWith('.ts'));
  return Object.fromEntries(
    Object.entries(homes).map(([surface, isHome]) => [
      surface,
      Object.assign({}, ...files.filter((file) => isHome.test(file)).map(wordsOf)),
    ]),
  );
}

/** The words of one file, by their keys. */
export function wordsOf(file) {
  const tree = parse(`${folder}/${file}`, readFileSync(at(folder, file), 'utf8'));
  const words = {};
  for (const { name, initializer } of nodesOf(tree, ts.isPropertyAssignment)) {
    if (ts.isStringLiteralLike(initializer)) words[name.text] = initializer.text;
    else if (ts.isObjectLiteralExpression(initializer)) words[name.text] = pluralOf(initializer);
  }
  return words;
}

const pluralOf = ({ properties }) =>
  properties.find(({ name }) => name.getText() === 'other')?.initializer.text;
