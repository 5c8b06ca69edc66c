import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstRequests } from '../../../src/playback/fast-start/fetch-ahead.ts';

const BASE = 'https://media.example/live/720/index.m3u8';
const HEAD = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n';
const segments = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `#EXTINF:2,\n${from + index}.m4s\n`).join('');
const parts = (segment: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const independent = from + index === 0 ? ',INDEPENDENT=YES' : '';
    return `#EXT-X-PART:DURATION=0.5,URI="${segment}.${from + index}.m4s"${independent}\n`;
  }).join('');
const LOW_LATENCY = `${HEAD}#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5
#EXT-X-PART-INF:PART-TARGET=0.5
#EXT-X-MAP:URI="init.mp4"
${segments(0, 8)}${parts(8, 0, 4)}#EXTINF:2,\n8.m4s\n${parts(9, 0, 2)}#EXT-X-PRELOAD-HINT:TYPE=PART,URI="9.2.m4s"\n`;

/** The last words of the addresses. */
const names = (text: string, place: Partial<Parameters<typeof firstRequests>[2]> = {}) =>
  firstRequests(text, BASE, { startTime: 0, ...place }).map((url) =>
    url.replace('https://media.example/live/720/', ''),
  );

describe('what an engine asks for first', () => {
  it('of a low-latency stream are the parts from the last picture that stands alone', () => {
    assert.deepEqual(names(LOW_LATENCY), [
      'init.mp4',
      '8.0.m4s',
      '8.1.m4s',
      '8.2.m4s',
      '8.3.m4s',
      '9.0.m4s',
      '9.1.m4s',
    ]);
  });

  it('is as far behind as the page says', () => {
    assert.deepEqual(names(LOW_LATENCY, { targetLatency: 0.8 }), ['init.mp4', '9.0.m4s', '9.1.m4s']);
    assert.deepEqual(names(LOW_LATENCY, { targetLatency: 6 }), ['init.mp4', '6.m4s']);
    assert.deepEqual(names(LOW_LATENCY, { targetLatency: 600 }), ['init.mp4', '0.m4s']);
  });

  it('of another live stream is three segments before its end, or where it says', () => {
    const live = `${HEAD}${segments(40, 50)}`;
    assert.deepEqual(names(live), ['47.m4s']);
    const asked = `#EXT-X-SERVER-CONTROL:HOLD-BACK=8\n${live}`;
    assert.deepEqual(names(asked), ['46.m4s']);
    // Never beyond its last segment.
    assert.deepEqual(names(live, { targetLatency: 0.1 }), ['49.m4s']);
    // A viewer who was further back resumes there.
    assert.deepEqual(names(live, { startTime: 5 }), ['42.m4s']);
  });

  it('of a film is the segment at the place where it begins', () => {
    const film = `${HEAD}${segments(0, 5)}#EXT-X-ENDLIST\n`;
    assert.deepEqual(names(film), ['0.m4s']);
    assert.deepEqual(names(film, { startTime: 4.5, targetLatency: 1 }), ['2.m4s']);
    assert.deepEqual(names(film, { startTime: 100 }), []);
  });

  it('is not guessed where addresses mean more than themselves', () => {
    const more = [
      '#EXT-X-BYTERANGE:100@0',
      '#EXT-X-DEFINE:NAME="a",VALUE="b"',
      '#EXT-X-GAP',
      '#EXT-X-SKIP:SKIPPED-SEGMENTS=3',
      '#EXT-X-START:TIME-OFFSET=-20',
      '#EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"',
      '#EXT-X-MAP:URI="init.mp4"\n#EXT-X-MAP:URI="other.mp4"',
      '#EXT-X-PART:DURATION=1,URI="a",BYTERANGE="100@0"',
    ];
    for (const line of more) assert.deepEqual(names(`${HEAD}${line}\n${segments(0, 5)}`), [], line);
  });

  it('is undefined for other texts', () => {
    for (const text of ['', '<html>', '#EXTM3U\n#EXTINF:x,\na\n', '#EXTM3U\n#EXT-X-PART:URI="a"\n'])
      assert.deepEqual(names(text), [], text);
  });

  it('is read in one pass from a hostile playlist, and is little', () => {
    const MANY = 60_000;
    assert.deepEqual(names('#EXTINF:1,\n'.repeat(MANY)), []);
    const part = '#EXT-X-PART:DURATION=0.001,INDEPENDENT=YES,URI="a.m4s"\n';
    assert.equal(names(`${HEAD}${part.repeat(MANY)}`, { targetLatency: 1 }).length, 12);
  });
});
