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

describe('play() twice, before there is a source', () => {
  it('calls the play() of its video once until the event, which Firefox loses at a second call', async () => {
    const media = document.createElement('video');
    media.muted = true;
    const realPlay = media.play.bind(media);
    const story: string[] = [];
    media.play = () => {
      story.push('reported');
      return realPlay();
    };
    media.addEventListener('play', () => story.push('says so'));
    const engine = new PlaybackEngine(media);
    const first = engine.play();
    // A task or two later it has found no source.
    Object.defineProperty(media, 'networkState', {
      value: HTMLMediaElement.NETWORK_EMPTY,
      configurable: true,
    });
    const both = Promise.all([first, engine.play()]);
    Reflect.deleteProperty(media, 'networkState');
    engine.use({ src: '/media/dusk.mp4' });
    await both;
    expect(story.slice(0, 2)).to.deep.equal(['reported', 'says so']);
    expect(media.paused).to.equal(false);
    engine.release();
  });
});
