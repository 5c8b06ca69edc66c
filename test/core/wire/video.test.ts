import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUploadedVideo } from '../../../src/core/wire/video.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';

const ASSETS = {
  hls: 'https://assets.example/vod/vi1/hls/manifest.m3u8',
  player: 'https://player.example/vi1',
  thumbnail: 'https://assets.example/vod/vi1/thumbnail.jpg',
};

const unexpected = (error: unknown) => isVhError(error, 'unexpected-answer');

describe('parseUploadedVideo', () => {
  it('needs a video id, and keeps only public fields', () => {
    const video = parseUploadedVideo({
      videoId: 'vi1',
      title: 'A title',
      assets: { ...ASSETS, iframe: '<iframe>' },
      source: { uri: 'secret' },
    });
    assert.deepEqual(video, {
      videoId: 'vi1',
      title: 'A title',
      assets: ASSETS,
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

  it('hands on no address that a page had better not follow', () => {
    for (const hls of [
      ...['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,<script>alert(1)</script>'],
      ...['blob:https://a.example/1', 'file:///etc/passwd', '//assets.example/x', 'manifest.m3u8', 7, null],
    ]) {
      const { assets } = parseUploadedVideo({ videoId: 'vi1', assets: { ...ASSETS, hls } });
      assert.deepEqual(assets, { ...ASSETS, hls: undefined }, String(hls));
    }
  });
});
