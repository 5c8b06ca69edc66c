import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUploadedVideo } from '../../src/core/video.ts';
import { isVhError } from '../../src/core/vh-error.ts';

const unexpected = (error: unknown) => isVhError(error, 'unexpected-answer');

describe('parseUploadedVideo', () => {
  it('needs a video id, and keeps no more than a browser may know', () => {
    const video = parseUploadedVideo({
      videoId: 'vi1',
      title: 'A title',
      assets: { hls: 'h', player: 'p', thumbnail: 't', iframe: '<iframe>' },
      source: { uri: 'secret' },
    });
    assert.deepEqual(video, {
      videoId: 'vi1',
      title: 'A title',
      assets: { hls: 'h', player: 'p', thumbnail: 't' },
    });
    assert.equal(parseUploadedVideo({ videoId: 'vi1', assets: null }).assets, undefined);
    for (const odd of [
      undefined,
      null,
      'vi1',
      [],
      {},
      { videoId: 7 },
      { videoId: '' },
      { videoId: 'x', assets: 7 },
    ]) {
      assert.throws(() => parseUploadedVideo(odd), unexpected, JSON.stringify(odd));
    }
  });
});
