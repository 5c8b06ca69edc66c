// npm run bench -- NAME [more] [--save]: one of the programs in bench, which measure and print tables. With --save, the
// figures go into bench/results, too.
import './base/need-node.mjs';
import { readdirSync } from 'node:fs';

const { at } = await import('./base/root.mjs');
const names = readdirSync(at('bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''));
const [, , name] = process.argv;
if (!names.includes(name)) {
  console.error(`Say which: npm run bench -- ${names.join('|')}`);
  process.exit(1);
}
process.argv.splice(2, 1);
const words = process.argv.slice(2).filter((word) => word !== '--save');
const quoted = words.map((word) => (/^[\w.,/=-]+$/.test(word) ? word : JSON.stringify(word)));
if (process.argv.includes('--save')) process.env.BENCH_SAVE = ['npm run bench --', name, ...quoted].join(' ');
process.argv.splice(2, Infinity, ...words);
const { launch } = await import('./system/launch.mjs');
await launch(`bench/${name}.js`, ['dist', 'types', 'cdn', 'node', 'pages'], ['tests', 'benches']);
