// npm run bench -- several-workers [count] [seed]: four processes of one site's backend in PHP, in Python, or in Node (with Redis), share their
// state, and each upload is asked of all of them, more than once. Every fifth time a process is killed at a random moment, and
// every fourth time an answer is lost. Wrong is an upload that got no video, or two. Not wrong, but counted, is a video that a
// killed process made without a word: it stays empty, and no upload has it. A long run: --minutes, --report, --again, --only
// SEED, --save.
import { setTimeout as wait } from 'node:timers/promises';
import { ResumableRun } from '../test/support/bench/resumable-run.ts';
import { videoOf, Workers } from '../test/support/backend/workers.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

const WORKERS = 4;
/** An uploader asks again for so long. */
const PATIENCE_MS = 30_000;

const run = ResumableRun.start({
  name: 'several-workers',
  what: 'uploads that four processes of PHP, of Python, or of Node on one Redis were asked for at once, with kills and lost answers',
  count: 1_500,
  tally: { killed: 0, lost: 0, asked: 0, empty: 0 },
  figure: ({ killed, lost, asked, empty }) =>
    `${asked} grants asked for, ${killed} processes killed, ${lost} answers lost; ${empty} videos left empty by a kill`,
});
const sites = await Promise.all(
  (['PHP', 'Python', 'Node'] as const).map((language) => Workers.start(language, WORKERS)),
);
try {
  for (const seed of run.seeds()) {
    const workers = sites[seed % sites.length];
    if (!workers) continue;
    const before = await workers.videos();
    const wrong = await upload(workers, seed);
    run.tally.empty += (await workers.videos()) - before - 1;
    run.done(seed, wrong);
  }
} finally {
  await Promise.all(sites.map((workers) => workers.end()));
}
run.end();

/** What was wrong with the upload of a seed. */
async function upload(workers: Workers, seed: number): Promise<string | undefined> {
  const random = seededRandom(seed);
  const key = `upload-of-a-file-${String(seed)}`;
  const doomed = Math.floor(random() * WORKERS);
  const killAfter = random() * 40;
  const loseAfter = Math.round(random() * 40);
  const loser = seed % 4 === 0 ? Math.floor(random() * WORKERS) : undefined;
  const first = Array.from({ length: WORKERS }, (_, worker) => {
    const isLost = worker === loser;
    if (isLost) run.tally.lost++;
    return grantOf(workers, worker, key, isLost ? AbortSignal.timeout(loseAfter) : undefined);
  });
  if (seed % 5 === 0) {
    await wait(killAfter);
    await workers.replace(doomed);
    run.tally.killed++;
  }
  const videos = [...(await Promise.all(first)), await grantOf(workers, doomed, key)];
  const distinct = new Set(videos);
  if (distinct.has(undefined)) return `no grant within ${String(PATIENCE_MS / 1000)} s`;
  return distinct.size === 1 ? undefined : `${String(distinct.size)} videos of one upload`;
}

/** Asks until there is a grant, as an uploader does; gives its video. `signal` loses the first answer. */
async function grantOf(
  workers: Workers,
  worker: number,
  key: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const until = performance.now() + PATIENCE_MS;
  for (let attempt = 0; performance.now() < until; attempt++) {
    run.tally.asked++;
    const lossy = attempt === 0 ? signal : undefined;
    const answer = await workers.ask(worker, key, key, lossy).catch(() => undefined);
    const video = answer?.status === 201 ? await videoOf(answer).catch(() => undefined) : undefined;
    if (video !== undefined) return video;
    await wait(100);
  }
  return undefined;
}
