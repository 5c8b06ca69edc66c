import assert from 'node:assert/strict';

/** Milliseconds of the processor: a reader with anything quadratic in it takes seconds. */
const MOST_MS = 1_500;

/** Reads within that time of the processor, whatever else the machine does; the first time may be spent on compiling. */
export function inTime(read: () => void): void {
  let ms = Infinity;
  for (let time = 0; time < 3 && ms > MOST_MS; time++) {
    const before = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(before);
    ms = (user + system) / 1000;
  }
  assert.ok(ms <= MOST_MS, `${Math.round(ms)} ms`);
}
