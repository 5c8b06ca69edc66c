import { expect } from 'chai';
import type { VhPlayer } from '../../../../src/elements/player/vh-player.ts';
import { requested, untilRequested } from '../../../support/elements/page-requests.ts';
import { PlayerHarness, until } from '../../../support/elements/player-harness.ts';

const BACKEND = 'https://site.example/vh';

describe('<vh-player> asks for the media that the page names', () => {
  let player: PlayerHarness;
  /** What left for the backend, in its order: it answers that it has none of them. */
  let asked: string[];
  const fetch = window.fetch.bind(window);
  beforeEach(() => {
    asked = [];
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.startsWith(BACKEND)) return fetch(input, init);
      asked.push(url.slice(BACKEND.length));
      return Promise.resolve(new Response('{}', { status: 404 }));
    };
  });
  afterEach(() => {
    player.remove();
    window.fetch = fetch;
  });

  const create = async (attributes: string, properties: Partial<VhPlayer> = {}) => {
    player = await PlayerHarness.create(`muted load="now" ${attributes}`, (element) => {
      Object.assign(element, properties);
    });
  };
  const isAsked = (url: string) =>
    until(
      () => asked.at(-1) === url,
      () => asked,
    );

  it('a live stream or a video of the backend, by attribute and by property', async () => {
    await create(`backend="${BACKEND}" live-stream-id="li1"`);
    await isAsked('/playback/live-streams/li1');
    player.element.setAttribute('live-stream-id', 'li2');
    await isAsked('/playback/live-streams/li2');
    player.element.liveStreamId = 'li3';
    await isAsked('/playback/live-streams/li3');
    player.element.liveStreamId = undefined;
    player.element.videoId = 'vi4';
    await isAsked('/playback/videos/vi4');
    // A line in the console says which of two plays.
    player.element.liveStreamId = 'li5';
    player.element.videoId = 'vi5';
    await isAsked('/playback/videos/vi5');
    expect(asked).to.not.include('/playback/live-streams/li5');
  });

  it('a file below the address of the assets, with the token of a private video, of that one alone', async () => {
    await create('asset-url="/assets-a" video-id="vi1" token="to1" preload="auto"');
    await untilRequested('/assets-a/vod/vi1/token/to1/');
    player.element.setAttribute('token', 'to2');
    await untilRequested('/assets-a/vod/vi1/token/to2/');
    player.remove();
    await create('video-id="vi2" preload="auto"', { assetUrl: '/assets-b' });
    await untilRequested('/assets-b/vod/vi2/');
    expect((await requested('/assets-b')).join()).to.not.contain('token');
    player.element.token = 'to3';
    await untilRequested('/assets-b/vod/vi2/token/to3/');
    player.element.assetUrl = '/assets-c';
    await untilRequested('/assets-c/vod/vi2/token/to3/');
  });
});
