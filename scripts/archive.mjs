// npm run archive: packs the script-tag folder, for a site to serve itself, its source maps, and the plugin for WordPress, whole. Prints where they are.
import './base/need-node.mjs';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const { orStop, prepare } = await import('./building/prepare.mjs');
await orStop(() => prepare(['dist', 'cdn']));
const { at } = await import('./base/root.mjs');
const { runTool } = await import('./base/run-tool.mjs');
const { wordpressPlugin } = await import('./archive/wordpress-plugin.mjs');
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const name = `vh-elements-${version}`;
const folder = at('.build/archive');
const scriptTag = path.join(folder, `${name}.tar.gz`);
const maps = path.join(folder, `${name}-maps.tar.gz`);
const plugin = path.join(folder, `vh-elements-wordpress-${version}.zip`);
await orStop(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(at('dist/cdn'), path.join(folder, name), { recursive: true });
  cpSync(at('LICENSE'), path.join(folder, name, 'LICENSE'));
  const args = ['-czf', scriptTag, '-C', folder, name];
  await runTool('tar', args, { complaint: 'The script-tag folder could not be packed.' });
  const mapArgs = ['-czf', maps, '-C', at('.build'), 'cdn-maps'];
  await runTool('tar', mapArgs, { complaint: 'The source maps could not be packed.' });
  writeFileSync(plugin, wordpressPlugin());
});
console.log([scriptTag, maps, plugin].join('\n'));
