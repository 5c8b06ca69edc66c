import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convertCaptions } from '../../../src/core/caption-files/read-captions.ts';
import { readWebVtt } from '../../../src/core/caption-files/webvtt/read-webvtt.ts';
import { finish } from '../../../src/core/async/slices.ts';
import { parseCueText } from '../../../src/captions/text/cue-text.ts';
import { longestStep } from './support/longest-step.ts';
import { readMutants } from './support/read-mutants.ts';
import { worstFiles } from './support/worst-files.ts';
import { announceSeed } from '../../support/seeded.ts';

/** A page that reads in slices has no longer task than a slice and the longest step. */
const LONGEST_MS = 40;

describe('hostile captions', () => {
  it('become nothing but text, whatever was changed in them', () => {
    const { faults, files, understood } = readMutants(announceSeed(), 3_000);
    assert.deepEqual(faults, []);
    assert.ok(understood > files / 10, `${understood} of ${files} were understood at all`);
  });

  // With anything quadratic in a reader, one of these takes minutes.
  for (const [name, text] of Object.entries(worstFiles(300_000))) {
    it(`are read to their end, in short steps: ${name}`, { timeout: 60_000 }, () => {
      const file = finish(convertCaptions(text)) ?? '';
      assert.ok(file.split('-->').length <= 50_001);
      assert.ok((finish(readWebVtt(`WEBVTT\n\n${text}`))?.cues.length ?? 0) <= 50_000);
      assert.ok(parseCueText(text).length <= 10_000);
      const longest = longestStep(() => convertCaptions(text));
      assert.ok(longest < LONGEST_MS, `${longest} ms without a turn for others`);
    });
  }
});
