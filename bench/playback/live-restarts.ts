// npm run bench -- live-restarts [count] [seed] [--players vh-player,hls.js] [--kill]: stops and restarts the source of
// a live stream that is being watched in Chromium by <vh-player>, and by plain hls.js beside it, twenty times when
// not said. With --kill, the whole origin is killed, and comes back at the same port. Wrong is a <vh-player> that did
// not come back within 15 s, or showed an error. A long run: --minutes, --report, --again, --only SEED, --save.
import { setTimeout as rest } from 'node:timers/promises';
import { ResumableRun } from '../support/resumable-run.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { LiveSandbox } from '../../test/support/sandbox/live-sandbox.ts';
import type { LivePlayer } from '../../test/e2e/live/support/live-viewer-page.ts';
import { LiveViewer, percentile } from '../../test/e2e/live/support/live-viewer.ts';

const MOST_MS = 15_000;
/** Frames that prove playback. */
const PICTURES = 60;

const run = ResumableRun.start<{ took: Partial<Record<LivePlayer, number[]>> }>({
  name: 'live-restarts',
  what: 'live, the source stopped and started again: came back within 15 s',
  count: 20,
  options: {
    players: { type: 'string', default: 'vh-player,hls.js' },
    kill: { type: 'boolean', default: false },
  },
  tally: { took: {} },
  figure: ({ took }) =>
    Object.entries(took)
      .map(([player, each]) => {
        const [p50, p95, worst] = [50, 95, 100].map((part) => Math.round(percentile(each, part)));
        return `${player} came back ${each.length} times, after p50 ${p50} ms, p95 ${p95} ms, worst ${worst} ms`;
      })
      .join('; '),
});
const isKilled = run.option('kill') === 'true';

let sandbox = await LiveSandbox.start('--no-rtmp');
const { port } = new URL(sandbox.ready.url);
const browser = await launchChromium();
const { liveStreamId, assets } = await sandbox.createOnAir();
const synthetic = `/live-streams/${liveStreamId}/_synthetic`;

interface Watching {
  player: LivePlayer;
  viewer: LiveViewer;
}
const watching: Watching[] = [];
for (const player of run.option('players').split(',') as LivePlayer[]) {
  const viewer = await LiveViewer.open(browser, assets.hls, { player });
  await viewer.sees(PICTURES, 20_000);
  watching.push({ player, viewer });
}

/** Takes the source away, for a time that differs from one restart to the next; answers the pause. */
async function restart(seed: number): Promise<number> {
  const pause = 300 + ((seed * 977) % 5_000);
  if (isKilled) await sandbox.end('SIGKILL');
  else await sandbox.ask('DELETE', synthetic);
  await rest(pause);
  if (isKilled) sandbox = await LiveSandbox.startOn(sandbox.dataDir, '--no-rtmp', '--port', port);
  await sandbox.ask('POST', synthetic);
  return pause;
}

/**
 * Waits for the picture of after the restart, and for more; says what came of it. Opens another viewer where nothing
 * did.
 */
async function comesBack(
  one: Watching,
  failedBefore: number,
): Promise<{ took: number | undefined; said: string }> {
  const started = Date.now();
  let took = NaN;
  const isBack = await one.viewer
    .seesAfter(started, MOST_MS)
    .then(() => (took = Date.now() - started))
    .then(() => one.viewer.sees(PICTURES, MOST_MS))
    .then(
      () => true,
      () => false,
    );
  const { glass, fatal } = await one.viewer.watched();
  const failures = fatal.slice(failedBefore);
  if (isBack && (one.player !== 'vh-player' || failures.length === 0)) {
    return { took, said: `back after ${took} ms, ${Math.round(glass.at(-1) ?? NaN)} ms behind` };
  }
  if (!isBack) {
    await one.viewer.close();
    one.viewer = await LiveViewer.open(browser, assets.hls, { player: one.player });
    await one.viewer.sees(PICTURES, MOST_MS);
  }
  return { took: undefined, said: `NOT BACK (${failures.join(', ') || 'no error'})` };
}

for (const seed of run.seeds()) {
  const failed = await Promise.all(watching.map(async ({ viewer }) => (await viewer.watched()).fatal.length));
  const pause = await restart(seed);
  const ends = await Promise.all(watching.map((one, at) => comesBack(one, failed[at] ?? 0)));
  const each = watching.map(({ player }, at) => `${player} ${ends[at]?.said ?? ''}`);
  const said = `away ${pause} ms: ${each.join('; ')}`;
  console.log(`  ${said}`);
  for (const [at, { player }] of watching.entries()) {
    const took = ends[at]?.took;
    const all = (run.tally.took[player] ??= []);
    if (took !== undefined) all.push(took);
  }
  const own = watching.findIndex(({ player }) => player === 'vh-player');
  run.done(seed, own >= 0 && ends[own]?.took === undefined ? said : undefined);
}
for (const { player, viewer } of watching) {
  const { errors } = await viewer.watched();
  console.log(`${player} got over ${JSON.stringify(errors)}`);
  await viewer.close();
}
await browser.close();
await sandbox.stop();
run.end();
