import { readFileSync } from 'node:fs';
import { at } from '../base/root.mjs';
import { filesOf } from './files-of.mjs';
import { zip } from './zip.mjs';

/** The plugin as the page "Add plugins" takes it: its own files, the backend in PHP and the script-tag folder. */
export function wordpressPlugin() {
  const files = [
    ...filesOf('integrations/wordpress/vh-elements'),
    { file: at('backends/php/vh-backend.php'), name: 'vh-backend.php' },
    { file: at('LICENSE'), name: 'LICENSE' },
    ...filesOf('dist/cdn').map(({ file, name }) => ({ file, name: `assets/${name}` })),
  ];
  return zip(files.map(({ file, name }) => ({ name: `vh-elements/${name}`, data: readFileSync(file) })));
}
