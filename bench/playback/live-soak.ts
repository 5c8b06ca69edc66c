// npm run bench -- live-soak [MINUTES] [--players vh-player,hls.js] [--target 1.2]: watches the synthetic live stream in
// Chromium for some minutes (ten when not said) with <vh-player>, and with plain hls.js beside it. Prints how far
// behind the clock the picture was, how much of the time each was within half a second of its target, and every stall.
// Exits 1 when <vh-player> stalled, failed, or was away from its target for more than a hundredth of the time.
import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { saveFigures } from '../support/bench-results.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { LiveSandbox } from '../../test/support/sandbox/live-sandbox.ts';
import type { LivePlayer, Watched } from '../../test/e2e/live/support/live-viewer-page.ts';
import { LiveViewer, percentile } from '../../test/e2e/live/support/live-viewer.ts';

/** Milliseconds from the target that count as held. */
const NEAR_MS = 500;
const LEAST_SHARE = 0.99;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    players: { type: 'string', default: 'vh-player,hls.js' },
    target: { type: 'string', default: '1.2' },
  },
});
const minutes = Number(positionals[0] ?? 10);
const targetLatency = Number(values.target);
const players = values.players.split(',') as LivePlayer[];

const [sandbox, browser] = await Promise.all([LiveSandbox.start('--no-rtmp'), launchChromium()]);
const { assets } = await sandbox.createOnAir();
// A viewer who joins a stream that has been live for a while.
await rest(5_000);
const viewers = new Map<LivePlayer, LiveViewer>();
for (const player of players) {
  const viewer = await LiveViewer.open(browser, assets.hls, { player, targetLatency });
  await viewer.sees(30, 20_000);
  viewers.set(player, viewer);
}

const until = Date.now() + minutes * 60_000;
let memory = 0;
while (Date.now() < until) {
  await rest(Math.min(15_000, Math.max(0, until - Date.now())));
  memory = Math.max(memory, await sandbox.residentMegabytes());
  for (const [player, viewer] of viewers) {
    const { glass, stalls, frames } = await viewer.watched();
    const last = String(Math.round(glass.at(-1) ?? NaN));
    process.stderr.write(
      `${new Date().toISOString()}  ${player.padEnd(9)}  ${last} ms behind, ${String(stalls.length)} stalls, ${String(frames)} pictures\n`,
    );
  }
}

const ms = (value: number) => `${String(Math.round(value))} ms`;
const spread = (all: readonly number[]) =>
  `p50 ${ms(percentile(all, 50))}, p95 ${ms(percentile(all, 95))}, worst ${ms(Math.max(...all))}`;
/** How much of the time the player's latency was near its target. */
const shareNear = ({ reported }: Watched) =>
  reported.filter((latency) => Math.abs(latency - targetLatency * 1000) <= NEAR_MS).length / reported.length;
const print = (name: string, value: string) => process.stdout.write(`${name.padEnd(36)}${value}\n`);

print('watched', `${String(minutes)} min, aiming at ${String(targetLatency)} s`);
let isGood = true;
for (const [player, viewer] of viewers) {
  const watched = await viewer.watched();
  const { glass, reported, stalls, longestHole, frames, fatal, errors } = watched;
  const share = shareNear(watched);
  print(player, `${String(frames)} pictures`);
  print('  picture behind the clock', spread(glass));
  print('  latency as the player has it', spread(reported));
  print('  within 0.5 s of the target', `${(share * 100).toFixed(2)} % of the time`);
  print('  stalls', stalls.length === 0 ? '0' : `${String(stalls.length)}, after ${stalls.join(', ')} ms`);
  print('  longest time between two pictures', ms(longestHole));
  print('  failures; errors got over', `${fatal.join(', ') || 'none'}; ${JSON.stringify(errors)}`);
  saveFigures('live-soak', {
    [`${minutes} min of low latency in ${player}, aiming at ${targetLatency} s: picture behind the clock`]: `${spread(glass)}; ${(share * 100).toFixed(2)} % within 0.5 s of the target, ${stalls.length} stalls`,
  });
  if (player === 'vh-player') isGood = stalls.length === 0 && fatal.length === 0 && share >= LEAST_SHARE;
}
print('memory of the sandbox, most', `${memory.toFixed(0)} MB`);

for (const viewer of viewers.values()) await viewer.close();
await browser.close();
await sandbox.stop();
process.exit(isGood ? 0 : 1);
