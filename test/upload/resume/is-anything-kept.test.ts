import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { DATABASE, isAnythingKept } from '../../../src/upload/resume/is-anything-kept.ts';

describe('what an earlier visit may have kept', () => {
  afterEach(() => {
    for (const name of ['origin', 'indexedDB']) Reflect.deleteProperty(globalThis, name);
  });

  /** A page of that origin, in whose storage there is something. */
  function open(origin: string): { readonly questions: number } {
    const asked = { questions: 0 };
    const databases = () => {
      asked.questions++;
      return Promise.resolve([{ name: DATABASE }]);
    };
    Object.assign(globalThis, { origin, indexedDB: { databases } });
    return asked;
  }

  it('is looked for where there is a store', async () => {
    const asked = open('https://site.example');
    assert.equal(await isAnythingKept(), true);
    assert.equal(asked.questions, 1);
  });

  it('is not asked for in a frame that has none: Chromium would report an error that nobody can catch', async () => {
    const asked = open('null');
    assert.equal(await isAnythingKept(), false);
    assert.equal(asked.questions, 0);
  });
});
