// npm run bench -- NAME [more] [--save]: one of the programs in bench, which measure and print tables. With --save, the
// figures go into bench/results, too.
import './base/need-node.mjs';
import path from 'node:path';

const { benchFiles } = await import('./base/bench-files.mjs');
const benches = Object.fromEntries(benchFiles().map((file) => [path.basename(file, '.ts'), file]));
const [, , name] = process.argv;
if (!(name in benches)) {
  console.error(`Say which: npm run bench -- ${Object.keys(benches).join('|')}`);
  process.exit(1);
}
process.argv.splice(2, 1);
const words = process.argv.slice(2).filter((word) => word !== '--save');
const quoted = words.map((word) => (/^[\w.,/=-]+$/.test(word) ? word : JSON.stringify(word)));
if (process.argv.includes('--save')) process.env.BENCH_SAVE = ['npm run bench --', name, ...quoted].join(' ');
process.argv.splice(2, Infinity, ...words);
const { launch } = await import('./system/launch.mjs');
await launch(
  benches[name].replace(/\.ts$/, '.js'),
  ['dist', 'types', 'cdn', 'node', 'pages'],
  ['tests', 'benches'],
);
