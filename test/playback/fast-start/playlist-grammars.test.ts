import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rounds } from '../../support/division.ts';
import { announceSeed } from '../../support/seeded.ts';
import { PLAYLIST_GRAMMARS } from './support/playlist-grammars.ts';

/** `npm run bench -- document-grammars` tries more. */
const RUNS = rounds(1_000, 200);

describe('playlists by their grammars', () => {
  const seed = announceSeed();
  for (const { name, check } of PLAYLIST_GRAMMARS) it(name, () => assert.doesNotReject(check(seed, RUNS)));
});
