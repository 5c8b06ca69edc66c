import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { wordsOf } from '../error-texts/read-words.mjs';
import { at } from '../base/root.mjs';
import { code, table } from './markdown.mjs';

const file = 'docs/texts.md';

/** The files of English words by the name that `configure({ words })` has for them. */
const groups = {
  uploader: ['uploader-zone', 'uploader-unfinished', 'uploader'],
  uploaderCaptions: ['author/uploader-captions'],
  uploaderDetails: ['author/uploader-details'],
  uploaderPoster: ['author/uploader-poster'],
  uploaderShare: ['author/uploader-share'],
  uploaderTrim: ['author/uploader-trim'],
  recorder: ['recorder'],
  player: ['facade', 'player'],
  captions: ['captions'],
  captionsMenu: ['captions-menu'],
  captionStyle: ['caption-style'],
  consent: ['consent'],
  transcript: ['transcript'],
};

async function makeTexts() {
  const left = new Set(
    readdirSync(at('src/locales/en'), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => name.replaceAll('\\', '/').replace('.ts', '')),
  );
  const sections = Object.entries(groups).map(([group, files]) => {
    const words = Object.assign({}, ...files.map((name) => left.delete(name) && wordsOf(`${name}.ts`)));
    const rows = Object.entries(words).map(([name, text]) => [code(name), text]);
    return [`## ${code(group)}`, ...table(['name', 'English'], rows)].join('\n\n');
  });
  if (left.size > 0) throw new Error(`${file} has no group for ${[...left].join()}.`);
  const head = `# Texts

Generated from the sources by \`npm run manifest\`. Each heading is a group and each row a text that
[\`configure({ words })\`](theming.md#one-text-changed) can change. \`{name}\` is a value that the
element fills in. Where a text has \`{count}\`, it may have a form for each number.`;
  const text = [head, ...sections].join('\n\n');
  return format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}

/** Writes docs/texts.md from the English words. */
export async function writeTexts() {
  writeFileSync(at(file), await makeTexts());
}

/** One line when docs/texts.md differs from the words. */
export async function textsFaults() {
  return readFileSync(at(file), 'utf8') === (await makeTexts()) ? [] : [`${file} is stale: npm run manifest`];
}
