// npm run bench -- live-restarts [TIMES] [--players vh-player,hls.js] [--kill]: stops and restarts the source of a live
// stream that is being watched in Chromium by <vh-player>, and by hls.js by itself beside it, twenty times when not said.
// With --kill, the whole origin is killed, and comes back at the same port. Prints how often each came back within 15 s,
// and how long the first picture of after the restart took. An error that <vh-player> shows counts as not coming back. Exits 1 when one is missing.
import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launchChromium } from '../support/browser.ts';
import { LiveSandbox } from '../support/live-sandbox.ts';
import type { LivePlayer } from '../support/live-viewer-page.ts';
import { LiveViewer, percentile } from '../support/live-viewer.ts';

const MOST_MS = 15_000;
/** Pictures that show that it goes on. */
const PICTURES = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    players: { type: 'string', default: 'vh-player,hls.js' },
    kill: { type: 'boolean', default: false },
  },
});
const times = Number(positionals[0] ?? 20);

let sandbox = await LiveSandbox.start('--no-rtmp');
const { port } = new URL(sandbox.ready.url);
const browser = await launchChromium();
const { liveStreamId, assets } = await sandbox.createOnAir();
const synthetic = `/live-streams/${liveStreamId}/_synthetic`;

interface Watching {
  player: LivePlayer;
  viewer: LiveViewer;
  /** Milliseconds that it took to come back, each time that it did. */
  took: number[];
}
const watching: Watching[] = [];
for (const player of values.players.split(',') as LivePlayer[]) {
  const viewer = await LiveViewer.open(browser, assets.hls, { player });
  await viewer.sees(PICTURES, 20_000);
  watching.push({ player, viewer, took: [] });
}

/** Takes the source away, for a time that differs from one restart to the next; answers the pause. */
async function restart(time: number): Promise<number> {
  const pause = 300 + ((time * 977) % 5_000);
  if (values.kill) await sandbox.end('SIGKILL');
  else await sandbox.ask('DELETE', synthetic);
  await rest(pause);
  if (values.kill) sandbox = await LiveSandbox.startOn(sandbox.dataDir, '--no-rtmp', '--port', port);
  await sandbox.ask('POST', synthetic);
  return pause;
}

/** Waits for the picture of after the restart, and for more; says what came of it. Begins anew where nothing did. */
async function comesBack(one: Watching, failedBefore: number): Promise<string> {
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
    one.took.push(took);
    return `back after ${String(took)} ms, ${String(Math.round(glass.at(-1) ?? NaN))} ms behind`;
  }
  if (!isBack) {
    await one.viewer.close();
    one.viewer = await LiveViewer.open(browser, assets.hls, { player: one.player });
    await one.viewer.sees(PICTURES, MOST_MS);
  }
  return `NOT BACK (${failures.join(', ') || 'no error'})`;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
for (let time = 1; time <= times; time++) {
  const failed = await Promise.all(watching.map(async ({ viewer }) => (await viewer.watched()).fatal.length));
  const pause = await restart(time);
  const said = await Promise.all(watching.map((one, at) => comesBack(one, failed[at] ?? 0)));
  const each = watching.map(({ player }, at) => `${player} ${said[at] ?? ''}`);
  print(`${String(time).padStart(2)}  away ${String(pause)} ms: ${each.join('; ')}`);
}
for (const { player, viewer, took } of watching) {
  const { errors } = await viewer.watched();
  const ms = (hundredths: number) => `${String(Math.round(percentile(took, hundredths)))} ms`;
  print(
    `${player}: came back ${String(took.length)} of ${String(times)} times; p50 ${ms(50)}, p95 ${ms(95)}, ` +
      `worst ${ms(100)}; errors got over ${JSON.stringify(errors)}`,
  );
  await viewer.close();
}
await browser.close();
await sandbox.stop();
process.exit(watching.some(({ player, took }) => player === 'vh-player' && took.length < times) ? 1 : 0);
