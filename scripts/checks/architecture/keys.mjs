import ts from 'typescript';
import { nodesOf, reachOf, treesOf, where } from '../source/syntax.mjs';

// As a name. As text it may be spoken of: the uploader has to refuse an `api-key` attribute.
const isKey = (node) =>
  (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) &&
  /^#?(api_?key|(client_?)?secret(_?key)?)$/i.test(node.text);

const isEntry = (file) => /^src\/(index\.ts$|(define|cdn|elements|client)\/)/.test(file);

/** 3: the API key is known to src/backend alone, and no browser ever loads that. */
export const keys = {
  name: 'the API key stays in the backend',
  find(project) {
    const named = treesOf(project, 'src')
      .filter(({ file }) => !file.startsWith('src/backend/'))
      .flatMap(({ file, tree }) =>
        nodesOf(tree, isKey).map((node) => `${where(file, tree, node)} names ${node.text}`),
      );
    const reached = Object.keys(project)
      .filter(isEntry)
      .filter((file) => [...reachOf(project, file)].some((other) => other.startsWith('src/backend/')))
      .map((file) => `${file} is for browsers and reaches src/backend`);
    const shipped = Object.keys(project)
      .filter(
        (file) => file.startsWith('dist/cdn/') && file.endsWith('.js') && /\bapiKey\b/.test(project[file]),
      )
      .map((file) => `${file} names apiKey`);
    return [...named, ...reached, ...shipped];
  },
};
