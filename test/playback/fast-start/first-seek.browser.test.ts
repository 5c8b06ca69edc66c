import { expect } from 'chai';
import { loadAdapter } from '../../../src/playback/attempt/choose-adapter.ts';
import { Attempt } from '../../../src/playback/attempt/attempt.ts';
import { sourceOfAddresses } from '../../../src/playback/source/playback-source.ts';
import { until } from '../../support/until.ts';

const SRC = '/media/hls/master.m3u8';
/** So near to the end of a segment that this one alone shows nothing. */
const START_S = 5.8065;

describe('a start in the middle, paused while it waits for more', () => {
  let media: HTMLVideoElement;
  let loader: Attempt;
  /** The clock at each of its events. */
  let reported: number[];
  beforeEach(() => {
    media = document.createElement('video');
    media.muted = true;
    document.body.append(media);
    reported = [];
    const note = () => !media.seeking && media.readyState > 1 && reported.push(media.currentTime);
    media.addEventListener('timeupdate', note);
    media.addEventListener('seeked', note);
  });
  afterEach(() => {
    loader.destroy();
    media.remove();
  });

  /** Loads; `meanwhile` happens before the engine brings more. */
  const load = async (meanwhile: () => void) => {
    let happened = false;
    const source = sourceOfAddresses([{ src: SRC }]);
    const options = { startTime: START_S, eager: true, ask: undefined };
    loader = new Attempt(
      { media, source, preferences: { quality: 'auto' } },
      {
        ...options,
        report: ({ type }) => {
          if (type === 'attached') media.play().catch(() => {});
        },
        loadAdapter: async (...how) => {
          // The loader has sought. Firefox knows the length before it fires the event.
          await until(() => media.currentTime > 0 && !media.paused);
          meanwhile();
          happened = true;
          return loadAdapter(...how);
        },
      },
    );
    await until(() => happened && reported.length > 0 && !media.seeking);
  };

  it('stands there, and was never said to be anywhere else', async () => {
    await load(() => media.pause());
    expect(media.paused).to.equal(true);
    for (const seconds of [...reported, media.currentTime]) expect(seconds).to.be.closeTo(START_S, 0.1);
  });

  it('keeps the position to which the viewer has sought', async () => {
    await load(() => {
      media.pause();
      media.currentTime = 2.5;
    });
    expect(media.currentTime).to.be.closeTo(2.5, 0.1);
  });

  it('plays on from there', async () => {
    await load(() => {});
    await until(() => media.currentTime > START_S + 0.1);
    expect(Math.min(...reported)).to.be.at.least(START_S);
  });
});
