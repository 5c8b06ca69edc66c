import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toWebVttFile } from '../../../src/core/caption-files/read-captions.ts';
import { parseCueText } from '../../../src/captions/text/cue-text.ts';
import { readMutants } from '../../support/captions/read-mutants.ts';
import { worstFiles } from '../../support/captions/worst-files.ts';
import { announceSeed } from '../../support/seeded.ts';

describe('hostile captions', () => {
  it('become nothing but text, whatever was changed in them', () => {
    const { faults, files, understood } = readMutants(announceSeed(), 3_000);
    assert.deepEqual(faults, []);
    assert.ok(understood > files / 10, `${understood} of ${files} were understood at all`);
  });

  // With anything quadratic in a reader, one of these takes minutes.
  for (const [name, text] of Object.entries(worstFiles(1_000_000))) {
    it(`are read to their end: ${name}`, { timeout: 60_000 }, () => {
      const file = toWebVttFile(text) ?? '';
      assert.ok(file.split('-->').length <= 50_001);
      assert.ok(parseCueText(text).length <= 10_000);
    });
  }
});
