import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { DATABASE_NAME, hasStoredUploads } from '../../../../src/upload/resume/store/left-behind.ts';

describe('what an earlier visit may have kept', () => {
  afterEach(() => {
    for (const name of ['origin', 'indexedDB']) Reflect.deleteProperty(globalThis, name);
  });

  /** A page of that origin, in whose storage there is something. */
  function open(origin: string): { readonly questions: number } {
    const asked = { questions: 0 };
    const databases = () => {
      asked.questions++;
      return Promise.resolve([{ name: DATABASE_NAME }]);
    };
    Object.assign(globalThis, { origin, indexedDB: { databases } });
    return asked;
  }

  it('is looked for where there is a store', async () => {
    const asked = open('https://site.example');
    assert.equal(await hasStoredUploads(), true);
    assert.equal(asked.questions, 1);
  });

  it('is not read in a frame without storage: Chromium would report an error that cannot be caught', async () => {
    const asked = open('null');
    assert.equal(await hasStoredUploads(), false);
    assert.equal(asked.questions, 0);
  });
});
