import { expect } from 'chai';
import { drawRun, runHandOver } from '../support/hand-over-run.ts';
import { requested } from '../support/page-requests.ts';

const RUNS = 8;
const seed = Date.now() % 2 ** 31;

describe(`the hand-over from the start to the engine (seed ${seed})`, () => {
  for (let turn = 0; turn < RUNS; turn++) {
    const run = drawRun(seed + turn);
    it(`resets nothing and fetches nothing twice: ${JSON.stringify(run)}`, async () => {
      const before = (await requested('/media/')).length;
      const { sources, jump, error } = await runHandOver(run);
      expect(error).to.equal(undefined);
      expect(sources).to.equal(1);
      // 50 ms, a picture's length in which the clock may stand, and a frame of the page that comes late.
      expect(jump).to.be.below(0.05 + 0.04 + 0.06);
      const media = (await requested('/media/')).slice(before).filter((url) => !url.endsWith('.m3u8'));
      expect(media.length).to.be.greaterThan(1);
      expect([...media].sort()).to.deep.equal([...new Set(media)].sort());
    });
  }
});
