import { expect } from 'chai';
import type { VhPlayer } from '../../../../../src/elements/player/vh-player.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { playbackOf } from '../../support/playlist-films.ts';
import { isSeen, seenParts } from '../../../../support/elements/seen-parts.ts';
import { words } from '../../../../support/words.ts';

/** A control: a key of its own, and the row of the settings that goes with it. */
interface Names {
  key?: string;
  row?: string;
}

const OF_A_FILM: Readonly<Record<string, Names>> = {
  'previous': { key: 'Shift+P' },
  'play': { key: 'k' },
  'next': { key: 'Shift+N' },
  'skip-back': { key: 'j' },
  'skip-forward': { key: 'l' },
  'volume': { key: 'm' },
  'time': {},
  // Its keys go to the markers then.
  'chapters': { row: words('player.chapters') },
  'seek-bar': { key: '5' },
  'captions': { key: 'c', row: words('player.captions') },
  'captions-menu': {},
  'settings': { key: '?' },
  'picture-in-picture': { key: 'i' },
  'remote-playback': {},
  'fullscreen': { key: 'f' },
};
/** These have keys and rows of the settings, and no button of the bar. */
const WITHOUT_BUTTON: Readonly<Record<string, Names>> = {
  'frame-step': { key: '.' },
  'markers': { row: words('player.markers') },
  'speed': { key: '>', row: words('player.speed') },
  'part-loop': { key: 'r', row: words('player.repeatFrom', { time: '' }).trim() },
};

describe('<vh-player> and the names of its controls', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const begin = async (markup: string, prepare: (element: VhPlayer) => void) => {
    player = await PlayerHarness.create(`<vh-player muted loop ${markup}></vh-player>`, prepare);
    const box = player.element.parentElement;
    if (box) box.style.width = '1200px';
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls);
  };
  const film = () =>
    begin('', (element) => {
      const hls = FILMS.hls;
      element.playlist = [
        { playback: playbackOf('a', { hls }) },
        { playback: playbackOf('b', { hls }) },
        'c',
      ];
      element.playlistIndex = 1;
      element.chapters = [
        { startTime: 0, endTime: 4, title: 'Dusk' },
        { startTime: 4, endTime: 8, title: 'Night' },
      ];
      element.markers = [{ time: 2, title: 'A bird' }];
      const remote = Object.assign(new EventTarget(), {
        state: 'disconnected',
        watchAvailability: (found: (is: boolean) => void) => Promise.resolve(found(true)).then(() => 1),
        cancelWatchAvailability: () => Promise.resolve(),
        prompt: () => Promise.resolve(),
      });
      Object.defineProperty(element.media, 'remote', { value: remote });
    });
  const isShown = (name: string) => seenParts(player.element, name).length > 0;
  const takesKey = (key: string) => player.press(key).defaultPrevented;
  /** Takes a control out, looks, and puts it back. */
  const without = async (name: string, look: () => Promise<void>) => {
    player.element.setAttribute(`without-${name}`, '');
    await look();
    player.element.removeAttribute(`without-${name}`);
  };

  /** The page's own elements on both sides of a control; time runs from left to right in part of the bar. */
  const standsBetween = async (name: string) => {
    const own = [`before-${name}`, `after-${name}`].map((slot) =>
      Object.assign(document.createElement('b'), { slot, textContent: slot }),
    );
    player.element.append(...own);
    const [before, after] = own;
    await until(
      () => own.every(isSeen),
      () => name,
    );
    const left = (element: Element | undefined) => element?.getBoundingClientRect().left ?? NaN;
    const [control] = seenParts(player.element, name);
    expect(left(before), name).to.be.lessThan(left(after));
    if (control) {
      expect(left(before), name).to.be.lessThan(left(control));
      expect(left(control), name).to.be.lessThan(left(after));
    }
    for (const element of own) element.remove();
  };

  it('shows each as a part that a page can style, and takes it out with its key', async () => {
    await film();
    for (const [name, { key }] of Object.entries(OF_A_FILM)) {
      await until(
        () => isShown(name),
        () => name,
      );
      await without(name, async () => {
        await until(
          () => !isShown(name),
          () => name,
        );
        if (key) expect(takesKey(key), `${name} ${key}`).to.equal(false);
      });
      await until(
        () => isShown(name),
        () => name,
      );
    }
  });

  it('takes out keys and rows of the settings where there is no button', async () => {
    await film();
    for (const [name, { key = '', row = '' }] of Object.entries({ ...WITHOUT_BUTTON, ...OF_A_FILM })) {
      const hasRow = () => player.menu.some((text) => text.startsWith(row));
      await player.openSettings();
      if (row) {
        await until(hasRow, () => [name, player.menu]);
        await without(name, () =>
          until(
            () => !hasRow(),
            () => [name, player.menu],
          ),
        );
        await until(hasRow, () => [name, player.menu]);
      }
      player.pressFocused('Escape');
      await until(() => player.menu.length === 0);
      // Others have been tried above, and the page keys belong to the chapters.
      if (!(name in WITHOUT_BUTTON) || !key) continue;
      await without(name, () => {
        expect(takesKey(key), name).to.equal(false);
        return Promise.resolve();
      });
      expect(takesKey(key), name).to.equal(true);
    }
  });

  it('shows what the page has before and after each of them', async () => {
    await film();
    for (const name of Object.keys({ ...OF_A_FILM, ...WITHOUT_BUTTON })) {
      await until(() => name in WITHOUT_BUTTON || isShown(name));
      await standsBetween(name);
    }
  });

  it('has a control for a description, in the same way', async () => {
    await begin('src="/media/hls/described.m3u8"', () => {});
    const name = 'audio-description';
    await until(() => isShown(name));
    await standsBetween(name);
    await without(name, async () => {
      await until(() => !isShown(name));
      expect(takesKey('d')).to.equal(false);
    });
    await until(() => isShown(name));
    expect(takesKey('d')).to.equal(true);
  });

  it('has a control for live, in the same way', async () => {
    await begin(`src="${FILMS.live}"`, () => {});
    const name = 'live';
    await until(() => isShown(name));
    await standsBetween(name);
    await without(name, () => until(() => !isShown(name)));
    await until(() => isShown(name));
  });
});
