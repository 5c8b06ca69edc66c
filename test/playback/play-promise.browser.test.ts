import { expect } from 'chai';
import { PlaybackEngine } from '../../src/playback/playback-engine.ts';
import { settled, until } from '../support/until.ts';

describe('a pending play()', () => {
  let engine: PlaybackEngine;
  let media: HTMLVideoElement;
  /** Says of each attempt, in its order, that it plays. */
  let say: (() => void)[];
  beforeEach(() => {
    media = document.createElement('video');
    say = [];
    media.play = () => new Promise((resolve) => say.push(resolve));
    engine = new PlaybackEngine(media);
  });
  afterEach(() => engine.release());

  it('waits for the source that is there, whatever an earlier one still says', async () => {
    engine.use({ src: '/media/dusk.mp4' });
    let hasPlayed = false;
    engine.play().then(
      () => (hasPlayed = true),
      () => {},
    );
    // Once with the click, and again with the source.
    await until(() => say.length > 1);
    say[0]?.();
    await settled();
    expect(hasPlayed).to.equal(false);
    say.at(-1)?.();
    await until(() => hasPlayed);
  });
});
