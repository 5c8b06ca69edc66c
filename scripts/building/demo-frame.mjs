import { readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from '../base/root.mjs';

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
          .replace('<!-- main -->', () => page.slice(begin))
          .replace(here, `${here} aria-current="page"`);
      },
    },
  };
}
