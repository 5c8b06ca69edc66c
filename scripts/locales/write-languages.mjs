import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { listFiles } from '../base/list-files.mjs';
import { at } from '../base/root.mjs';
import { nodesOf, parse } from '../checks/source/syntax.mjs';
import { isWordFile } from './word-modules.mjs';

const HEAD = '// Written by `npm run manifest` from the files of words in `src/locales`.';
/** The type and the English sentences of embed pages. */
const EMBED = 'src/embed/embed-words.ts';
const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u;

/** Every file that names all languages, with its text as the files of words have it. */
async function makeFiles() {
  const languages = listFiles('src/locales').filter(isWordFile).map(readLanguage);
  const english = readEnglish();
  for (const { file, embed } of languages) {
    const names = Object.keys(embed ?? {});
    if (names.join() !== Object.keys(english).join())
      throw new Error(`${file}: "embed" has ${names.join()} in place of ${Object.keys(english).join()}.`);
  }
  const all = [...languages, { tag: 'en', embed: english }].sort((one, other) =>
    one.tag < other.tag ? -1 : 1,
  );
  const rtl = languages.filter(({ embed }) => RIGHT_TO_LEFT.test(embed.video)).map(({ tag }) => tag);
  return {
    'src/locales/languages.ts': await typescript(languagesModule(languages)),
    'src/embed/embed-languages.ts': await typescript(embedModule(languages, Object.keys(english), rtl)),
    'backends/php/vh-embed.php': replaceTables('backends/php/vh-embed.php', PHP, all, rtl),
    'backends/python/vh_embed.py': replaceTables('backends/python/vh_embed.py', PYTHON, all, rtl),
  };
}

function readLanguage(file) {
  const tag = file.replace(/^.*\/|\.json$/g, '');
  return { file, tag, embed: JSON.parse(readFileSync(at(file), 'utf8')).embed };
}

function readEnglish() {
  const tree = parse(EMBED, readFileSync(at(EMBED), 'utf8'));
  const [{ initializer }] = nodesOf(
    tree,
    (node) => ts.isVariableDeclaration(node) && node.name.text === 'en',
  );
  return Object.fromEntries(
    initializer.properties.map(({ name, initializer: text }) => [name.text, text.text]),
  );
}

const languagesModule = (languages) => `${HEAD}
import type { ElementWords } from './element-words.ts';

// One chunk a language, fetched when a page wants it. A literal import each, so that every bundler sees them.
/** The languages that there are words for, beside English. */
export const languages: Record<string, () => Promise<{ default: ElementWords }>> = {
${languages.map(({ tag }) => `${tag}: () => import('./${tag}.json', { with: { type: 'json' } }),`).join('\n')}
};
`;

const embedModule = (languages, names, rtl) => `${HEAD}
/** The sentences of embed pages in the languages beside English. */
export const embedLanguages: Readonly<Record<string, Record<${names.map((name) => `'${name}'`).join(' | ')}, string>>> = {
${languages.map(({ tag, embed }) => `${tag}: ${JSON.stringify(embed)},`).join('\n')}
};

/** Those of them that are written from right to left. */
export const rightToLeft: readonly string[] = ${JSON.stringify(rtl)};
`;

const typescript = async (text) =>
  format(text, { ...(await resolveConfig(at('src/index.ts'))), parser: 'typescript' });

/** How the backends write their tables, which are the last thing in their files: the sentences are in the order of the type. */
const PHP = {
  begin: `${HEAD}\n`,
  write: (languages, rtl) => `const VH_EMBED_RIGHT_TO_LEFT = [${rtl.map(quote).join(', ')}];

// Not found, expired, failed, watch the file, video.
const VH_EMBED_WORDS = [
${languages.map(({ tag, embed }) => `    '${tag}' => [\n${listed(embed)}    ],\n`).join('')}];
`,
};
const PYTHON = {
  begin: `${HEAD.replace('//', '#')}\n`,
  write: (languages, rtl) => `RIGHT_TO_LEFT = [${rtl.map(quote).join(', ')}]

# Not found, expired, failed, watch the file, video.
WORDS = {
${languages.map(({ tag, embed }) => `    '${tag}': (\n${listed(embed)}    ),\n`).join('')}}  # fmt: skip
`,
};

function replaceTables(file, { begin, write }, languages, rtl) {
  const text = readFileSync(at(file), 'utf8');
  const start = text.indexOf(begin);
  if (start < 0) throw new Error(`${file} has no line "${begin.trim()}".`);
  return text.slice(0, start) + begin + write(languages, rtl);
}

const listed = (embed) =>
  Object.values(embed)
    .map((sentence) => `        ${quote(sentence)},\n`)
    .join('');

/** A text as PHP and Python both read it. */
const quote = (text) =>
  /'/.test(text) && !/["\\$]/.test(text)
    ? `"${text}"`
    : `'${text.replaceAll(/['\\]/g, (letter) => `\\${letter}`)}'`;

/** Writes what names all languages, from the files of words. */
export async function writeLanguages() {
  for (const [file, text] of Object.entries(await makeFiles())) writeFileSync(at(file), text);
}

/** A line for each file that differs from the files of words. */
export async function languagesFaults() {
  return Object.entries(await makeFiles())
    .filter(([file, text]) => !existsSync(at(file)) || readFileSync(at(file), 'utf8') !== text)
    .map(([file]) => `${file} is stale: npm run manifest`);
}
