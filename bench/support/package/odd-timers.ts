// node --import odd-timers.js: timers of this process fire up to a millisecond early, as Node's own may, or some
// milliseconds late, so that two that follow each other may fire in the other order. STEADINESS_SEED says how.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { skewed } from './skewed.ts';

type Timer = (callback: () => void, ms?: number, ...rest: unknown[]) => unknown;
type Rest = (ms?: number, ...more: unknown[]) => Promise<unknown>;

const random = seededRandom(Number(process.env['STEADINESS_SEED'] ?? 1));
const skew = (ms = 1) => skewed(ms, random);

const realTimeout = globalThis.setTimeout as Timer;
const realInterval = globalThis.setInterval as Timer;
const realRest = promises.setTimeout as Rest;
const setTimeout: Timer = (callback, ms, ...rest) => realTimeout(callback, skew(ms), ...rest);
const setInterval: Timer = (callback, ms, ...rest) => realInterval(callback, skew(ms), ...rest);
const rest: Rest = (ms, ...more) => realRest(skew(ms), ...more);
Object.defineProperty(setTimeout, promisify.custom, { enumerable: true, get: () => rest });

for (const holder of [globalThis, timers]) Object.assign(holder, { setTimeout, setInterval });
Object.assign(promises, { setTimeout: rest });
syncBuiltinESMExports();
