import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { itWithAll } from '../support/it-with-all.ts';
import type { UploadProgress } from '../../src/upload/ports/upload-state.ts';
import { Queue } from '../../src/upload/queue/queue.ts';
import { Upload } from '../../src/upload/upload.ts';
import { rollDice, type Dice } from '../support/seeded.ts';
import { Line, STEP_MS, type LineOptions, type Outage } from './support/line.ts';
import { keepingMemory } from './support/put-store.ts';

const MIB = 2 ** 20;
/** From the moment when bytes leave, or leave again. */
const SETTLING_MS = 5_000;
const TOLERANCE = 0.2;
/** Each line ends long before. */
const MAX_STEPS = 20_000;
/** A person reads seconds in steps of five. */
const READ_SECONDS = 3;

/** One line, and what is sent over it. */
interface Case extends LineOptions {
  readonly name: string;
  readonly files: readonly number[];
  readonly partBytes: number;
  /** The share that an earlier visit has stored. */
  readonly stored: number;
}

const SHAPES = ['constant', 'jitter', 'bursts', 'ramp up', 'ramp down'] as const;

function makeCase(dice: Dice): Case {
  const shape = dice.pick(SHAPES);
  const rate = 100_000 * 2 ** (dice.below(640) / 100);
  const seconds = 45 + dice.below(90);
  const noise = Array.from({ length: 10_000 }, () => 0.5 + dice.below(1_000) / 1_000);
  const period = 400 + dice.below(1_600);
  const factor = 1.5 + dice.below(150) / 100;
  const ramp = (ms: number) => factor ** Math.min(1, ms / (seconds * 1_000));
  const rates: Record<(typeof SHAPES)[number], (ms: number) => number> = {
    'constant': () => rate,
    'jitter': (ms) => rate * (noise[Math.floor(ms / 250) % noise.length] ?? 1),
    'bursts': (ms) => (ms % period < period / 2 ? 2 * rate : 0),
    'ramp up': (ms) => rate * ramp(ms),
    'ramp down': (ms) => rate / ramp(ms),
  };
  const partBytes = Math.min(Math.max(dice.pick([MIB / 4, MIB, 5 * MIB]), rate / 2), 8 * rate);
  const count = dice.pick([1, 1, 1, 3]);
  const outages: Outage[] = [];
  for (let at = 8_000; dice.below(3) === 0; at += 60_000) {
    const from = at + dice.below(20_000);
    outages.push({ from, to: from + 2_000 + dice.below(30_000), isSaid: dice.below(2) === 0 });
  }
  const stored = count === 1 && dice.below(4) === 0 ? 0.6 : 0;
  const size = Math.ceil((rate * seconds) / count / (1 - stored));
  return {
    ...{ name: shape, rateAt: rates[shape], outages, stored },
    bufferBytes: Math.min(16 * 1024 + dice.below(240 * 1024), rate / 4),
    latencyMs: 40 + dice.below(400),
    files: Array.from({ length: count }, () => size),
    partBytes: Math.round(partBytes),
  };
}

/** A file of so many bytes that takes no room. */
function largeFile(size: number, name: string): File {
  const block = new Blob([new Uint8Array(MIB)]);
  const blocks = Array.from({ length: Math.floor(size / MIB) }, () => block);
  return new File([...blocks, block.slice(0, size % MIB)], name, { type: 'video/mp4' });
}

interface Look {
  readonly step: number;
  readonly progress: UploadProgress;
  readonly arrived: number;
}

/** Sends it all; what a person saw once a second while bytes left, and what had arrived by then. */
async function run(one: Case): Promise<{ looks: Look[]; line: Line; total: number }> {
  const line = new Line(one);
  const grant = {
    ...({
      protocol: 'parts',
      url: 'https://service.example/upload',
      token: 'good',
      videoId: 'viLine',
    } as const),
    partSize: { min: one.partBytes, max: Math.max(one.partBytes, 8 * MIB) },
  };
  const queue = new Queue({ concurrency: () => 2 });
  if (one.stored > 0) line.openMemory = () => Promise.resolve(earlierVisit(one, grant.url));
  const uploads = one.files.map((size, at) => {
    const file = largeFile(size, `${String(at)}.mp4`);
    const upload = new Upload(file, {
      settings: () => ({ grant }),
      environment: line,
      isResumable: one.stored > 0,
    });
    return upload;
  });
  queue.addAll(uploads);
  queue.start();
  const looks: Look[] = [];
  let steady = 0;
  const total = one.files.reduce((sum, size) => sum + size, 0);
  const isOver = () =>
    uploads.every(({ store }) => /playable|stored|processing|failed/.test(store.state.status));
  for (let step = 0; step < MAX_STEPS && !isOver(); step++) {
    const before = line.arrived.at(-1) ?? 0;
    await line.step();
    const { state } = queue.store;
    const isSending = uploads.some((upload) => upload.store.state.status === 'uploading') && !line.outage;
    const moves = (line.arrived.at(-1) ?? 0) > before || one.rateAt(line.time) === 0;
    steady = isSending && (moves || (steady > 0 && line.isBusy)) ? steady + STEP_MS : 0;
    // Once all of it has left, nothing is said of speed and time.
    if (!isOver() && steady > SETTLING_MS && step % 10 === 0 && state.sent < state.total)
      looks.push({ step, progress: state, arrived: line.kept });
  }
  for (const { store } of uploads)
    assert.match(
      store.state.status,
      /playable|stored|processing/,
      `${one.name}: ${JSON.stringify(store.state)}`,
    );
  return { looks, line, total };
}

/** The parts that an earlier visit has stored. */
function storedParts({ partBytes, stored, files }: Case) {
  const count = Math.floor(((files[0] ?? 0) * stored) / partBytes);
  return Array.from({ length: count }, (_, at) => ({
    from: at * partBytes,
    to: (at + 1) * partBytes,
    stored: true,
  }));
}

function earlierVisit(one: Case, endpoint: string) {
  const memory = keepingMemory();
  const parts = storedParts(one);
  void memory.save({ protocol: 'parts', endpoint, videoId: 'viLine', parts, wire: [] });
  return memory;
}

/** How far off each look was, the speed or the time left: 0.1 for a tenth. */
function errorsOf(one: Case, { looks, line, total }: Awaited<ReturnType<typeof run>>) {
  const up = (at: number) =>
    at -
    one.outages.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - Math.min(at, from)), 0);
  const before = storedParts(one).at(-1)?.to ?? 0;
  return looks.map(({ step, progress, arrived }) => {
    // As it was around that moment: five seconds before it, and five after.
    const [first, last] = [Math.max(0, step - 50), Math.min(line.arrived.length - 1, step + 50)];
    const bytes = (line.arrived[last] ?? 0) - (line.arrived[first] ?? 0);
    const speed = bytes / ((up((last + 1) * STEP_MS) - up((first + 1) * STEP_MS)) / 1_000);
    const left = (total - before - arrived) / speed;
    const { speed: said = 0, secondsLeft = 0 } = progress;
    const isRead = left < 15 && Math.abs(secondsLeft - left) < READ_SECONDS;
    return Math.max(Math.abs(said / speed - 1), isRead ? 0 : Math.abs(secondsLeft / left - 1));
  });
}

describe('progress on a line', () => {
  itWithAll('says a speed and a time left within a fifth of the truth, 200 lines', (test) =>
    judge(200, test),
  );

  it('says a speed and a time left within a fifth of the truth', (test) => judge(30, test));
});

/** Of all looks, 29 of 30 are true; on the worst line, where parts that leave together make one burst of ten seconds, half of them. */
async function judge(lines: number, test: TestContext): Promise<void> {
  const dice = rollDice();
  let [looks, off, least] = [0, 0, 1];
  for (let nth = 0; nth < lines; nth++) {
    const one = makeCase(dice);
    const errors = errorsOf(one, await run(one));
    const wrong = errors.filter((error) => !(error <= TOLERANCE)).length;
    looks += errors.length;
    off += wrong;
    const share = 1 - wrong / Math.max(1, errors.length);
    least = Math.min(least, share);
    const line = `line ${String(nth)} of seed ${String(dice.seed)}: ${one.name}`;
    assert.ok(share >= 1 / 2, `${line}: ${String(wrong)} of ${String(errors.length)} looks are off`);
  }
  test.diagnostic(
    `${String(looks - off)} of ${String(looks)} looks are true, ${(100 * least).toFixed(0)} % on the worst line`,
  );
  assert.ok(off <= looks / 30, `${String(off)} of ${String(looks)} looks are off`);
}
