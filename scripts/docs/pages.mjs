import { readFileSync } from 'node:fs';
import { listFiles } from '../list-files.mjs';
import { at } from '../root.mjs';

/** The guides in the order in which a reader meets them; pages that are not named here come last. */
const ORDER = [
  ...['script-tag', 'frameworks', 'uploading', 'playing', 'theming', 'player-look', 'backend'],
  ...['backend-contract', 'session-events', 'analytics', 'errors', 'reference', 'measured', 'sandbox'],
];
const PROJECT = ['CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];

/** Every page of the site: its source, its address below the site, its title and its text. */
export function readPages() {
  const guides = listFiles('docs').filter((file) => /^docs\/[\w-]+\.md$/.test(file) && !/README/.test(file));
  const place = (file) => ORDER.indexOf(/([\w-]+)\.md$/.exec(file)[1]) >>> 0;
  guides.sort((one, other) => place(one) - place(other));
  const notes = listFiles('docs/decisions').filter((file) => file.endsWith('.md'));
  return [
    { source: 'README.md', address: 'index.html', group: 'guides' },
    { source: 'docs/README.md', address: 'contents.html', group: 'guides' },
    ...guides.map((source) => ({
      source,
      address: source.replace(/^docs\/(.*)md$/, '$1html'),
      group: 'guides',
    })),
    ...PROJECT.map((source) => ({
      source,
      address: source.toLowerCase().replace(/md$/, 'html'),
      group: 'project',
    })),
    ...notes.map((source) => ({
      ...{
        source,
        address: source
          .replace(/^docs\//, '')
          .replace('README.md', 'index.html')
          .replace(/md$/, 'html'),
      },
      group: /README/.test(source) ? 'project' : 'notes',
    })),
  ].map((page) => {
    const text = readFileSync(at(page.source), 'utf8');
    return { ...page, text, title: /^# (.*)$/m.exec(text)[1].replaceAll('`', '') };
  });
}
