import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyCommand } from '../../../../src/elements/player/skin/key-command.ts';

const plain = { altKey: false, ctrlKey: false, metaKey: false };
const command = (key: string, place: 'button' | 'slider' | 'elsewhere' = 'elsewhere') =>
  keyCommand({ key, ...plain }, place);

describe('keyCommand', () => {
  it('knows the keys of a player', () => {
    for (const key of [' ', 'k', 'K']) assert.equal(command(key)?.command, 'toggle-play');
    assert.equal(command('m')?.command, 'toggle-mute');
    assert.equal(command('c')?.command, 'toggle-captions');
    assert.equal(command('F')?.command, 'toggle-fullscreen');
    assert.deepEqual(command('ArrowLeft'), { command: 'seek-by', amount: -5 });
    assert.deepEqual(command('ArrowUp'), { command: 'volume-by', amount: 0.1 });
    assert.deepEqual(command('Home'), { command: 'seek-to', amount: 0 });
    assert.deepEqual(command('End'), { command: 'seek-to', amount: 1 });
    assert.deepEqual(command('7'), { command: 'seek-to', amount: 0.7 });
  });

  it('leaves to a control what the control does itself', () => {
    assert.equal(command(' ', 'button'), undefined);
    assert.equal(command('k', 'button')?.command, 'toggle-play');
    for (const key of ['ArrowLeft', 'ArrowUp', 'Home', 'End', '5'])
      assert.equal(command(key, 'slider'), undefined);
    assert.equal(command(' ', 'slider')?.command, 'toggle-play');
    assert.equal(command('m', 'slider')?.command, 'toggle-mute');
  });

  it('leaves to the browser what is the browser’s', () => {
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey']) {
      assert.equal(keyCommand({ key: 'f', ...plain, [modifier]: true }, 'elsewhere'), undefined);
    }
    for (const key of ['Tab', 'Enter', 'Escape', 'constructor', 'x', ''])
      assert.equal(command(key), undefined);
  });
});
