// npm run bench -- upload-big [GiB]: a file of 5 GiB, or as large as is said, from Chromium by each of our wires. Prints how
// far the page's JavaScript heap rose above what it was before, garbage included, and the tasks that blocked its main
// thread; exits 1 when that is more than 64 MB, when there was one such task, or when an upload did not end.
import { saveTable } from '../support/bench-results.ts';
import { HeapWatch } from '../support/upload/heap-watch.ts';
import { RaceTrack } from '../support/upload/race-track.ts';

const LIMIT = 64;
const MB = 1_000_000;
const OURS = 'vh, ';

const gigabytes = Number(process.argv[2] ?? 5);
const size = gigabytes * 2 ** 30;
const track = await RaceTrack.open();
try {
  const file = await track.makeFile(size);
  const rows: Record<string, Record<string, string | number>> = {};
  for (const name of (await track.names()).filter((one) => one.startsWith(OURS))) {
    const heap = new HeapWatch();
    const run = await track.run(name, file, 'direct', (page) => heap.open(page));
    const hasAll = run.error === undefined && run.received >= size;
    if (!hasAll || heap.rise > LIMIT || run.longTasks > 0) process.exitCode = 1;
    rows[name] = {
      'heap before, MB': heap.idle.toFixed(1),
      'most above that, MB': heap.rise.toFixed(1),
      'looks': heap.looks,
      'long tasks': run.longTasks,
      'MB/s': run.seconds === undefined ? String(run.error) : (size / MB / run.seconds).toFixed(0),
      'arrived': hasAll ? 'all' : `${String(run.received)} bytes`,
    };
  }
  console.log(`${String(gigabytes)} GiB; at most ${String(LIMIT)} MB above idle, no long task`);
  console.table(rows);
  saveTable('upload-big', `${gigabytes} GiB in Chromium`, rows);
} finally {
  await track.close();
}
