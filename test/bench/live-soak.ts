// Watches the synthetic live stream in Chromium for some minutes (ten when not said): prints how far behind the clock
// the picture was, and every stall. Exits 1 when it was more than three seconds behind, or stopped.
import { setTimeout as rest } from 'node:timers/promises';
import { launchChromium } from '../support/browser.ts';
import { LiveSandbox } from '../support/live-sandbox.ts';
import { LiveViewer, percentile } from '../support/live-viewer.ts';

const MOST_BEHIND = 3_000;
const minutes = Number(process.argv[2] ?? 10);
// hls.js by itself never makes up for what a busy machine has lost; with a rate above 1 it does, as live players do.
const fastest = Number(process.argv[3] ?? 1);

const [sandbox, browser] = await Promise.all([LiveSandbox.start('--no-rtmp'), launchChromium()]);
const { liveStreamId, assets } = await sandbox.createStream();
await sandbox.ask('POST', `/live-streams/${liveStreamId}/_synthetic`);
while ((await fetch(assets.hls)).status !== 200) await rest(100);
// Somebody who joins a stream that has been on the air for a while.
await rest(5_000);
const viewer = await LiveViewer.open(browser, assets.hls, fastest);
await viewer.sees(30, 20_000);

const until = Date.now() + minutes * 60_000;
let memory = 0;
while (Date.now() < until) {
  await rest(Math.min(15_000, Math.max(0, until - Date.now())));
  memory = Math.max(memory, await sandbox.residentMegabytes());
  const { glass, stalls, frames } = await viewer.watched();
  const last = String(Math.round(glass.at(-1) ?? NaN));
  process.stderr.write(
    `${new Date().toISOString()}  ${last} ms behind, ${String(stalls.length)} stalls, ${String(frames)} pictures\n`,
  );
}

const { glass, told, stalls, longestHole, frames, fatal, errors } = await viewer.watched();
const row = (name: string, value: string) => {
  process.stdout.write(`${name.padEnd(34)}${value}\n`);
};
const ms = (value: number) => `${String(Math.round(value))} ms`;
row('watched', `${String(minutes)} min, ${String(frames)} pictures, at a rate of ${String(fastest)} at most`);
row('picture behind the clock, p50', ms(percentile(glass, 50)));
row('picture behind the clock, p95', ms(percentile(glass, 95)));
row('picture behind the clock, worst', ms(Math.max(...glass)));
row('latency as hls.js has it, p50', ms(percentile(told, 50)));
row('latency as hls.js has it, p95', ms(percentile(told, 95)));
row('stalls', stalls.length === 0 ? '0' : `${String(stalls.length)}, after ${stalls.join(', ')} ms`);
row('longest time between two pictures', ms(longestHole));
row('errors', JSON.stringify(errors));
row('memory of the sandbox, most', `${memory.toFixed(0)} MB`);

await viewer.close();
await browser.close();
await sandbox.stop();
const isGood = stalls.length === 0 && fatal.length === 0 && percentile(glass, 95) <= MOST_BEHIND;
process.exit(isGood ? 0 : 1);
