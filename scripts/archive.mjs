// npm run archive: packs the script-tag folder, for a site to serve by itself. Prints where the archive is.
import './need-node.mjs';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const { orStop, prepare } = await import('./prepare.mjs');
await orStop(() => prepare(['dist', 'cdn']));
const { at } = await import('./root.mjs');
const { runTool } = await import('./run-tool.mjs');
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const name = `vh-elements-${version}`;
const folder = at('.build/archive');
await orStop(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(at('dist/cdn'), path.join(folder, name), { recursive: true });
  cpSync(at('LICENSE'), path.join(folder, name, 'LICENSE'));
  const args = ['-czf', path.join(folder, `${name}.tar.gz`), '-C', folder, name];
  await runTool('tar', args, { complaint: 'The script-tag folder could not be packed.' });
});
console.log(path.join(folder, `${name}.tar.gz`));
