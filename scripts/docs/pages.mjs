import { readFileSync } from 'node:fs';
import { listFiles } from '../base/list-files.mjs';
import { at } from '../base/root.mjs';

/** The guides in groups, both in the order in which a reader meets them; other guides come last. */
const GROUPS = {
  'Begin': ['script-tag', 'frameworks', 'cms', 'migration', 'sandbox', 'sandbox-live', 'testing', 'agents'],
  'The elements': ['uploading', 'playing', 'captions', 'embed', 'theming', 'player-look'],
  'Your server': [
    'backend',
    'several-servers',
    'servers',
    'your-videos',
    'backend-contract',
    'analytics',
    'insights',
    'session-events',
    'security',
  ],
  'Reference': ['reference', 'texts', 'errors', 'accessibility', 'performance', 'versions', 'measured'],
};
const ORDER = Object.values(GROUPS).flat();
const PROJECT = ['CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
const REFERENCE = 'docs/reference.md';
const nameOf = (file) => /([\w-]+)\.md$/.exec(file)[1];

function groupOf(file) {
  const [name = 'Reference'] = Object.entries(GROUPS).find(([, names]) => names.includes(nameOf(file))) ?? [];
  return name;
}

/** Every page of the site: its source, its address below the site, its title and its text. */
export function readPages() {
  const guides = listFiles('docs').filter((file) => /^docs\/[\w-]+\.md$/.test(file) && !/README/.test(file));
  const place = (file) => ORDER.indexOf(nameOf(file)) >>> 0;
  guides.sort((one, other) => place(one) - place(other));
  const notes = listFiles('docs/decisions').filter((file) => file.endsWith('.md'));
  return [
    { source: 'README.md', address: 'index.html', group: 'Begin' },
    { source: 'docs/README.md', address: 'contents.html', group: 'Begin' },
    ...guides.map((source) => ({
      source,
      address: source.replace(/^docs\/(.*)md$/, '$1html'),
      group: groupOf(source),
    })),
    ...PROJECT.map((source) => ({
      source,
      address: source.toLowerCase().replace(/md$/, 'html'),
      group: 'The project',
    })),
    ...notes.map((source) => ({
      ...{
        source,
        address: source
          .replace(/^docs\//, '')
          .replace('README.md', 'index.html')
          .replace(/md$/, 'html'),
      },
      group: /README/.test(source) ? 'The project' : 'notes',
    })),
  ].flatMap((page) => {
    const text = readFileSync(at(page.source), 'utf8');
    return page.source === REFERENCE ? referencePages(page, text) : [{ ...page, text, title: titleOf(text) }];
  });
}

const titleOf = (text) => /^# (.*)$/m.exec(text)[1].replaceAll('`', '');

/** The reference, and a page for each element and module of it: its sections, one level higher. */
function referencePages(page, text) {
  const [head, ...sections] = text.split(/^(?=## )/m);
  return [
    { ...page, text: head, title: titleOf(head) },
    ...sections.map((section) => {
      const own = section
        .replaceAll(/^#(?=#)/gm, '')
        .replace('\n\n', '\n\nA page of the [reference](reference.md). ');
      const title = titleOf(own);
      return {
        ...page,
        group: 'part',
        address: `reference/${slugOf(title.replaceAll('/', '-'))}.html`,
        text: own,
        title,
      };
    }),
  ];
}

/** Where the headings of these pages are, by their source: also of those that a source has elsewhere. */
export function headingsOf(pages) {
  return new Map(
    pages
      .filter(({ group }) => group === 'part')
      .flatMap(({ source, address, text, title }) => [
        ...[...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => {
          const id = slugOf(heading.replaceAll('`', ''));
          return [`${source}#${id}`, `${address}#${id}`];
        }),
        [`${source}#${slugOf(title)}`, address],
      ]),
  );
}

/** The anchors of headings, as code hosts make them. */
export const slugOf = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The groups of pages that every page links to, the project's own last. */
export function groupsOf(pages) {
  return [...new Set(pages.map(({ group }) => group))].filter(
    (group) => group !== 'notes' && group !== 'part',
  );
}
