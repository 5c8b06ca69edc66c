import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LatestWriter } from '../../../../src/upload/resume/tabs/latest-writer.ts';
import { settled } from '../../../support/until.ts';

/** A store that ends each write on request. */
function slowStore() {
  const written: string[] = [];
  const ends: (() => void)[] = [];
  const fails: (() => void)[] = [];
  const writer = new LatestWriter<string>((value) => {
    written.push(value);
    return new Promise((resolve, reject) => {
      ends.push(resolve);
      fails.push(() => reject(new Error('full')));
    });
  });
  return { writer, written, ends, fails };
}

describe('LatestWriter', () => {
  it('writes one value at a time, then the newest of the waiting ones', async () => {
    const { writer, written, ends } = slowStore();
    for (const value of ['a', 'b', 'c']) void writer.write(value);
    assert.deepEqual(written, ['a']);
    ends[0]?.();
    await settled();
    assert.deepEqual(written, ['a', 'c']);
  });

  it('says that a value is written, although a newer one waits', async () => {
    const { writer, ends } = slowStore();
    const done: string[] = [];
    for (const value of ['a', 'b', 'c']) void writer.write(value).then(() => done.push(value));
    ends[0]?.();
    await settled();
    assert.deepEqual(done, ['a']);
    ends[1]?.();
    await settled();
    assert.deepEqual(done, ['a', 'b', 'c']);
  });

  it('continues after a failed write, and writes a value of that moment once', async () => {
    const { writer, written, ends, fails } = slowStore();
    const first = writer.write('a').then(() => writer.write('c'));
    void writer.write('b');
    fails[0]?.();
    await settled();
    ends[1]?.();
    await settled();
    ends[2]?.();
    await first;
    assert.equal(written.at(-1), 'c');
    assert.ok(written.length <= 3, String(written));
  });

  it('is idle once nothing is left to write', async () => {
    const { writer, ends } = slowStore();
    let isIdle = false;
    await writer.idle();
    void writer.write('a');
    void writer.write('b');
    const idle = writer.idle().then(() => (isIdle = true));
    ends[0]?.();
    await settled();
    assert.ok(!isIdle);
    ends[1]?.();
    await idle;
  });
});
