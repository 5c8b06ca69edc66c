// npm run bench -- steadiness [part of a path …] [--times 20] [--layer node|browser|e2e] [--browsers chromium,firefox]
// [--busy 2] [--disks 1] [--timers odd|own]: runs each test file so many times, one at a time, beside busy loops and a
// program that keeps the disk busy; timers of Node's tests fire early or late. Prints how often each file passed, and the
// first message of each failure. A long run: --minutes, --report, --again, --only NUMBER, --save.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ResumableRun } from '../support/resumable-run.ts';
import { RUN_OPTIONS } from '../support/run-arguments.ts';
import { loadScript } from '../../test/support/repository.ts';
import {
  Burdens,
  nameOf,
  placesOf,
  rateLines,
  runFile,
  type FileRate,
} from '../support/package/steadiness.ts';

const { listFiles } = await loadScript<{ listFiles: (folder: string) => string[] }>(
  'scripts/base/list-files.mjs',
);
const { prepare } = await loadScript<{ prepare: () => Promise<void> }>('scripts/building/prepare.mjs');

/** What the runs are made with: progress with other values is another run. */
const conditions = {
  busy: { type: 'string', default: '2' },
  disks: { type: 'string', default: '1' },
  timers: { type: 'string', default: 'odd' },
} as const;
const { values, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    ...conditions,
    times: { type: 'string', default: '20' },
    layer: { type: 'string', default: '' },
    browsers: { type: 'string', default: 'chromium' },
    ...RUN_OPTIONS,
  },
});
const { busy, disks, timers, times, layer, browsers, minutes, only } = values;
const tests = listFiles('test')
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  .flatMap((file) => placesOf(file, browsers.split(',')))
  .filter((test) => layer === '' || layer === test.layer);
if (tests.length === 0) {
  console.error(`No test file has ${parts.join(' or ')} in its path.`);
  process.exit(1);
}

/** The same files in the same order: those of others are another run. */
const seed = createHash('sha256').update(tests.map(nameOf).join('\n')).digest().readUInt32BE(0);
const given = (names: Record<string, string | undefined>) =>
  Object.entries(names).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
const run = ResumableRun.start<{ rates: Record<string, FileRate> }>({
  name: 'steadiness',
  what: `test files beside ${busy} busy loops and a busy disk: ${parts.join(', ') || 'all'}`,
  count: tests.length * Number(times),
  isNumbered: true,
  options: conditions,
  words: [
    ...[String(tests.length * Number(times)), String(seed)],
    ...given({ busy, disks, timers, minutes, only }),
    ...(values.report ? ['--report'] : []),
    ...(values.again ? ['--again'] : []),
  ],
  command: [
    'npm run bench -- steadiness',
    ...[...parts, ...given({ times, layer: layer || undefined, browsers, busy, disks, timers })],
  ].join(' '),
  tally: { rates: {} },
  figure: ({ rates }) => rateLines(rates).at(-1) ?? '',
  print: ({ rates }) => rateLines(rates).forEach((line) => console.log(line)),
});
await prepare();
const burdens = await Burdens.start(Number(busy), Number(disks));
for (const number of run.seeds()) {
  const test = tests[number % tests.length];
  if (!test) break;
  const message = await runFile(test, timers === 'odd' ? number : undefined);
  const rate = (run.tally.rates[nameOf(test)] ??= { passed: 0, total: 0, messages: [] });
  rate.total++;
  if (message === undefined) rate.passed++;
  else rate.messages.push(message);
  run.done(number, message && `${nameOf(test)}: ${message}`);
}
await burdens.end();
run.end();
