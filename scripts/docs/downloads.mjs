import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scriptTagFolder } from '../archive/script-tag-folder.mjs';
import { wordpressPlugin } from '../archive/wordpress-plugin.mjs';
import { at } from '../base/root.mjs';

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** Files to download, each below a heading of the page that is about it. */
const DOWNLOADS = [
  {
    ...{ source: 'docs/cms.md', below: 'wordpress', title: 'Download the plugin' },
    ...{ name: `vh-elements-wordpress-${version}.zip`, make: wordpressPlugin },
  },
  {
    ...{ source: 'docs/script-tag.md', below: 'the-files', title: 'Download the files' },
    ...{ name: `vh-elements-${version}.zip`, make: scriptTagFolder },
  },
];

/** Writes the files into `downloads` of the site. */
export function writeDownloads(folder) {
  mkdirSync(path.join(folder, 'downloads'), { recursive: true });
  for (const { name, make } of DOWNLOADS) writeFileSync(path.join(folder, 'downloads', name), make());
}

/** Puts a page's download below its heading. */
export function addDownload({ source }, html) {
  const download = DOWNLOADS.find((one) => one.source === source);
  if (!download) return html;
  const { below, title, name } = download;
  const heading = new RegExp(`<h2 id="${below}">.*</h2>\\n`).exec(html)?.[0];
  if (heading === undefined) throw new Error(`${source} has no section ${below}.`);
  const link = `<p><a class="download" href="downloads/${name}" download>${title} (${name})</a></p>\n`;
  return html.replace(heading, () => heading + link);
}
