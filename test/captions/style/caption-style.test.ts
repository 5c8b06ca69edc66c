import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStyle, PRESETS, presetOf, readStyle } from '../../../src/captions/style/caption-style.ts';
import { CaptionStyleMemory } from '../../../src/captions/style/caption-style-memory.ts';

/** One browser's storage, seen from several tabs. */
class FakeBrowser {
  readonly items = new Map<string, string>();
  readonly #tabs = new Set<EventTarget>();

  open(signal: AbortSignal): CaptionStyleMemory {
    const tabs = new EventTarget();
    this.#tabs.add(tabs);
    const report = () => {
      for (const other of this.#tabs) {
        if (other === tabs) continue;
        other.dispatchEvent(Object.assign(new Event('storage'), { key: 'vh-caption-style' }));
      }
    };
    const storage = {
      getItem: (key: string) => this.items.get(key) ?? null,
      setItem: (key: string, value: string) => {
        this.items.set(key, value);
        report();
      },
      removeItem: (key: string) => {
        this.items.delete(key);
        report();
      },
    };
    const memory = new CaptionStyleMemory({ storage: () => storage, tabs });
    memory.follow(signal);
    return memory;
  }
}

const signal = new AbortController().signal;

describe('the style of captions', () => {
  it('accepts only known choices', () => {
    const hostile = {
      ...{
        font: 'url(x)',
        size: 1e9,
        color: 'red;}*{display:none',
        opacity: '1',
        background: '#12',
        edge: {},
      },
      ...{ position: ['top'], lineWidth: -1, __proto__: { window: '#000000' }, more: 1, windowOpacity: 0.5 },
    };
    assert.deepEqual(readStyle(hostile), { windowOpacity: 0.5 });
    assert.deepEqual(readStyle({ color: '#ABCDEF', size: 2 }), { size: 2, color: '#abcdef' });
    for (const text of [null, '', '[]', 'null', '{', '{"system":"yes"}'])
      assert.deepEqual(parseStyle(text), {});
  });

  it('has presets that are read as they are', () => {
    for (const [name, preset] of Object.entries(PRESETS)) assert.equal(presetOf(preset), name);
    assert.equal(presetOf({ size: 1.25 }), undefined);
  });
});

describe('the memory of styles', () => {
  it('stores a choice for other pages, and other tabs follow at once', () => {
    const browser = new FakeBrowser();
    const [one, other] = [browser.open(signal), browser.open(signal)];
    const reported: unknown[] = [];
    other.store.subscribe((style) => reported.push(style));
    one.change({ size: 2 });
    one.change({ color: '#ffff00' });
    assert.deepEqual(reported, [{ size: 2 }, { size: 2, color: '#ffff00' }]);
    assert.deepEqual(browser.open(signal).store.state, { size: 2, color: '#ffff00' });
    other.change({ size: undefined });
    assert.deepEqual(one.store.state, { color: '#ffff00' });
    other.replace({});
    assert.deepEqual(one.store.state, {});
    assert.equal(browser.items.size, 0);
  });

  it('follows until its signal aborts, and catches up later', () => {
    const browser = new FakeBrowser();
    const stay = new AbortController();
    const [one, other] = [browser.open(stay.signal), browser.open(signal)];
    stay.abort();
    other.change({ edge: 'outline' });
    assert.deepEqual(one.store.state, {});
    one.follow(signal);
    assert.deepEqual(one.store.state, { edge: 'outline' });
  });

  it('holds for the page where storage is denied', () => {
    const denied = () => {
      throw new DOMException('', 'SecurityError');
    };
    const memory = new CaptionStyleMemory({ storage: denied, tabs: new EventTarget() });
    memory.change({ size: 1.5 });
    memory.follow(signal);
    assert.deepEqual(memory.store.state, { size: 1.5 });
    const none = new CaptionStyleMemory();
    none.change({ size: 1.5 });
    assert.deepEqual(none.store.state, { size: 1.5 });
  });
});
