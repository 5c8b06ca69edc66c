import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finish } from '../../../src/core/async/slices.ts';
import {
  findLines,
  lineAt,
  toLines,
  toText,
  type TranscriptCue,
} from '../../../src/elements/transcript/transcript-lines.ts';

const cue = (startTime: number, endTime: number, text: string): TranscriptCue => ({
  startTime,
  endTime,
  text,
});
const read = (cues: readonly TranscriptCue[]) => finish(toLines(cues));

describe('the lines of a transcript', () => {
  it('are the words of cues, with their voices, and nothing twice', () => {
    const lines = read([
      cue(0, 1, '<v Ann>No <i>way</i>,\nno.'),
      cue(1, 2, '<v Ann>&lt;Yes&gt;'),
      cue(2, 3, '<v Bob>Words'),
      cue(3, 4, '<v Bob>Words'),
      cue(9, 10, '<v Bob>Words'),
      cue(10, 11, '<c> </c>'),
    ]);
    assert.deepEqual(lines, [
      { start: 0, end: 1, text: 'No way, no.', voice: 'Ann' },
      { start: 1, end: 2, text: '<Yes>', voice: '' },
      { start: 2, end: 4, text: 'Words', voice: 'Bob' },
      { start: 9, end: 10, text: 'Words', voice: '' },
    ]);
    assert.equal(toText(lines), 'Ann: No way, no. <Yes>\n\nBob: Words Words\n');
    assert.equal(toText(read([cue(0, 1, 'One'), cue(1, 2, 'Two')])), 'One\nTwo\n');
  });

  it('are found by second and by text', () => {
    const lines = read([cue(1, 2, 'First'), cue(5, 6, 'second'), cue(6, 9, 'FIRST again')]);
    assert.deepEqual(
      [0, 1, 3, 5.5, 6, 99].map((seconds) => lineAt(lines, seconds)),
      [-1, 0, 0, 1, 2, 2],
    );
    assert.deepEqual(findLines(lines, ' first '), [0, 2]);
    assert.deepEqual(findLines(lines, ' '), []);
  });

  it('leave the page its turn after each cue, whatever that holds', () => {
    const cues = Array.from({ length: 2_000 }, (_, at) => cue(at, at + 1, '<b>'.repeat(5_000)));
    const work = toLines(cues);
    let turns = 0;
    while (!work.next().done) turns++;
    assert.equal(turns, 2_000);
  });
});
