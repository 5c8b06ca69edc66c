import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { announceSeed } from '../../support/seeded.ts';
import { STRANGER_GRAMMARS } from './support/stranger-grammars.ts';

/** `npm run bench -- sandbox-strangers` tries more. */
const RUNS = 300;

describe('what strangers send', () => {
  const seed = announceSeed();
  for (const { name, check } of STRANGER_GRAMMARS) {
    it(`is read or refused, and harms nothing: ${name}`, () => assert.doesNotReject(check(seed, RUNS)));
  }
});
