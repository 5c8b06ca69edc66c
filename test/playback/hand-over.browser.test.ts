import { expect } from 'chai';
import { rounds } from '../support/division.ts';
import { drawRun, runHandOver } from './support/hand-over-run.ts';
import { requested } from '../support/elements/page-requests.ts';

const RUNS = rounds(5, 2);
/** As in CI elsewhere; the bench `play-hand-over` draws others. */
const seed = 20_261_122;

describe(`the hand-over from the start to the engine (seed ${seed})`, () => {
  for (let turn = 0; turn < RUNS; turn++) {
    const run = drawRun(seed + turn);
    it(`resets nothing and fetches nothing twice: ${JSON.stringify(run)}`, async () => {
      const before = (await requested('/media/')).length;
      const { sources, jump, error } = await runHandOver(run);
      expect(error).to.equal(run.engine === 'fails' ? 'media-network' : undefined);
      // A start that has not begun by then leaves nothing behind.
      if (run.engine === 'loads') expect(sources).to.equal(1);
      // Firefox reports its clock in steps: on a busy machine up to 230 ms here, with hls.js alone too.
      expect(jump).to.be.below(0.3);
      const media = (await requested('/media/')).slice(before).filter((url) => !url.endsWith('.m3u8'));
      if (run.engine === 'fails') return;
      // A start in the last of the segments needs one alone, where it needs no other to begin with.
      expect(media.length).to.be.greaterThan(run.stream === 'MPEG-TS' ? 0 : 1);
      expect([...media].sort()).to.deep.equal([...new Set(media)].sort());
    });
  }

  it('is where the video begins before there is a picture of anywhere else', async () => {
    const own = Object.getOwnPropertyDescriptor(SourceBuffer.prototype, 'appendBuffer');
    const append = own?.value as SourceBuffer['appendBuffer'];
    const places: number[] = [];
    SourceBuffer.prototype.appendBuffer = function (bytes) {
      places.push(document.querySelector('video')?.currentTime ?? NaN);
      append.call(this, bytes);
    };
    try {
      const run = { stream: 'muxed', startTime: 2.5, lateFrames: 3, meanwhile: 'nothing' } as const;
      await runHandOver({ ...run, engine: 'loads' });
    } finally {
      SourceBuffer.prototype.appendBuffer = append;
    }
    // What describes the tracks, and the first segment.
    expect(places[0]).to.equal(0);
    expect(places[1]).to.equal(2.5);
  });
});
