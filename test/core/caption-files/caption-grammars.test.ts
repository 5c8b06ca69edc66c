import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rounds } from '../../support/division.ts';
import { announceSeed } from '../../support/seeded.ts';
import { CAPTION_GRAMMARS } from './support/caption-grammars.ts';

/** `npm run bench -- document-grammars` tries more. */
const RUNS = rounds(1_000, 200);

describe('captions by their grammars', () => {
  const seed = announceSeed();
  for (const { name, check } of CAPTION_GRAMMARS) it(name, () => assert.doesNotReject(check(seed, RUNS)));
});
