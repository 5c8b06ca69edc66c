import { expect } from 'chai';
import { requested } from '../support/elements/page-requests.ts';
import { next, PlayerHarness, until } from '../support/elements/player-harness.ts';
import { settled } from '../support/until.ts';

const TYPE = 'application/x-mpegurl';
const CODECS = 'CODECS="avc1.4d400d,mp4a.40.2"';

/** The film, whose renditions say that they are larger than they are. */
function film(): string {
  const address = (name: string) => new URL(`/media/hls/${name}/index.m3u8`, location.href).href;
  const text = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=240000,RESOLUTION=1280x720,${CODECS}\n${address('180p')}
#EXT-X-STREAM-INF:BANDWIDTH=110000,RESOLUTION=640x360,${CODECS}\n${address('90p')}\n`;
  return URL.createObjectURL(new Blob([text], { type: TYPE }));
}

/** A connection as fast as a browser reports; without data saving, playback starts with the best rendition. */
const connect = (saveData: boolean) => {
  const value = { downlink: 10, effectiveType: '4g', saveData };
  Object.defineProperty(navigator, 'connection', { configurable: true, value });
};
const saveByConnection = () => connect(true);
const saveByPreference = () => {
  const { matchMedia } = globalThis;
  globalThis.matchMedia = (query) =>
    matchMedia.call(globalThis, query.includes('prefers-reduced-data') ? 'all' : query);
  return () => (globalThis.matchMedia = matchMedia);
};

describe('<vh-player> of a visitor who saves data', () => {
  let player: PlayerHarness;
  let before: number;
  let restore: (() => void) | undefined;
  beforeEach(async () => {
    connect(false);
    localStorage.setItem('vh-line', '100000000');
    before = (await requested('/media/')).length;
  });
  afterEach(() => {
    player.remove();
    Reflect.deleteProperty(navigator, 'connection');
    restore?.();
    restore = undefined;
    localStorage.removeItem('vh-line');
  });

  const create = async (attributes = '') => {
    player = await PlayerHarness.create(
      `<vh-player muted ${attributes}><source src="${film()}" type="${TYPE}"></vh-player>`,
    );
    const { element } = player;
    if (element.parentElement) element.parentElement.style.width = '1280px';
    return element;
  };
  const asked = async () => (await requested('/media/')).slice(before);
  const heightOfFirstFrame = async () => {
    const element = await create();
    const shown = next(element, 'loadeddata').then(() => element.videoHeight);
    await element.play();
    return shown;
  };

  it('shows the best rendition to others', async () => {
    expect(await heightOfFirstFrame()).to.equal(180);
  });

  for (const [how, save] of Object.entries({ saveByConnection, saveByPreference })) {
    it(`begins with a smaller rendition, and stays with it (${how})`, async () => {
      restore = save() ?? undefined;
      expect(await heightOfFirstFrame()).to.equal(90);
      await player.untilPlayed(1);
      await player.until(() => player.element.qualities.length === 2);
      expect((await asked()).filter((url) => url.includes('/180p/') && url.includes('.m4s'))).to.deep.equal(
        [],
      );
    });
  }

  it('prefetches neither film nor preview pictures for a pointer that passes', async () => {
    saveByConnection();
    const element = await create('storyboard="/media/storyboard/index.vtt"');
    element.dispatchEvent(new PointerEvent('pointerenter'));
    await settled();
    expect(await asked()).to.deep.equal([]);
    await element.play();
    await player.untilPlayed(0.2);
    await until(() => player.hasControls);
    await settled();
    expect((await asked()).filter((url) => url.includes('storyboard'))).to.deep.equal([]);
  });
});
