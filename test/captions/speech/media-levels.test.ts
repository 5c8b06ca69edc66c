import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { speedOf, volumeOf } from '../../../src/captions/speech/chosen-levels.ts';
import { MediaLevels } from '../../../src/captions/speech/media-levels.ts';
import { settled } from '../../support/until.ts';
import { FakeMedia } from './support/fake-media.ts';

function levelled() {
  const media = new FakeMedia();
  const life = new AbortController();
  const levels = new MediaLevels(media, life.signal);
  const reported: string[] = [];
  for (const type of ['volumechange', 'ratechange']) media.addEventListener(type, () => reported.push(type));
  return { media, life, levels, reported };
}

describe('MediaLevels', () => {
  it('lowers the volume and restores it, without events', async () => {
    const { media, levels, reported } = levelled();
    levels.lower();
    levels.lower();
    await settled();
    assert.ok(media.volume > 0 && media.volume < 0.3, `${media.volume}`);
    assert.equal(volumeOf(media), 0.8);
    levels.raise();
    levels.raise();
    await settled();
    assert.equal(media.volume, 0.8);
    assert.deepEqual(reported, []);
  });

  it('stops media without a pause event, and resumes at their speed', async () => {
    const { media, levels, reported } = levelled();
    media.playbackRate = 1.5;
    await settled();
    levels.wait();
    await settled();
    assert.deepEqual([media.playbackRate, media.paused, speedOf(media)], [0, false, 1.5]);
    levels.goOn();
    await settled();
    assert.equal(media.playbackRate, 1.5);
    assert.deepEqual(reported, ['ratechange'], 'of the viewer’s own choice');
  });

  it('takes a volume that is chosen meanwhile for the one to come back to', async () => {
    const { media, levels, reported } = levelled();
    levels.lower();
    await settled();
    media.volume = 0.5;
    await settled();
    assert.equal(volumeOf(media), 0.5);
    assert.ok(media.volume < 0.2, 'and stays under the voice');
    levels.raise();
    await settled();
    assert.equal(media.volume, 0.5);
    media.volume = 1;
    await settled();
    assert.deepEqual(reported, ['volumechange', 'volumechange']);
  });

  it('reports silence', async () => {
    const { media, levels, reported } = levelled();
    levels.lower();
    media.muted = true;
    await settled();
    assert.deepEqual(reported, ['volumechange']);
    media.muted = false;
    await settled();
    assert.deepEqual(reported, ['volumechange', 'volumechange']);
  });

  it('keeps waiting when the speed changes, and resumes at the new speed', async () => {
    const { media, levels } = levelled();
    levels.wait();
    await settled();
    media.playbackRate = 2;
    await settled();
    assert.deepEqual([media.playbackRate, speedOf(media)], [0, 2]);
    levels.goOn();
    assert.equal(media.playbackRate, 2);
  });

  it('does not fight for ever with a script that insists on a speed', async () => {
    const { media, levels } = levelled();
    let insisted = 0;
    media.addEventListener('ratechange', () => {
      if (insisted++ > 50) assert.fail('They alternate for ever.');
      media.playbackRate = 1;
    });
    levels.wait();
    await settled();
    media.playbackRate = 1;
    for (let turn = 0; turn < 20; turn++) await settled();
    assert.equal(media.playbackRate, 1);
    levels.goOn();
    assert.equal(media.playbackRate, 1);
  });

  it('gives everything back at its end', () => {
    const { media, levels, life } = levelled();
    levels.lower();
    levels.wait();
    life.abort();
    assert.deepEqual([media.volume, media.playbackRate], [0.8, 1]);
    assert.deepEqual([volumeOf(media), speedOf(media)], [0.8, 1]);
  });

  it('leaves a volume alone that only the system changes', () => {
    const media = new FakeMedia();
    Object.defineProperty(media, 'volume', { get: () => 1, set: () => {} });
    const levels = new MediaLevels(media, new AbortController().signal);
    levels.lower();
    assert.equal(volumeOf(media), 1);
    levels.raise();
  });
});
