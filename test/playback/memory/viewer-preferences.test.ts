import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ViewerPreferences } from '../../../src/playback/memory/viewer-preferences.ts';

function memoryOn(items = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  return { items, memory: new ViewerPreferences(() => storage) };
}

describe('ViewerPreferences', () => {
  it('keeps each choice beside the others', () => {
    const { memory, items } = memoryOn();
    memory.write({ volume: 0.4, muted: true });
    memory.write({ audioDescription: true });
    memory.write({ speed: 1.5, quality: { width: 1280, height: 720, bitrate: 2e6 } });
    const kept = memoryOn(items).memory.read();
    assert.deepEqual(kept, {
      ...{
        volume: 0.4,
        muted: true,
        speed: 1.5,
        autoplayNext: undefined,
        fit: undefined,
        audioDescription: true,
      },
      quality: { width: 1280, height: 720, bitrate: 2e6 },
    });
    memory.write({ quality: 'auto', muted: false, autoplayNext: false });
    assert.equal(memory.read().autoplayNext, false);
    memory.write({ autoplayNext: true });
    assert.equal(memory.read().autoplayNext, undefined);
    assert.equal(memory.read().quality, undefined);
    assert.equal(memory.read().muted, false);
  });

  it('believes nothing that cannot be', () => {
    const words = [
      'null',
      '[]',
      '7',
      '{',
      '{"volume":7,"muted":"yes","speed":-1,"quality":{"height":"720"}}',
      '{"volume":null,"speed":1e999}',
    ];
    for (const text of words) {
      const { memory } = memoryOn(new Map([['vh-player', text]]));
      for (const value of Object.values(memory.read()))
        assert.ok(value === undefined || value === false, text);
    }
  });

  it('does without a storage', () => {
    const memory = new ViewerPreferences(() => {
      throw new TypeError('Denied.');
    });
    memory.write({ volume: 0.5 });
    assert.deepEqual(memory.read(), {});
  });
});
