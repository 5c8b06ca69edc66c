import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyOf, withChosenKeys } from '../../../../../src/elements/player/skin/context/chosen-keys.ts';
import { bindingOf, type KeyBinding } from '../../../../../src/elements/player/skin/context/key-map.ts';

describe("the page's keys", () => {
  const done: string[] = [];
  const binding = (keys: string[], actions: KeyBinding['actions'], word: KeyBinding['word']): KeyBinding => ({
    keys,
    actions,
    word,
    act: (key) => done.push(`${actions.join()} ${key}`),
  });
  const bindings = [
    binding(['k', ' '], ['play'], 'playOrPause'),
    binding(['j', 'l'], ['skipBack', 'skipForward'], 'smallSteps'),
    binding(['m'], ['mute'], 'muteOrUnmute'),
  ];
  const press = (chosen: readonly KeyBinding[], key: string) => {
    done.length = 0;
    bindingOf(chosen, key)?.act(key);
    return done[0];
  };

  it('are those of the player where it names none', () => {
    assert.equal(withChosenKeys(bindings, undefined), bindings);
    assert.deepEqual(withChosenKeys(bindings, {}), bindings);
  });

  it('do what the keys did that they replace', () => {
    const chosen = withChosenKeys(bindings, { skipBack: 'A', play: ['p', 'Space'] });
    assert.equal(press(chosen, 'a'), 'skipBack,skipForward j');
    assert.equal(press(chosen, 'l'), 'skipBack,skipForward l');
    assert.equal(press(chosen, 'j'), undefined);
    assert.equal(press(chosen, 'p'), 'play k');
    assert.equal(press(chosen, ' '), 'play  ');
    assert.equal(press(chosen, 'k'), undefined);
    assert.equal(chosen[0]?.shown, 'p Space');
    assert.equal(chosen[1]?.shown, 'a l');
  });

  it('are taken from the action that has them by default', () => {
    const chosen = withChosenKeys(bindings, { mute: 'l' });
    assert.equal(press(chosen, 'l'), 'mute m');
    assert.equal(press(chosen, 'j'), 'skipBack,skipForward j');
  });

  it('may be none', () => {
    const chosen = withChosenKeys(bindings, { play: [], mute: '' });
    assert.deepEqual(
      chosen.map(({ word }) => word),
      ['smallSteps'],
    );
  });

  it('name the buttons', () => {
    const chosen = withChosenKeys(bindings, { skipForward: 'ArrowUp', play: 'Shift+P', mute: [] });
    assert.equal(keyOf(chosen, 'skipForward'), '↑');
    assert.equal(keyOf(chosen, 'skipBack'), 'j');
    assert.equal(keyOf(chosen, 'play'), 'Shift+P');
    assert.equal(keyOf(chosen, 'mute'), undefined);
  });

  it('are ignored where a page gives another type', () => {
    const wrong = JSON.parse('{ "play": 5, "mute": [null, "x"], "fly": "f" }') as Parameters<
      typeof withChosenKeys
    >[1];
    const chosen = withChosenKeys(bindings, wrong);
    assert.equal(press(chosen, 'x'), 'mute m');
    assert.equal(press(chosen, 'k'), undefined);
  });
});
