import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from '../root.mjs';
import { zip } from './zip.mjs';

/** Every file of a folder, with its name below it; no source maps: WordPress serves the files as they are. */
function filesOf(folder) {
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: path.relative(at(folder), file).replaceAll(path.sep, '/') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

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
