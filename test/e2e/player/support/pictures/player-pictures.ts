// npm run pictures [-- NAME…] [--png FOLDER]: takes docs/pictures/player-*.webp, one for each state of the player, or only
// those named. With --png also as PNG into that folder, to be looked at.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../../support/browser.ts';
import { PLAYER_STATES } from './player-states.ts';
import { takePicture } from './take-picture.ts';

/** Bytes: a page of documentation shows all of them. */
const MAX_BYTES = 60_000;
const FOLDER = 'docs/pictures';

const { values, positionals } = parseArgs({
  options: { png: { type: 'string' } },
  allowPositionals: true,
});
mkdirSync(FOLDER, { recursive: true });
if (values.png) mkdirSync(values.png, { recursive: true });
const wanted = PLAYER_STATES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const browser = await launchChromium('--autoplay-policy=no-user-gesture-required');
try {
  for (const state of wanted) {
    const png = values.png ? path.join(values.png, `${state.name}.png`) : undefined;
    const bytes = await takePicture(browser, state, png);
    writeFileSync(path.join(FOLDER, `player-${state.name}.webp`), bytes);
    process.stdout.write(`${state.name}: ${(bytes.length / 1000).toFixed(1)} kB\n`);
    if (bytes.length > MAX_BYTES) process.exitCode = 1;
  }
} finally {
  await browser.close();
}
