import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import typescript from 'typescript';
import { listFiles } from '../base/list-files.mjs';
import { at } from '../base/root.mjs';
import { addDownload, writeDownloads } from './downloads.mjs';
import { framePage } from './frame.mjs';
import { llmsOf } from './llms.mjs';
import { headingsOf, readPages } from './pages.mjs';
import { renderPage } from './render.mjs';

const TARGET = '.build/docs';
/** What ranks sections: coding agents search the documents with it, too. */
const RANKING = 'packages/vh-elements-sandbox/src/agents/documents';

/** Writes the documents as a site of files: a page each, the same text as Markdown, a search index, and `llms.txt`. */
export function writeDocs() {
  rmSync(at(TARGET), { recursive: true, force: true });
  const pages = readPages();
  const pictures = listFiles('docs').filter((file) => /\.(?:png|svg|webp)$/.test(file));
  const addresses = new Map([
    ...pages.filter(({ group }) => group !== 'part').map(({ source, address }) => [source, address]),
    ...headingsOf(pages),
    ...pictures.map((file) => [file, file.replace('docs/', '')]),
  ]);
  const write = (address, text) => {
    mkdirSync(path.dirname(at(TARGET, address)), { recursive: true });
    writeFileSync(at(TARGET, address), text);
  };
  const index = [];
  for (const page of pages) {
    const rendered = renderPage(page, (source) => addresses.get(source));
    rendered.html = addDownload(page, rendered.html);
    write(page.address, framePage(page, rendered, pages));
    write(page.address.replace(/html$/, 'md'), page.text);
    for (const { id, title, text } of rendered.sections)
      index.push({ address: `${page.address}#${id}`, page: page.title, title, text: text.trim() });
  }
  write('search.json', JSON.stringify(index));
  write(
    'llms.txt',
    llmsOf(
      pages.filter(({ group }) => group !== 'part'),
      ({ address }) => address.replace(/html$/, 'md'),
    ),
  );
  for (const file of pictures) cpSync(at(file), at(TARGET, addresses.get(file)));
  writeDownloads(at(TARGET));
  cpSync(at('demo/pages/icon.svg'), at(TARGET, 'icon.svg'));
  // Who serves the site together with a service says here where that is: `npm start` does.
  write('live.json', '{}');
  for (const name of ['style.css', 'page.js', 'search.js', 'filter.js', 'live.js'])
    cpSync(at('scripts/docs/assets', name), at(TARGET, name));
  for (const name of ['rank', 'synonyms']) write(`${name}.js`, scriptOf(at(RANKING, `${name}.ts`)));
}

/** A module in TypeScript as a browser takes it. */
function scriptOf(file) {
  const { outputText } = typescript.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: {
      module: typescript.ModuleKind.ESNext,
      target: typescript.ScriptTarget.ES2022,
      rewriteRelativeImportExtensions: true,
    },
  });
  return outputText;
}
