import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bindingOf,
  keyName,
  type KeyPlace,
} from '../../../../../src/elements/player/skin/context/key-map.ts';

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const name = (key: string, place: KeyPlace = 'elsewhere') => keyName({ key, code: '', ...plain }, place);

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

  it('distinguishes a letter with Shift from the letter', () => {
    const shifted = (key: string) => keyName({ key, code: '', ...plain, shiftKey: true }, 'elsewhere');
    assert.equal(shifted('N'), 'shift+n');
    for (const key of ['?', '<', ' ', 'Home']) assert.equal(shifted(key), key.toLowerCase());
  });

  it('is the place of the key on a keyboard of another script', () => {
    for (const [key, code, wanted] of [
      ['л', 'KeyK', 'k'], // Russian
      ['ל', 'KeyK', 'k'], // Hebrew
      ['ن', 'KeyK', 'k'], // Arabic
      ['κ', 'KeyK', 'k'], // Greek
      ['ㅏ', 'KeyK', 'k'], // Korean
      ['के', 'KeyK', 'k'], // Devanagari, two characters
      ['٥', 'Digit5', '5'],
      ['б', 'Comma', ','],
      ['ю', 'Period', '.'],
    ] as const)
      assert.equal(keyName({ key, code, ...plain }, 'elsewhere'), wanted, key);
    for (const [key, code, wanted] of [
      ['Т', 'KeyN', 'shift+n'],
      ['Б', 'Comma', '<'],
      ['Ю', 'Period', '>'],
    ] as const)
      assert.equal(keyName({ key, code, ...plain, shiftKey: true }, 'elsewhere'), wanted, key);
    assert.equal(keyName({ key: '٥', code: 'Digit5', ...plain }, 'slider'), undefined);
  });

  it('is what a keyboard of Latin letters writes, wherever the key is', () => {
    // French, German, Turkish, and a Dvorak keyboard.
    for (const [key, code, wanted] of [
      ['é', 'Digit2', 'é'],
      ['m', 'Semicolon', 'm'],
      ['ö', 'Semicolon', 'ö'],
      ['ı', 'KeyI', 'ı'],
      ['t', 'KeyK', 't'],
      ['5', 'Numpad5', '5'],
      ['§', 'Digit3', '§'],
    ] as const)
      assert.equal(keyName({ key, code, ...plain }, 'elsewhere'), wanted, key);
    assert.equal(keyName({ key: 'б', code: '', ...plain }, 'elsewhere'), 'б');
  });

  it('leaves the browser’s own keys to the browser', () => {
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey']) {
      assert.equal(keyName({ key: 'f', code: 'KeyF', ...plain, [modifier]: true }, 'elsewhere'), undefined);
    }
  });
});

describe('bindingOf', () => {
  const binding = (...keys: string[]) => ({
    ...{ keys, actions: ['play'] as const, word: 'play' as const },
    act: () => {},
  });

  it('finds the first that has the key', () => {
    const [one, other] = [binding('k', ' '), binding('m', ' ')];
    assert.equal(bindingOf([one, other], ' '), one);
    assert.equal(bindingOf([one, other], 'm'), other);
    assert.equal(bindingOf([one], 'shift+k'), one);
    const next = binding('shift+k');
    assert.equal(bindingOf([one, next], 'shift+k'), next);
    for (const key of ['tab', 'constructor', '']) assert.equal(bindingOf([one, other], key), undefined);
  });
});
