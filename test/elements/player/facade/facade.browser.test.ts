import { expect } from 'chai';
import { hasLoaded, hasRequested, untilRequested } from '../../../support/elements/page-requests.ts';
import { FILMS, litWarnings, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { words } from '../../../support/words.ts';

const SKIN = 'src/elements/player/skin/skin.ts';
const HLS = 'node_modules/hls.js/dist/hls.mjs';
const HLS_FEED = 'src/playback/adapters/hls/hls-adapter.ts';
const CLIENT = 'src/client/ask-playback.ts';
const SESSION = 'src/session/session.ts';

// One page, in this order: what one test has loaded stays loaded.
describe('<vh-player> before it plays', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  it('loads nothing while it is out of sight', async () => {
    const asked: string[] = [];
    const markup = `<div><div style="height: 5000px"></div><vh-player poster="${FILMS.poster}"></vh-player></div>`;
    player = await PlayerHarness.create(markup, (element) => {
      element.playback = (reason) => {
        asked.push(reason);
        return { kind: 'video', id: 'a', state: 'playable', playlists: [], captions: [], chapters: [] };
      };
    });
    const second = await PlayerHarness.create(`src="${FILMS.hls}" load="intent" preload="auto"`);
    document.body.prepend(second.element.parentElement ?? '');
    await until(() => second.bigButton !== null);
    second.remove();
    expect(asked).to.deep.equal([]);
    expect(player.element.media.poster).to.equal('');
    expect(await hasRequested(FILMS.poster)).to.equal(false);
    for (const module of [SKIN, HLS, HLS_FEED, CLIENT, SESSION])
      expect(await hasLoaded(module), module).to.equal(false);
  });

  it('requests only the poster of the page with load="intent"', async () => {
    player = await PlayerHarness.create(
      `poster="${FILMS.poster}" backend="/nowhere" video-id="vi1" load="intent"`,
    );
    await until(() => player.element.media.poster.endsWith('dusk.jpg'));
    player.element.poster = '/media/tiny.jpg';
    await until(() => player.element.media.poster.endsWith('tiny.jpg'));
    player.element.removeAttribute('poster');
    await until(() => !player.element.media.hasAttribute('poster'));
    expect(await hasRequested('/nowhere')).to.equal(false);
    for (const module of [SKIN, HLS, HLS_FEED, CLIENT, SESSION])
      expect(await hasLoaded(module), module).to.equal(false);
  });

  it('requests only its playback when it comes into view', async () => {
    player = await PlayerHarness.create('', (element) => {
      element.playback = {
        ...{ kind: 'video', id: 'a', state: 'playable', playlists: [], captions: [], chapters: [] },
        ...{ title: 'Dusk <b>', duration: 62, hls: FILMS.hls, poster: FILMS.poster },
      };
    });
    await until(() => player.facadeText.includes('1:02'));
    expect(player.facadeText).to.include('Dusk <b>');
    expect(player.shows('Dusk <b>')).to.equal(true);
    expect(player.bigButton?.getAttribute('aria-label')).to.equal(
      words('player.playTitle', { title: 'Dusk <b>' }),
    );
    expect(player.element.poster).to.match(/dusk\.jpg$/);
    for (const module of [SKIN, HLS, HLS_FEED, SESSION]) {
      expect(await hasLoaded(module), module).to.equal(false);
    }
    expect(player.element.paused).to.equal(true);
  });

  it('knows its captions before it plays, and fetches none of them', async () => {
    const src = '/media/hls/captions/en.vtt';
    player = await PlayerHarness.create('', (element) => {
      element.playback = {
        ...{ kind: 'video', id: 'a', state: 'playable', playlists: [], chapters: [], hls: FILMS.hls },
        captions: [{ src, language: 'en', label: 'English', default: false }],
      };
    });
    await until(() => player.element.textTracks.length === 1);
    expect(player.element.textTracks[0]?.label).to.equal('English');
    expect(await hasRequested(src)).to.equal(false);
    player.element.playback = {
      kind: 'video',
      id: 'b',
      state: 'playable',
      playlists: [],
      chapters: [],
      captions: [],
    };
    await until(() => player.element.textTracks.length === 0);
  });

  it('loads its controls and its engine when the pointer comes near, and no video', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}"`);
    expect(await hasLoaded(HLS)).to.equal(false);
    player.element.dispatchEvent(new PointerEvent('pointerenter'));
    await untilRequested(SKIN);
    await untilRequested(HLS);
    // NETWORK_IDLE and HAVE_NOTHING, as of a `<video>` that has a source and loads nothing.
    expect([player.element.networkState, player.element.readyState]).to.deep.equal([1, 0]);
  });

  it('plays at a click anywhere on it', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" heading="Dusk" muted`);
    player.bigButton?.click();
    expect(player.element.paused, 'at once').to.equal(false);
    await player.untilPlayed(0.5);
    expect(player.bigButton).to.equal(null);
    await until(() => player.hasControls);
  });

  it('gives the keyboard its play button when the big one goes', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" muted`);
    player.bigButton?.focus();
    player.bigButton?.click();
    await until(() => player.focused === words('player.pause'));
    expect(litWarnings().filter((text) => text.includes('change-in-update'))).to.deep.equal([]);
  });

  it('plays automatically with `autoplay`', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" autoplay muted`);
    await player.untilPlayed(0.2);
    expect(player.element.muted).to.equal(true);
  });

  it('knows the length with `preload="metadata"`', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" preload="metadata"`);
    await until(() => player.facadeText === '0:04');
    expect(player.element.paused).to.equal(true);
  });

  it('shows nothing of its own where the page has controls', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" without-controls muted`);
    expect(player.bigButton).to.equal(null);
    await player.element.play();
    await player.untilPlayed(0.2);
    expect(player.hasControls).to.equal(false);
  });

  it('shows the heading, also above its controls, as it is now', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" heading="Dusk" muted`);
    await until(() => player.shows('Dusk'));
    expect(player.bigButton?.ariaLabel).to.equal(words('player.playTitle', { title: 'Dusk' }));
    player.element.heading = 'Night';
    await until(() => player.shows('Night') && !player.shows('Dusk'));
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls && player.shows('Night'));
    player.element.setAttribute('heading', 'Noon');
    await until(() => player.shows('Noon') && !player.shows('Night'));
  });

  it('offers to play once the service is done, and not before', async () => {
    const reasons: string[] = [];
    player = await PlayerHarness.create('muted', (element) => {
      element.playback = (reason) => {
        reasons.push(reason);
        const state = reasons.length > 1 ? 'playable' : 'processing';
        return { kind: 'video', id: 'a', state, playlists: [], captions: [], chapters: [], mp4: FILMS.mp4 };
      };
    });
    await until(() => player.facadeText.includes(words('player.processing')));
    expect(player.bigButton).to.equal(null);
    await until(() => player.bigButton !== null);
    player.bigButton?.click();
    await player.untilPlayed(0.2);
    expect(reasons).to.deep.equal(['start', 'processing']);
  });
});
