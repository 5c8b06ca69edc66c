// Stops and restarts the source of a live stream that is being watched in Chromium, twenty times (or as often as is
// said), sometimes with a goodbye and sometimes without; prints how long the picture took to come back each time.
import { setTimeout as rest } from 'node:timers/promises';
import { launchChromium } from '../support/browser.ts';
import { LiveSandbox } from '../support/live-sandbox.ts';
import { LiveViewer, percentile } from '../support/live-viewer.ts';

const times = Number(process.argv[2] ?? 20);
const MOST_MS = 15_000;

const [sandbox, browser] = await Promise.all([LiveSandbox.start('--no-rtmp'), launchChromium()]);
const { liveStreamId, assets } = await sandbox.createStream();
const synthetic = `/live-streams/${liveStreamId}/_synthetic`;
await sandbox.ask('POST', synthetic);
while ((await fetch(assets.hls)).status !== 200) await rest(100);
const viewer = await LiveViewer.open(browser, assets.hls);
await viewer.sees(60, 20_000);

const print = (line: string) => process.stdout.write(`${line}\n`);
const took: number[] = [];
for (let time = 1; time <= times; time++) {
  await sandbox.ask('DELETE', synthetic);
  const pause = 300 + ((time * 977) % 5_000);
  await rest(pause);
  await sandbox.ask('POST', synthetic);
  const started = performance.now();
  await viewer.sees(60, MOST_MS);
  // Two seconds of it are the sixty pictures.
  took.push(performance.now() - started - 2_000);
  const { glass, fatal } = await viewer.watched();
  print(
    `${String(time).padStart(2)}  away ${String(pause)} ms, back after ${String(Math.round(took.at(-1) ?? NaN))} ms, ` +
      `${String(Math.round(glass.at(-1) ?? NaN))} ms behind, ${String(fatal.length)} fatal errors`,
  );
}
const { errors } = await viewer.watched();
print(
  `recovered ${String(took.length)} of ${String(times)} times; p50 ${String(Math.round(percentile(took, 50)))} ms, ` +
    `worst ${String(Math.round(Math.max(...took)))} ms; errors ${JSON.stringify(errors)}`,
);
await viewer.close();
await browser.close();
await sandbox.stop();
process.exit(0);
