import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindingOf, keyName, type KeyPlace } from '../../../../src/elements/player/skin/key-map.ts';

const plain = { altKey: false, ctrlKey: false, metaKey: false };
const name = (key: string, place: KeyPlace = 'elsewhere') => keyName({ key, ...plain }, place);

describe('keyName', () => {
  it('is the same for small and capital letters', () => {
    assert.equal(name('K'), 'k');
    assert.equal(name('ArrowLeft'), 'arrowleft');
    assert.equal(name('?'), '?');
  });

  it('leaves to a control what the control does itself', () => {
    assert.equal(name(' ', 'button'), undefined);
    assert.equal(name('k', 'button'), 'k');
    for (const key of ['ArrowLeft', 'ArrowUp', 'Home', 'End', 'PageUp', '5'])
      assert.equal(name(key, 'slider'), undefined);
    for (const key of [' ', 'm', '?', '<']) assert.equal(name(key, 'slider'), key);
  });

  it('leaves to the browser what is the browser’s', () => {
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey']) {
      assert.equal(keyName({ key: 'f', ...plain, [modifier]: true }, 'elsewhere'), undefined);
    }
  });
});

describe('bindingOf', () => {
  const binding = (...keys: string[]) => ({ keys, word: 'play' as const, act: () => {} });

  it('finds the first that has the key', () => {
    const [one, other] = [binding('k', ' '), binding('m', ' ')];
    assert.equal(bindingOf([one, other], ' '), one);
    assert.equal(bindingOf([one, other], 'm'), other);
    for (const key of ['tab', 'constructor', '']) assert.equal(bindingOf([one, other], key), undefined);
  });
});
