import { readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from '../base/root.mjs';

/**
 * Links of the packed documents for users that lead to files which are not packed. The README's picture stays in the
 * repository, from where npm shows it.
 */
export function linkFaults(files) {
  const pages = files.filter((file) => /^(?:README|CHANGELOG)\.md$|^docs\/.*\.md$/.test(file));
  return pages.flatMap((page) => {
    const text = readFileSync(at(page), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
    return [...text.matchAll(/(?<!!\[[^\]]*)\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => !isPacked(path.posix.join(path.posix.dirname(page), target), files))
      .map((target) => `${page} leads to ${target}, which is not packed`);
  });
}

const isPacked = (target, files) =>
  files.includes(target) || files.some((file) => file.startsWith(target.replace(/\/?$/, '/')));
