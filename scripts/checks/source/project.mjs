import { existsSync, readFileSync } from 'node:fs';
import { listFiles } from '../../base/list-files.mjs';
import { at } from '../../base/root.mjs';

const single = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'custom-elements.json'];
const isRead = (file) => /\.(ts|mjs|js|json|html|php|py)$/.test(file);
const isDocument = (file) => file.endsWith('.md') && !file.startsWith('docs/decisions/');

/** The repository's text as `{path: text}`, the input of each rule. Tests pass a few planted files. */
export function readProject() {
  const folders = ['src', 'test', 'bench', 'demo', 'scripts', 'dist'].flatMap(listFiles);
  const documents = ['docs', 'packages'].flatMap(listFiles);
  const files = [
    ...folders.filter(isRead),
    ...documents.filter((file) => isDocument(file) || (file.startsWith('packages/') && isRead(file))),
    ...single.filter((file) => existsSync(at(file))),
  ];
  return Object.fromEntries(files.map((file) => [file, readFileSync(at(file), 'utf8')]));
}
