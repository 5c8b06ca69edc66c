import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { skewed } from '../../bench/support/package/skewed.ts';
import { Burdens, placesOf, rateLines, runFile } from '../../bench/support/package/steadiness.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vh-steadiness-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** A test file of one test. */
function plant(name: string, body: string): { file: string; layer: 'node' } {
  const file = path.join(folder, `${name}.test.js`);
  const lines = ["const assert = require('node:assert/strict');", "const { it } = require('node:test');"];
  writeFileSync(file, `${lines.join('\n')}\nit('holds', async () => {\n${body}\n});\n`);
  return { file, layer: 'node' };
}

describe('one run of a test file', () => {
  it('gives the first message of what failed, and nothing where all passed', async () => {
    assert.equal(await runFile(plant('right', 'assert.ok(true);'), undefined), undefined);
    const wrong = plant('wrong', "assert.fail('not so');");
    assert.equal(await runFile(wrong, undefined), 'holds: not so');
  });

  it('counts a process that dies, and a file without a test, as failed', async () => {
    assert.match((await runFile(plant('dies', 'process.exit(3);'), undefined)) ?? '', /code 3/);
    const empty = plant('empty', '');
    writeFileSync(empty.file, '');
    assert.match((await runFile(empty, undefined)) ?? '', /holds no test/);
  });

  it('has timers that fire early or late, the same for a seed', async () => {
    const shown = (seed: number | undefined) =>
      runFile(
        plant(
          'timers',
          `const { promisify } = require('node:util');
          await promisify(setTimeout)(2);
          await require('node:timers/promises').setTimeout(2);
          const order = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => new Promise((resolve) => {
            const timer = setTimeout(resolve, 1000 * at);
            resolve(timer._idleTimeout - 1000 * at);
            clearTimeout(timer);
          })));
          assert.fail(order.join(' '));`,
        ),
        seed,
      );
    assert.equal(await shown(undefined), 'holds: 0 0 0 0 0 0');
    const odd = await shown(7);
    assert.match(odd ?? '', /^holds: (?=.*-1)(?=.*[1-9]).*$/);
    assert.equal(await shown(7), odd);
  });
});

describe('odd timers', () => {
  it('leave immediate timers alone, and shift the others within the limit', () => {
    const random = seededRandom(5);
    assert.equal(skewed(0, random), 0);
    const shifts = Array.from({ length: 1_000 }, () => skewed(100, random) - 100);
    assert.equal(Math.min(...shifts), -1);
    assert.ok(shifts.includes(0));
    assert.equal(Math.max(...shifts), 20);
  });
});

describe('the burdens of a machine', () => {
  it('run while they are wanted, and end', async () => {
    const burdens = await Burdens.start(1, 1);
    assert.equal(burdens.pids.length, 2);
    for (const pid of burdens.pids) process.kill(pid, 0);
    await burdens.end();
    await eventually(() => burdens.pids.every(isGone) || undefined);
  });
});

describe('the rates of test files', () => {
  it('name the least steady file first, each message once, and count the rest', () => {
    const lines = rateLines({
      'test/a.test.ts': { passed: 19, total: 20, messages: ['x: late'] },
      'test/b.test.ts': { passed: 20, total: 20, messages: [] },
      'test/c.test.ts': { passed: 1, total: 3, messages: ['y: no', 'y: no'] },
    });
    assert.deepEqual(lines, [
      '1/3  test/c.test.ts',
      '         y: no',
      '19/20  test/a.test.ts',
      '         x: late',
      '1 of 3 files never failed',
    ]);
  });

  it('are of a file in each browser, in Node or end to end', () => {
    assert.deepEqual(placesOf('test/e2e/a.e2e.test.ts', ['chromium']), [
      { file: 'test/e2e/a.e2e.test.ts', layer: 'e2e' },
    ]);
    assert.deepEqual(placesOf('test/core/a.test.ts', ['chromium']), [
      { file: 'test/core/a.test.ts', layer: 'node' },
    ]);
    assert.equal(placesOf('test/elements/a.browser.test.ts', ['chromium', 'firefox']).length, 2);
  });
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
