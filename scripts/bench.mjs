// npm run bench -- NAME [more]: one of the programs in test/bench, which measure and print tables.
import './need-node.mjs';
import { readdirSync } from 'node:fs';

const { at } = await import('./root.mjs');
const names = readdirSync(at('test/bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''));
const [, , name] = process.argv;
if (!names.includes(name)) {
  console.error(`Say which: npm run bench -- ${names.join('|')}`);
  process.exit(1);
}
process.argv.splice(2, 1);
const { launch } = await import('./launch.mjs');
await launch(`test/bench/${name}.js`, ['dist', 'cdn', 'node', 'pages']);
