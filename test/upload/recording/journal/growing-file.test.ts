import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GrowingFile } from '../../../../src/upload/recording/journal/growing-file.ts';
import { rollDice } from '../../../support/seeded.ts';

const { signal } = new AbortController();

describe('GrowingFile', () => {
  it('slices as a file of the same bytes would, wherever its pieces meet', async () => {
    const dice = rollDice();
    const file = new GrowingFile('a.webm', 'video/webm');
    let whole = '';
    for (let round = 0; round < 200; round++) {
      const piece = 'abcdefghij'.slice(0, dice.below(10)) + String(round);
      file.append(new Blob([piece]));
      whole += piece;
      const [from, to] = [dice.below(whole.length * 2) - whole.length, dice.below(whole.length + 9)];
      assert.equal(await file.slice(from, to).text(), whole.slice(from, to), `${String(from)} ${String(to)}`);
      assert.equal(file.size, whole.length);
    }
    assert.equal(await file.text(), whole);
    assert.equal(await file.toFile().text(), whole);
    assert.equal(file.slice(0, 2, 'video/webm').type, 'video/webm');
  });

  it('wakes waiting readers at more bytes and at the end', async () => {
    const file = new GrowingFile('a.webm', 'video/webm');
    const more = file.grown(signal);
    file.append(new Blob(['x']));
    await more;
    const end = file.grown(signal);
    file.end();
    await end;
    await file.grown(signal);
    assert.equal(file.isOpen, false);
  });

  it('takes no bytes after its end, and wakes no reader without new bytes', async () => {
    const file = new GrowingFile('a.webm', 'video/webm');
    let woken = false;
    const more = file.grown(signal).then(() => (woken = true));
    file.append(new Blob([]));
    await Promise.resolve();
    assert.equal(woken, false);
    file.end();
    await more;
    file.append(new Blob(['late']));
    assert.equal(file.size, 0);
  });

  it('lets a waiting reader abort', async () => {
    const file = new GrowingFile('a.webm', 'video/webm');
    const gone = new AbortController();
    const waiting = file.grown(gone.signal);
    gone.abort('enough');
    await assert.rejects(waiting, (reason) => reason === 'enough');
    await assert.rejects(file.grown(gone.signal), (reason) => reason === 'enough');
  });
});
