import { readFileSync } from 'node:fs';
import { at } from '../base/root.mjs';
import { filesOf } from './files-of.mjs';
import { zip } from './zip.mjs';

/** The script-tag folder as a ZIP file. */
export function scriptTagFolder() {
  const files = [...filesOf('dist/cdn'), { file: at('LICENSE'), name: 'LICENSE' }];
  return zip(files.map(({ file, name }) => ({ name: `vh-elements/${name}`, data: readFileSync(file) })));
}
