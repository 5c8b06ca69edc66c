import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaptionDelay } from '../../../src/captions/tracks/caption-delay.ts';
import { CaptionMemory } from '../../../src/captions/tracks/caption-memory.ts';
import { CaptionStyleMemory } from '../../../src/captions/style/caption-style-memory.ts';
import { ConsentMemory } from '../../../src/playback/memory/consent.ts';
import { PositionMemory } from '../../../src/playback/memory/resume-position.ts';
import { ViewerPreferences } from '../../../src/playback/memory/viewer-preferences.ts';
import { olderStorage } from '../../support/versions/older-browser.ts';

describe('what a viewer chose in an earlier version', () => {
  it('holds: volume, speed, quality, fit, the next entry, the description', () => {
    assert.deepEqual(new ViewerPreferences(olderStorage).read(), {
      volume: 0.25,
      muted: true,
      speed: 1.5,
      quality: { width: 1280, height: 720, bitrate: 2_000_000 },
      autoplayNext: false,
      fit: 'fill',
      audioDescription: true,
    });
  });

  it('holds: where videos were left, and that they may load', () => {
    const positions = new PositionMemory(olderStorage);
    assert.deepEqual([positions.read('viOne'), positions.read('viTwo')], [61, 12]);
    assert.ok(new ConsentMemory(olderStorage).isGiven);
  });

  it('holds: captions, their second language, their delay and their look', () => {
    const captions = new CaptionMemory(olderStorage);
    assert.deepEqual([captions.read(), captions.readSecond(), captions.readSpoken()], ['de', 'en', true]);
    const delay = new CaptionDelay(
      () => ({ id: 'viOne', address: undefined }),
      () => true,
      () => undefined,
      olderStorage,
    );
    assert.equal(delay.seconds, 1.5);
    const { store } = new CaptionStyleMemory({ storage: olderStorage, tabs: new EventTarget() });
    assert.deepEqual(store.state, { font: 'serif', size: 1.5, color: '#ffff00', edge: 'shadow' });
  });
});
