import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../base/root.mjs';

/** A module's package: the folder of a third-party one, nothing for our own. */
export const packageOf = (id) =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replace(/^\0/, ''))?.[0];

/** Gathers the packages of which something stays in a bundle. */
export function gatherPackages(found = new Set()) {
  return {
    name: 'gather-packages',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const { modules = {} } of Object.values(bundle)) {
          for (const id of Object.keys(modules)) {
            const folder = packageOf(id);
            if (folder) found.add(folder);
          }
        }
      },
    },
  };
}

/** What a bundle has to say of the packages in it: who made them, where their source is, and on which terms. */
export function noticesOf(folders) {
  const sections = [...folders].map(sectionOf).sort();
  return [
    'These files contain the work of others, on the terms below.\n',
    ...sections.map((section) => `${'-'.repeat(80)}\n\n${section}`),
  ].join('\n');
}

function sectionOf(folder) {
  const about = JSON.parse(
    readFileSync(path.join(root, path.relative(root, folder), 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  if (!file || !about.license) throw new Error(`${about.name} has no licence that could be passed on.`);
  const terms = readFileSync(path.join(folder, file), 'utf8').trim();
  const source = `https://registry.npmjs.org/${about.name}/-/${path.basename(about.name)}-${about.version}.tgz`;
  return `${about.name} ${about.version}, ${about.license}\n${[homeOf(about), source].filter(Boolean).join('\n')}\n\n${terms}\n`;
}

function homeOf({ repository, homepage }) {
  const address = typeof repository === 'string' ? repository : (repository?.url ?? homepage);
  if (!address) return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(address)?.[1];
  return short
    ? `https://github.com/${short}`
    : address
        .replace(/^git\+/, '')
        .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
        .replace(/\.git$/, '');
}
