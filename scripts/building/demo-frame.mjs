import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { at } from '../base/root.mjs';
import { highlight } from '../docs/highlight.mjs';

/** Puts a page of the demo into the frame that all of them share. A page is its title, its script and its `<main>`. */
export function demoFrame() {
  return {
    name: 'demo-frame',
    transformIndexHtml: {
      // Before the bundler looks for what the page refers to.
      order: 'pre',
      handler(page, { filename }) {
        const begin = page.indexOf('<main');
        const here = `href="./${path.basename(filename)}"`;
        return readFileSync(at('demo/pages/frame/frame.html'), 'utf8')
          .replace('<!-- head -->', () => page.slice(0, begin))
          .replace('<!-- main -->', () => colourCode(page.slice(begin)))
          .replace('"LANGUAGES"', () => `"${languages().join(' ')}"`)
          .replace(here, `${here} aria-current="page"`);
      },
    },
  };
}

/** Tags of the languages that the elements speak: those of their files of words, and English. */
const languages = () =>
  [
    'en',
    ...readdirSync(at('src/locales')).flatMap((name) => /^([a-z]{2,3})\.json$/.exec(name)?.[1] ?? []),
  ].sort();

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Gives colours to each `<code data-language>`, as the documents have them. */
const colourCode = (html) =>
  html.replaceAll(/(<code data-language="(\w+)">)([^]*?)(?=<\/code>)/g, (_whole, tag, language, text) => {
    const code = text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity]);
    return tag + highlight(code, language);
  });
