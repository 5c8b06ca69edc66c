import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packedFiles } from './package-facts.mjs';
import { importFaults } from './import-faults.mjs';
import { linkFaults } from './link-faults.mjs';
import { typesFaults } from './types-faults.mjs';
import { prepare } from '../building/prepare.mjs';
import { at, root } from '../base/root.mjs';

export { installedPackages, packagesOfStart } from './installed-packages.mjs';

const mayBePacked =
  /^(dist\/.+|docs\/[^/]+\.(md|webp|schema\.json)|backends\/(php\/vh-(?:backend|embed|state)\.php|python\/vh_(?:backend|embed|state)\.py)|(custom-elements|package)\.json|(README|CHANGELOG|ARCHITECTURE|CONTRIBUTING)\.md|LICENSE|llms\.txt|skills\/vh-elements\/SKILL\.md)$/;
const mustBePacked = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'llms.txt',
  'docs/agents.md',
  'skills/vh-elements/SKILL.md',
  'custom-elements.json',
  'package.json',
  'dist/index.js',
  'dist/THIRD-PARTY-NOTICES.txt',
  'dist/cdn/THIRD-PARTY-NOTICES.txt',
];

/** The faults of the package as npm would publish it. */
export async function packageFaults() {
  const about = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  await prepare(['packed']);
  const { messages } = await publint({ pkgDir: root, strict: true });
  const packed = await packedFiles();
  return [
    ...messages.map((message) => formatMessage(message, about)),
    ...packed.filter((file) => !mayBePacked.test(file)).map((file) => `${file} is packed and should not be`),
    ...mustBePacked.filter((file) => !packed.includes(file)).map((file) => `${file} is not packed`),
    ...importFaults(packed, about),
    ...linkFaults(packed),
    ...(await typesFaults(readFileSync(at('.build/packed.tgz')), about, packed)),
  ];
}
