import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConsentMemory } from '../../../src/playback/memory/consent.ts';

describe('the memory of a consent', () => {
  it('is of this site, and another visit has it', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    assert.equal(new ConsentMemory(() => storage).isGiven, false);
    new ConsentMemory(() => storage).give();
    assert.equal(new ConsentMemory(() => storage).isGiven, true);
    assert.deepEqual([...kept], [['vh-consent', 'given']]);
  });

  it('lasts for this visit where storage is denied', () => {
    const memory = new ConsentMemory(() => {
      throw new TypeError('denied');
    });
    assert.equal(memory.isGiven, false);
    memory.give();
    assert.equal(memory.isGiven, true);
  });
});
