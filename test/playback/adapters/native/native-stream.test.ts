import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NativeStream } from '../../../../src/playback/adapters/native/native-stream.ts';
import type { Stream } from '../../../../src/playback/stream/stream.ts';

/** A video element at that duration, whose last 60 s can be sought in. */
class FakeMedia extends EventTarget {
  duration = NaN;
  currentTime = 50;
  get seekable() {
    assert.ok(!Number.isNaN(this.duration), 'WebKitGTK would never find the duration.');
    return { length: 1, start: () => 0, end: () => 60 };
  }
}

describe('NativeStream', () => {
  it('asks where live is only once the duration is known', () => {
    const media = new FakeMedia();
    let reported: Stream | undefined;
    const stream = new NativeStream(media, (news) => (reported = news), new AbortController().signal);
    media.dispatchEvent(new Event('progress'));
    assert.equal(stream.live, undefined);
    assert.equal(reported, undefined);
    media.duration = Infinity;
    media.dispatchEvent(new Event('durationchange'));
    assert.deepEqual(stream.live, { edge: 60, latency: 10 });
    assert.notEqual((reported as Stream | undefined)?.live, undefined);
  });
});
