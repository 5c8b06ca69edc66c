import { expect } from 'chai';
import { configure, type Config } from '../../../src/index.ts';
import { requested } from '../../support/elements/page-requests.ts';
import { FILMS, PlayerHarness } from '../../support/elements/player-harness.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import type { UploaderHarness } from '../../support/elements/uploader-harness.ts';
import { clearPage, matches, service, setUpPage, show } from '../../support/elements/uploader-page.ts';
import { until } from '../../support/until.ts';

const SITE = 'https://site.example/vh';
const COLLECTOR = 'https://collector.example';
const UNSET: Config = {
  ...{ backend: undefined, credentials: undefined, baseUrl: undefined },
  ...{ assetUrl: undefined, collectorUrl: undefined, locale: undefined },
};

/** One request to the page's own servers. */
interface Asked {
  url: string;
  init: RequestInit | undefined;
}

describe('the settings of a page for all of its elements', () => {
  const asked: Asked[] = [];
  let player: PlayerHarness | undefined;

  /** The page's own servers, in front of the service. */
  const begin = () => {
    setUpPage();
    asked.length = 0;
    const serviceFetch = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (url.startsWith(COLLECTOR) || url.startsWith('https://site.example/')) {
        asked.push({ url, init });
        return Promise.resolve(Response.json(answerTo(url)));
      }
      return serviceFetch(input, init);
    };
  };
  beforeEach(begin);
  afterEach(async () => {
    player?.remove();
    player = undefined;
    configure(UNSET);
    await clearPage();
  });

  const playback = (id: string) => ({
    ...{ kind: 'video', id, state: 'playable', mp4: FILMS.mp4 },
    ...{ playlists: [], captions: [], chapters: [] },
  });
  const answerTo = (url: string) => {
    if (url.endsWith('/grants'))
      return { protocol: 'parts', url: service.url, token: 'good', videoId: 'viOwn', claim: 'proof' };
    if (url.endsWith('/status'))
      return { ingest: null, encoding: { playable: true, qualities: [], metadata: {} } };
    return playback('vi1');
  };

  /** An uploader that has nothing of its own to say where to. */
  const showBare = async (attributes: Record<string, string> = {}): Promise<UploaderHarness> => {
    const uploader = await show(attributes);
    uploader.element.grant = undefined;
    return uploader;
  };
  /** A player that knows an id, and not where to ask for it. */
  const showPlayer = async (markup = '') =>
    (player = await PlayerHarness.create(`muted video-id="vi1" ${markup}`));

  it('name the backend that uploads and players ask, with or without cookies', async () => {
    for (const credentials of ['include', undefined] as const) {
      configure({ backend: SITE, credentials });
      const uploader = await showBare();
      uploader.choose(makeFile(10, `${String(credentials)}.mp4`));
      const { video } = await uploader.when('vh-upload-playable');
      expect(video.videoId).to.equal('viOwn');
      const { element } = await showPlayer();
      await element.play();
      await until(() => element.currentTime > 0);
      player?.remove();
      const paths = ['/grants', '/videos/viOwn/status', '/playback/videos/vi1'];
      expect(asked.map(({ url }) => url)).to.have.members(paths.map((path) => SITE + path));
      const modes = new Set(asked.map(({ init }) => init?.credentials));
      expect([...modes]).to.deep.equal([credentials ?? 'same-origin']);
      await clearPage();
      begin();
    }
  });

  it('hold for a playback as they were when it began: a later call changes the next one', async () => {
    configure({ backend: SITE });
    const { element } = await showPlayer();
    await element.play();
    await until(() => element.currentTime > 0);
    configure({ backend: 'https://site.example/other', credentials: 'include' });
    element.heading = 'Another title';
    await element.updateComplete;
    await element.play();
    const addresses = () => asked.map(({ url }) => url);
    expect(addresses()).to.deep.equal([`${SITE}/playback/videos/vi1`]);
    expect(element.currentTime).to.be.above(0);
    element.videoId = 'vi2';
    await until(() => addresses().length > 1);
    expect(addresses()[1]).to.equal('https://site.example/other/playback/videos/vi2');
  });

  it('help a player that found nothing to ask before', async () => {
    const { element } = await showPlayer();
    element.play().catch(() => undefined);
    await until(() => element.error !== null);
    configure({ backend: SITE });
    await element.play().catch(() => undefined);
    await until(() => asked.length > 0);
  });

  it('give way to what an element says itself', async () => {
    configure({ backend: 'https://site.example/other', credentials: 'same-origin' });
    const uploader = await showBare({ backend: SITE, credentials: 'include' });
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-done');
    const { element } = await showPlayer(`backend="${SITE}" credentials="include"`);
    await element.play();
    await until(() => element.currentTime > 0);
    const seen = asked.map(({ url, init }) => `${url} ${String(init?.credentials)}`);
    expect(seen.filter((one) => !one.startsWith(`${SITE}/`) || !one.endsWith(' include'))).to.deep.equal([]);
    expect(seen).to.include(`${SITE}/playback/videos/vi1 include`);
  });

  it('name the service that a token is for', async () => {
    configure({ baseUrl: `${new URL(service.url).origin}/` });
    const uploader = await showBare({ token: 'good' });
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-done');
    expect(service.videos.size).to.equal(1);
    expect(service.seen.map(({ url }) => `${url.origin}${url.pathname}`)).to.deep.equal([service.url]);
  });

  it('name the place of the media: a player asks it, and an uploader that was not told when to play', async () => {
    configure({ assetUrl: `${location.origin}/media/of-all/` });
    const { element } = await showPlayer();
    element.play().catch(() => undefined);
    const manifest = '/media/of-all/vod/vi1/hls/manifest.m3u8';
    await until(async () => (await requested(manifest)).length > 0);
    configure({ assetUrl: 'https://media.example/' });
    const reads: string[] = [];
    const serviceFetch = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      reads.push(input instanceof Request ? input.url : input.toString());
      return serviceFetch(input, init);
    };
    const uploader = await show();
    // The answer that would say where the media are is lost.
    service.faults.push(undefined, undefined, 'lost-answer');
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-playable');
    expect(service.sentAssets).to.equal(false);
    expect(reads).to.include('https://media.example/vod/vi1/hls/manifest.m3u8');
  });

  it('leave it open when a video can be played where no place of the media is named', async () => {
    const uploader = await show();
    service.faults.push(undefined, undefined, 'lost-answer');
    uploader.choose(makeFile(10));
    await uploader.until(() => matches(uploader.element, 'stored'));
  });

  it('name the collector that viewings are reported to', async () => {
    configure({ collectorUrl: COLLECTOR });
    player = await PlayerHarness.create('muted', (element) => {
      element.playback = playback('vi7') as NonNullable<typeof element.playback>;
    });
    await player.element.play();
    await until(() => asked.some(({ url }) => url === `${COLLECTOR}/vod`));
    const sent = asked.map(
      ({ init }) => JSON.parse(init?.body as string) as { session: { video_id: string } },
    );
    expect(sent.map(({ session }) => session.video_id)).to.include('vi7');
  });

  it('choose the language of the words and of the numbers, before that of the page, at any time', async () => {
    const uploader = await show();
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.bar?.value === '40' && uploader.buttons.includes('Cancel'));
    expect(uploader.text).to.include('40%');
    configure({ locale: 'de' });
    await uploader.until(() => uploader.buttons.includes('Abbrechen'));
    expect(uploader.text).to.include('40 %');
    const shown = await showPlayer('lang="fr"');
    await until(() => shown.has('Abspielen'));
    configure({ locale: undefined });
    await uploader.until(() => uploader.buttons.includes('Cancel') && uploader.text.includes('40%'));
  });
});
