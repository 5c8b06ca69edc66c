import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Remembering } from '../../src/upload/remembering.ts';
import { Sending } from '../../src/upload/sending.ts';
import { makeFile } from '../support/uploader-file.ts';
import { FakeService } from '../support/uploader-service.ts';
import { FakeWorld } from '../support/uploader-world.ts';

describe('what is learnt of a video', () => {
  it('is not lost when the answer to an earlier part is heard after the last', () => {
    const file = makeFile(10);
    const settings = () => ({});
    const needs = () => ({ file, settings: {}, handle: undefined, onFollow: () => {} });
    const listener = { onWait: () => {}, onSending: () => {}, onProgress: () => {} };
    const memory = new Remembering(undefined, needs, () => {});
    const sending = new Sending({
      file,
      settings,
      memory,
      listener,
      world: new FakeWorld(new FakeService()),
    });
    const whole = { videoId: 'vi1', title: 'clip', assets: { hls: 'https://assets.example/vi1.m3u8' } };
    sending.learn(whole);
    sending.learn({ videoId: 'vi1', title: undefined, assets: undefined });
    assert.deepEqual(sending.video, whole);
  });
});
