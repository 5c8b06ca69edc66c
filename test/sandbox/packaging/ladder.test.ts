import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lowerQualities, sourceQuality } from '../../../packages/vh-elements-sandbox/src/packaging/ladder.ts';

describe('the quality of a source', () => {
  const sizes: [number, number, string][] = [
    [320, 180, '240p'],
    [426, 240, '240p'],
    [640, 480, '480p'],
    [1280, 534, '720p'],
    [1280, 720, '720p'],
    [1080, 1920, '1080p'],
    [1918, 1078, '1080p'],
    [1920, 800, '1080p'],
    [2560, 1440, '1080p'],
    [3840, 2160, '2160p'],
  ];
  for (const [width, height, expected] of sizes) {
    it(`is ${expected} for ${String(width)} x ${String(height)}`, () => {
      const video = { codec: 'avc', width, height, frameRate: 25 };
      assert.equal(sourceQuality({ video }).quality, expected);
    });
  }

  it('has the ones below it as lower ones, and none for sound alone', () => {
    const video = { codec: 'avc', width: 1280, height: 720, frameRate: 25 };
    assert.deepEqual(
      lowerQualities({ video }).map(({ quality }) => quality),
      ['240p', '360p', '480p'],
    );
    assert.deepEqual(lowerQualities({ video: undefined }), []);
  });
});
