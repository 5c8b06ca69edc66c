import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { hasLoaded, hasRequested } from '../../../../support/elements/page-requests.ts';
import { FILMS, litWarnings, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { preferring, savingData } from '../../support/visitor-settings.ts';
import { words } from '../../../../support/words.ts';

const SKIN = 'src/elements/player/skin/skin.ts';
const SESSION = 'src/session/session.ts';
const BACKGROUND = 'muted loop autoplay without-controls';
const [PLAY, PAUSE] = [words('player.play'), words('player.pause')];

// One page, in this order: what one test has loaded stays loaded.
describe('<vh-player> as a film in the background of a page', () => {
  let player: PlayerHarness;
  let restore = () => {};
  // The browsers of the tests may well prefer less motion themselves: WebKit does.
  let withMotion = () => {};
  beforeEach(() => {
    withMotion = preferring('reduced-motion', 'later');
  });
  afterEach(() => {
    player.remove();
    restore();
    restore = () => {};
    withMotion();
  });

  const create = async (attributes = `src="${FILMS.mp4}"`) => {
    player = await PlayerHarness.create(`${BACKGROUND} ${attributes}`);
  };
  const moves = () => player.untilPlayed(0.1);
  const stands = () => until(() => player.element.paused);

  it('moves without a press, with a single button', async () => {
    player = await PlayerHarness.create(
      `${BACKGROUND} collector-url="https://collector.invalid"`,
      (element) => {
        element.playback = {
          ...{ kind: 'video', id: 'a', state: 'playable', playlists: [], chapters: [], mp4: FILMS.mp4 },
          captions: [{ src: '/media/captions/en.vtt', language: 'en', label: 'English', default: true }],
        };
      },
    );
    await moves();
    expect(player.partsNamed('button')).to.have.length(1);
    expect(player.control(PAUSE).checkVisibility()).to.equal(true);
    expect(player.element.textTracks).to.have.length(0);
    for (const module of [SKIN, SESSION]) expect(await hasLoaded(module), module).to.equal(false);
    expect(await axeViolations(player.element)).to.deep.equal([]);
    expect(litWarnings().filter((text) => text.includes('change-in-update'))).to.deep.equal([]);
  });

  it('stands at the press of its button, and moves at the next one', async () => {
    await create();
    await moves();
    player.control(PAUSE).click();
    await stands();
    await until(() => player.has(PLAY));
    player.control(PLAY).click();
    await moves();
    await until(() => player.has(PAUSE));
  });

  it('leaves the button to a page that has its own', async () => {
    await create(`src="${FILMS.mp4}" without-play`);
    await moves();
    expect(player.partsNamed('button')).to.have.length(0);
  });

  it('pauses out of sight, and resumes when it is visible again', async () => {
    await create();
    await moves();
    const above = document.createElement('div');
    above.style.height = '5000px';
    document.body.prepend(above);
    await stands();
    above.remove();
    await until(() => !player.element.paused);
    expect(player.has(PAUSE)).to.equal(true);
  });

  it('pauses in a hidden tab', async () => {
    await create();
    await moves();
    const see = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    restore = () => Reflect.deleteProperty(document, 'visibilityState');
    see('hidden');
    await stands();
    see('visible');
    await until(() => !player.element.paused);
  });

  it('stands as long as the page has paused it', async () => {
    await create();
    await moves();
    player.element.pause();
    await until(() => player.has(PLAY));
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(player.element.paused).to.equal(true);
    await player.element.play();
    await until(() => player.has(PAUSE));
  });

  it('stays still and loads nothing with reduced motion, and plays on request', async () => {
    restore = preferring('reduced-motion');
    await create(`src="${FILMS.mp4}?still" poster="${FILMS.poster}"`);
    await until(() => player.has(PLAY));
    await settled();
    expect(await hasRequested(`${FILMS.mp4}?still`)).to.equal(false);
    expect([player.element.paused, player.element.media.networkState]).to.deep.equal([true, 0]);
    player.control(PLAY).click();
    await moves();
  });

  it('stops when the visitor comes to prefer less motion', async () => {
    await create();
    await moves();
    player.remove();
    const change = preferring('reduced-motion', 'later');
    restore = change;
    await create();
    await moves();
    change.turnOn();
    await stands();
    await until(() => player.has(PLAY));
  });

  it('stays still when the viewer saves data', async () => {
    restore = savingData();
    await create(`src="${FILMS.mp4}?saving"`);
    await until(() => player.has(PLAY));
    await settled();
    expect(await hasRequested(`${FILMS.mp4}?saving`)).to.equal(false);
  });

  it('plays another video that the page sets', async () => {
    await create();
    await moves();
    player.element.src = FILMS.hls;
    await until(() => player.element.currentSrc.endsWith(FILMS.hls));
    await moves();
    expect(player.has(PAUSE)).to.equal(true);
  });

  it('is silent about a film that cannot be played, but for its event', async () => {
    const codes: string[] = [];
    player = await PlayerHarness.create(`${BACKGROUND} src="${FILMS.gone}"`, (element) => {
      element.addEventListener('vh-error', ({ error }) => codes.push(error.code));
    });
    await until(() => codes.length > 0);
    await until(() => player.partsNamed('button').length === 0);
    expect(player.message).to.equal(undefined);
    expect(await hasLoaded(SKIN)).to.equal(false);
  });

  it('becomes a player like any other when the page gives it controls', async () => {
    await create();
    await moves();
    player.element.withoutControls = false;
    await until(() => player.hasControls);
    expect(player.partsNamed('background-button')).to.have.length(0);
    expect(player.element.paused).to.equal(false);
  });
});
