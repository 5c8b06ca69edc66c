import { expect } from 'chai';
import { loadAdapter } from '../../../../src/playback/attempt/choose-adapter.ts';
import { Attempt } from '../../../../src/playback/attempt/attempt.ts';
import { sourceOfAddresses } from '../../../../src/playback/source/playback-source.ts';
import { until } from '../../../support/until.ts';

describe('HlsAdapter', () => {
  let media: HTMLVideoElement;
  let loader: Attempt | undefined;

  afterEach(() => {
    loader?.destroy();
    media.remove();
  });

  it("does not take a viewer's way back to the start for its own, where it took over a film that played", async () => {
    media = document.createElement('video');
    media.muted = true;
    document.body.append(media);
    let isHandedOver = false;
    const source = sourceOfAddresses([{ src: '/media/hls/master.m3u8' }]);
    const options = { startTime: 0, eager: true, stallTimeoutMs: 20_000, ask: undefined };
    loader = new Attempt(
      { media, source, preferences: { quality: 'auto' } },
      {
        ...options,
        report: ({ type }) => {
          if (type === 'attached') void media.play();
        },
        loadAdapter: async (...how) => {
          await until(() => media.currentTime > 0.3);
          const make = await loadAdapter(...how);
          return (options) => {
            isHandedOver = options.handOver !== undefined;
            return make(options);
          };
        },
      },
    );
    await until(() => loader?.adapter !== undefined);
    expect(isHandedOver).to.equal(true);
    const places: number[] = [];
    media.addEventListener('vh-engine-seek', ({ detail }) => places.push(detail));
    media.pause();
    media.currentTime = 0;
    await until(() => !media.seeking);
    expect(places).to.deep.equal([]);
  });
});
