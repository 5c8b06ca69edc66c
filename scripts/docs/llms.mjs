import { readFileSync, writeFileSync } from 'node:fs';
import { at } from '../base/root.mjs';
import { groupsOf, readPages } from './pages.mjs';

const FILE = 'llms.txt';

/** Descriptions of the documents, by their source: the lines of docs/README.md. */
function describe() {
  const text = readFileSync(at('docs/README.md'), 'utf8').replaceAll(/\n {2}(?=\S)/g, ' ');
  const lines = [...text.matchAll(/\[[\w-]+\.md\]\(([\w-]+\.md)\):\s+(.*?)(?=; \[|$)/gm)];
  return new Map(lines.map(([, name, line]) => [`docs/${name}`, plain(line)]));
}

const plain = (text) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[.;]$/, '');

const PROJECT = {
  'README.md': 'what it is, a page and a server that run as they stand',
  'docs/README.md': 'all documents, one line each',
  'CHANGELOG.md': 'what changed, by part',
  'ARCHITECTURE.md': 'folders, glossary, what the code leans on',
  'CONTRIBUTING.md': 'how to change the code',
  'docs/decisions/README.md': 'why things are as they are',
  'docs/effects.md': 'every public name, and the test that judges its effect',
  'docs/measured.md': 'present figures, each with its command, date and commit',
  'docs/player-look.md': 'pictures of every state of the player',
};

/** The list of pages that language models look for (https://llmstxt.org); `addressOf` says where a page is. */
export function llmsOf(pages, addressOf) {
  const descriptions = new Map([...describe(), ...Object.entries(PROJECT)]);
  const [home] = pages;
  const summary = /^(?![#!\s[])[^\n]+(?:\n[^\n]+)*/m.exec(home.text)[0].replaceAll('\n', ' ');
  const groups = groupsOf(pages);
  const lines = (group) =>
    pages
      .filter((page) => page.group === group)
      .map((page) => {
        const description = descriptions.get(page.source);
        if (description === undefined) throw new Error(`docs/README.md says nothing about ${page.source}.`);
        return `- [${page.title}](${addressOf(page)}): ${description}\n`;
      })
      .join('');
  const [guides, project] = [groups.slice(0, -1), groups.slice(-1)];
  const list = guides.map((group) => `## ${group}\n\n${lines(group)}\n`).join('');
  return `# ${home.title}\n\n> ${summary}\n\nAn agent that writes code begins with the page “For coding agents”.\n\n${list}## Optional\n\n${project.map(lines).join('')}`;
}

/** Pictures, tests and reasons are in the repository and on the site. */
const NOT_PACKED = /^docs\/(?:decisions\/|(?:player-look|effects|measured)\.md$)/;

const inPackage = () =>
  llmsOf(
    readPages().filter(({ source, group }) => group !== 'part' && !NOT_PACKED.test(source)),
    ({ source }) => source,
  );

/** Writes the list that is in the package: its links lead to files beside it. */
export function writeLlms() {
  writeFileSync(at(FILE), inPackage());
}

/** One line when it is not what the documents say. */
export function llmsFaults() {
  return readFileSync(at(FILE), 'utf8') === inPackage() ? [] : [`${FILE} is stale: npm run manifest`];
}
