import { expect } from 'chai';
import type { PlaylistEntry } from '../../../../../src/elements/player/api/playlist-entry.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { cells } from '../../../../support/division.ts';
import { HeldTimers } from '../../../../support/held-timers.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { playbackOf, playToEnd } from '../../support/playlist-films.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

const SECOND_MS = 1_000;

describe('<vh-player> at the end of an entry', () => {
  let player: PlayerHarness;
  let timers: HeldTimers;
  beforeEach(() => (timers = new HeldTimers(SECOND_MS)));
  afterEach(() => {
    timers.restore();
    player.remove();
    localStorage.removeItem('vh-player');
    Reflect.deleteProperty(document, 'visibilityState');
  });

  const entries = (): PlaylistEntry[] => [
    { playback: playbackOf('a') },
    { playback: playbackOf('b', { title: '<b>Noon</b>', poster: FILMS.poster }) },
  ];
  interface Visit {
    attributes?: string;
    direction?: string;
    playlist?: PlaylistEntry[];
    visit?: 'first' | 'another';
  }
  const play = async ({
    attributes = '',
    direction = 'ltr',
    playlist = entries(),
    visit = 'first',
  }: Visit = {}) => {
    const markup = `<div dir="${direction}"><vh-player muted ${attributes}><p slot="end-screen">More</p></vh-player></div>`;
    player = await PlayerHarness.create(markup, (element) => (element.playlist = playlist), visit);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  const offered = () => player.partsNamed('up-next').length > 0;
  const end = async () => {
    await playToEnd(player);
    await until(offered);
  };
  const begin = async (options: Visit = {}) => {
    await play(options);
    await end();
  };
  /** Lets as many seconds pass as that. */
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) timers.elapse();
  };
  const left = () => player.countdown;
  const isNext = () =>
    until(() => player.element.playlistIndex === 1 && !player.element.paused && !offered());

  it('says what comes next, as text, and plays it after ten seconds', async () => {
    await begin();
    await until(() => player.shows('<b>Noon</b>') && left() === '10');
    expect(player.statuses).to.include(
      `${words('player.upNext')}. <b>Noon</b>. ${words('player.nextIn', { seconds: '10 seconds' })}`,
    );
    const before = player.statuses.join();
    pass(9);
    await until(() => left() === '1');
    expect(player.statuses.join(), 'said once').to.equal(before);
    pass(1);
    await isNext();
    await player.untilPlayed(0.1);
    expect(player.statuses.join()).to.not.include('Noon');
  });

  it('shows what the page has for the end after the last entry', async () => {
    await begin();
    const more = player.element.querySelector('p');
    expect(more?.checkVisibility()).to.equal(false);
    player.control(words('player.playNow')).click();
    await isNext();
    await playToEnd(player);
    await until(() => more?.checkVisibility() === true);
    expect(offered()).to.equal(false);
  });

  it('plays it now, and leaves the focus on the controls', async () => {
    await begin();
    player.control(words('player.playNow')).focus();
    player.control(words('player.playNow')).click();
    await isNext();
    await until(() => player.focused === words('player.pause'));
  });

  it('can be cancelled, and moves the focus to a remaining control', async () => {
    await begin();
    player.control(words('player.cancel')).focus();
    player.control(words('player.cancel')).click();
    await until(() => left() === undefined && !player.offers(words('player.cancel')));
    expect(player.focusedItem).to.equal(words('player.playNow'));
    pass(20);
    await settled();
    expect(player.element.playlistIndex).to.equal(0);
    player.control(words('player.playNow')).click();
    await isNext();
  });

  it('waits while the focus or a mouse is on it, the page is hidden or the settings are open', async () => {
    await begin();
    const counts = async (does: boolean) => {
      await until(
        () => timers.size > 0 === does,
        () => `it to ${does ? 'count' : 'wait'}`,
      );
    };
    await counts(true);
    const button = player.control(words('player.cancel'));
    // Not by `focus()`: a browser whose window has none says nothing of it.
    const reported = (type: string) => button.dispatchEvent(new FocusEvent(type, { bubbles: true }));
    reported('focusin');
    await counts(false);
    reported('focusout');
    await counts(true);
    const over = (type: string, pointerType: string) =>
      button.parentElement?.dispatchEvent(new PointerEvent(type, { pointerType }));
    over('pointerenter', 'mouse');
    await counts(false);
    over('pointerleave', 'mouse');
    over('pointerenter', 'touch');
    await counts(true);
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await counts(false);
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
    await counts(true);
    await player.openSettings();
    await counts(false);
    player.pressFocused('Escape');
    await counts(true);
  });

  it('ends with the stay of the player in the page', async () => {
    await begin();
    await until(() => timers.size > 0);
    player.remove();
    await until(() => timers.size === 0);
  });

  it('goes when the viewer watches again', async () => {
    await begin();
    player.press('0');
    await until(() => !offered() && timers.size === 0);
    expect(player.element.playlistIndex).to.equal(0);
  });

  it('waits for a viewer who has chosen so, on other visits, too', async () => {
    await play();
    await player.openSettings();
    const row = () => player.menu.find((text) => text.startsWith(words('player.autoplayNext')));
    await until(() => row() !== undefined);
    expect(row()).to.include(words('player.on'));
    player.menuItem(row() ?? '').click();
    await until(() => player.menu.includes(words('player.off')));
    player.menuItem(words('player.off')).click();
    await until(() => player.menu.length === 0);
    await end();
    expect(left()).to.equal(undefined);
    expect(player.offers(words('player.cancel'))).to.equal(false);
    player.remove();
    await begin({ visit: 'another' });
    expect(left()).to.equal(undefined);
    expect(localStorage.getItem('vh-player')).to.include('"autoplayNext":false');
  });

  it('waits where the page wants it, and offers no choice then', async () => {
    await begin({ attributes: 'without-autoplay-next' });
    expect(left()).to.equal(undefined);
    await player.openSettings();
    expect(player.menu.join()).to.not.include(words('player.autoplayNext'));
  });

  it('shows the error of a failed entry and skips to the next, but not beyond the last', async () => {
    const gone = { playback: () => playbackOf('gone', { state: 'failed' }) };
    const last = { playback: () => playbackOf('last', { state: 'failed' }) };
    await play({ playlist: [{ playback: playbackOf('a') }, gone, { playback: playbackOf('b') }, last] });
    // A page, or a viewer, may choose what the player would pass over.
    player.element.playlistIndex = 1;
    await until(() => player.message !== undefined && left() === '10');
    expect(await axeViolations(player.element)).to.deep.equal([]);
    pass(10);
    await until(() => player.element.playlistIndex === 2 && !player.element.paused);
    await player.untilPlayed(0.1);
    player.element.playlistIndex = 3;
    await until(() => player.element.playlistIndex === 3 && player.message !== undefined);
    await settled();
    expect(timers.size).to.equal(0);
    expect(player.offers(words('player.playNow'))).to.equal(false);
  });

  for (const [what, broken] of [
    ['whose video has failed', { playback: playbackOf('gone', { state: 'failed' }), heading: 'Gone' }],
    ['that its server does not have', { src: FILMS.goneFile, heading: 'Gone' }],
    ['whose stream is not there', { src: FILMS.gone, heading: 'Gone' }],
  ] as const) {
    it(`neither announces nor counts down to an entry ${what}, and says so`, async () => {
      await play({ playlist: [{ playback: playbackOf('a') }, broken, { playback: playbackOf('b') }] });
      await playToEnd(player);
      await until(
        () => player.shows('Film b'),
        () => player.statuses,
      );
      expect(player.shows('Gone')).to.equal(false);
      const skipped = words('player.skipped', { title: '\u2068Gone\u2069' });
      await until(() => player.shows(skipped) && left() === '10');
      expect(player.statuses.join()).to.include(`${skipped}. ${words('player.upNext')}. Film b`);
      pass(10);
      await until(() => player.element.playlistIndex === 2 && !player.element.paused);
      await player.untilPlayed(0.1);
      // Nor does the way back lead there.
      player.press('Shift+P');
      await until(() => player.element.playlistIndex === 0);
    });
  }

  it('offers nothing where all that is left cannot be played', async () => {
    const gone = { playback: playbackOf('gone', { state: 'failed' }) };
    await play({ playlist: [{ playback: playbackOf('a') }, gone, gone] });
    await playToEnd(player);
    const more = player.element.querySelector('p');
    await until(() => more?.checkVisibility() === true && timers.size === 0);
    expect(offered()).to.equal(false);
  });

  it('has buttons and keys for the next and the previous entry', async () => {
    await play();
    const button = (key: 'next' | 'previous') => player.control(words(`player.${key}`));
    expect(button('previous').ariaDisabled).to.equal('true');
    button('previous').click();
    button('next').click();
    await isNext();
    await until(() => button('next').ariaDisabled === 'true' && player.shows('<b>Noon</b>'));
    player.press('Shift+P');
    await until(() => player.element.playlistIndex === 0 && !player.element.paused);
    player.element.pause();
    player.press('p');
    player.press('Shift+N');
    await isNext();
    player.element.dispatchEvent(Object.assign(new Event('command'), { command: '--previous' }));
    await until(() => player.element.playlistIndex === 0);
    player.element.dispatchEvent(Object.assign(new Event('command'), { command: '--next' }));
    await isNext();
  });

  it('has neither without a playlist', async () => {
    player = await PlayerHarness.create(`muted src="${FILMS.mp4}"`);
    await player.element.play();
    await until(() => player.hasControls);
    expect(player.has(words('player.next'))).to.equal(false);
    expect(player.press('Shift+N').defaultPrevented).to.equal(false);
  });

  for (const width of cells([200, 320, 640, 1200])) {
    for (const direction of cells(['ltr', 'rtl'])) {
      it(`has no axe violations and lies within the picture, ${width} pixels wide, ${direction}`, async () => {
        await play({ direction });
        const box = player.element.parentElement?.parentElement;
        if (box) box.style.width = `${width}px`;
        await end();
        await until(() => left() === '10');
        await player.faded();
        expect(await axeViolations(player.element)).to.deep.equal([]);
        const frame = player.element.getBoundingClientRect();
        for (const name of ['playNow', 'cancel'] as const) {
          const inner = player.control(words(`player.${name}`)).getBoundingClientRect();
          expect(inner.left, name).to.be.at.least(frame.left);
          expect(inner.right, name).to.be.at.most(frame.right);
          expect(inner.top, name).to.be.at.least(frame.top);
          expect(inner.bottom, name).to.be.at.most(frame.bottom);
        }
      });
    }
  }
});
