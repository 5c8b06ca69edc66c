/** The files of words are data. The build makes modules of them, since not every browser imports JSON. */
export const isWordFile = (file) => /(?:^|\/)src\/locales\/[a-z]{2,3}\.json$/.test(file);

const IMPORT = /(\bimport\(["'][^"']+)\.json(["']), \{\s*with: \{ type: ["']json["'] \},?\s*\}\)/g;

/** What pages have of a file of words. The sentences of embed pages stand in the page that a server sends. */
export function wordsForPages(json) {
  const words = JSON.parse(json);
  delete words.embed;
  return words;
}

/** The module that stands in the place of a file of words. */
export const wordModule = (json) => `export default ${JSON.stringify(wordsForPages(json))};\n`;

/** Code that imports the modules in the place of the files. `ending` is the end of their names. */
export const importWordModules = (code, ending = '.js') => code.replaceAll(IMPORT, `$1${ending}$2)`);

/** For Vite, which makes modules of JSON by itself. */
export const wordFiles = () => ({
  name: 'word-files',
  enforce: 'pre',
  config: () => ({ json: { namedExports: false, stringify: false } }),
  transform: (json, id) => (isWordFile(id) ? { code: JSON.stringify(wordsForPages(json)), map: null } : null),
});
