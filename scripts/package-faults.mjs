import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packedFiles } from './package-facts.mjs';
import { at, root } from './root.mjs';

const mayBePacked =
  /^(dist\/.+|backends\/(php\/vh-backend\.php|python\/vh_backend\.py)|(custom-elements|package)\.json|(README|CHANGELOG)\.md|LICENSE)$/;
const mustBePacked = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'custom-elements.json',
  'package.json',
  'dist/index.js',
];

/** What is wrong with the package as npm would send it. */
export async function packageFaults() {
  const about = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const { messages } = await publint({ pkgDir: root, strict: true });
  const packed = await packedFiles();
  return [
    ...messages.map((message) => formatMessage(message, about)),
    ...packed.filter((file) => !mayBePacked.test(file)).map((file) => `${file} is packed and should not be`),
    ...mustBePacked.filter((file) => !packed.includes(file)).map((file) => `${file} is not packed`),
  ];
}
