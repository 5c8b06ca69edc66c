import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fingerprintFile } from '../../../src/upload/file/fingerprint-file.ts';

const MIB = 1024 * 1024;
const SAMPLE = 128 * 1024;
const DATE = 1_700_000_000_000;

const { subtle } = crypto;
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'holiday.mp4', lastModified = DATE) =>
  new File([bytes], name, { lastModified });

/** A file that claims a large size and records its reads. */
class WatchedFile extends File {
  readonly places: number[] = [];
  bytesRead = 0;
  readonly #claimed: number;

  constructor(claimed: number) {
    super([], 'huge.mp4', { lastModified: DATE });
    this.#claimed = claimed;
  }

  override get size(): number {
    return this.#claimed;
  }

  override slice(from = 0, to = this.#claimed): Blob {
    assert.ok(from >= 0 && to <= this.#claimed && from < to, `reads ${from}–${to}`);
    this.places.push(from);
    this.bytesRead += to - from;
    return new Blob([new Uint8Array(to - from).fill(from % 251)]);
  }
}

async function placesRead(size: number): Promise<readonly number[]> {
  const file = new WatchedFile(size);
  await fingerprintFile(file, subtle);
  return file.places;
}

describe('fingerprint', () => {
  it('is the same for the same file', async () => {
    const bytes = new Uint8Array(3 * MIB).fill(7);
    assert.equal(await fingerprintFile(fileOf(bytes), subtle), await fingerprintFile(fileOf(bytes), subtle));
  });

  it('distinguishes two names: they may be meant for two videos', async () => {
    const bytes = new Uint8Array(3 * MIB).fill(7);
    const renamed = fileOf(bytes, 'renamed.mp4');
    assert.notEqual(await fingerprintFile(fileOf(bytes), subtle), await fingerprintFile(renamed, subtle));
  });

  it('distinguishes files that agree in name, size and date', async () => {
    const one = new Uint8Array(3 * MIB).fill(7);
    for (const place of [0, MIB + 12_345, 2 * MIB, 3 * MIB - 1]) {
      const other = one.slice();
      // As long as the widest gap between two samples: whatever differs by more is seen.
      other.fill(8, Math.max(0, place - 700_000), place + 1);
      const [print, otherPrint] = await Promise.all(
        [one, other].map((bytes) => fingerprintFile(fileOf(bytes), subtle)),
      );
      assert.notEqual(print, otherPrint, `other bytes before ${place}`);
    }
  });

  it('distinguishes a large file from itself at another date, since it does not read all of it', async () => {
    const bytes = new Uint8Array(3 * MIB);
    const later = fileOf(bytes, 'holiday.mp4', DATE + 1000);
    assert.notEqual(await fingerprintFile(fileOf(bytes), subtle), await fingerprintFile(later, subtle));
  });

  it('reads a small file whole, and then does not look at the date', async () => {
    const bytes = new Uint8Array(MIB).fill(1);
    const later = fileOf(bytes, 'holiday.mp4', DATE + 1000);
    assert.equal(await fingerprintFile(fileOf(bytes), subtle), await fingerprintFile(later, subtle));
    for (const place of [0, 500_001, MIB - 1]) {
      const other = bytes.slice();
      other[place] = 2;
      assert.notEqual(
        await fingerprintFile(fileOf(other), subtle),
        await fingerprintFile(later, subtle),
        `byte ${place}`,
      );
    }
  });

  it('distinguishes sizes', async () => {
    const prints = await Promise.all(
      [1, 2, MIB, MIB + 1, 2 * MIB].map((size) => fingerprintFile(fileOf(new Uint8Array(size)), subtle)),
    );
    assert.equal(new Set(prints).size, prints.length);
  });

  it('reads a mebibyte of a hundred gibibytes', async () => {
    const file = new WatchedFile(100 * 1024 * MIB);
    await fingerprintFile(file, subtle);
    assert.equal(file.bytesRead, MIB);
  });

  it('takes its samples from both ends and from every stretch between', async () => {
    for (const size of [MIB + 1, 10 * MIB + 3, 100 * 1024 * MIB]) {
      const places = await placesRead(size);
      assert.equal(places.length, 8);
      assert.equal(places[0], 0);
      assert.equal(places.at(-1), size - SAMPLE);
      const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
      assert.ok(Math.max(...gaps) <= (2 * size) / 6, 'no wide gap');
      assert.ok(gaps.every((gap) => gap >= 0));
      assert.deepEqual(places, await placesRead(size));
    }
  });
});
