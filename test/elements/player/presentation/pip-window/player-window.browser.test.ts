import { expect } from 'chai';
import { loadWords } from '../../../../../src/locales/load-words.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { FILMS, litWarnings, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { PlayerInWindow } from '../../support/player-in-window.ts';
import { standInWindows, type StandInWindows } from '../../support/stand-in-windows.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> in a window of its own', () => {
  let player: PlayerHarness;
  let place: PlayerInWindow;
  let windows: StandInWindows;
  beforeEach(() => (windows = standInWindows()));
  afterEach(() => {
    player.remove();
    windows.restore();
  });

  const play = async (attributes = '', button: string = words('player.pictureInPicture')) => {
    player = await PlayerHarness.create(`muted loop src="${FILMS.mp4}" ${attributes}`);
    place = new PlayerInWindow(player.element);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.has(button));
  };
  const open = async () => {
    player.press('i');
    await until(() => place.isOut && player.has(words('player.exitPictureInPicture')));
  };
  const isBack = () =>
    !place.isOut && windows.open.length === 0 && player.has(words('player.pictureInPicture'));
  /** What nothing in the window has the focus for. */
  const pressInWindow = (key: string) =>
    place.document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  /** An element of the window's, by its name. */
  const colour = (name: string) => getComputedStyle(player.control(name)).color;

  it('takes all that it shows along, and brings it back', async () => {
    await play('heading="Dusk &lt;b>" style="color-scheme: dark; --vh-accent: rgb(1, 2, 3)"');
    const sheets = place.styleSheets;
    await open();
    expect(player.element.isConnected && player.element.ownerDocument === document).to.equal(true);
    expect(windows.sizes[0]?.width).to.equal(640);
    expect(player.shows('Dusk <b>')).to.equal(true);
    await until(() => place.document.title === 'Dusk <b>');
    expect(place.frame.ariaLabel).to.equal(words('player.playerTitle', { title: 'Dusk <b>' }));
    expect(place.styleSheets).to.be.greaterThan(sheets);
    expect(colour(words('player.exitPictureInPicture'))).to.equal('rgb(255, 255, 255)');
    const { width, height } = place.frame.getBoundingClientRect();
    expect([width, height]).to.deep.equal([640, 360]);
    expect(getComputedStyle(place.frame).getPropertyValue('--vh-accent')).to.equal('rgb(1, 2, 3)');
    expect(place.placeholder?.textContent).to.include(words('player.inPictureInPicture'));
    place.backButton?.click();
    await until(isBack);
    expect(place.placeholder).to.equal(undefined);
    expect(player.shows('Dusk <b>')).to.equal(true);
    expect(litWarnings().filter((warning) => warning.includes('change-in-update'))).to.deep.equal([]);
  });

  it('goes there when its viewer goes to another tab, with auto-pip', async () => {
    const acts = new Map<string, MediaSessionActionHandler | null>();
    const { mediaSession } = navigator;
    mediaSession.setActionHandler = (name: string, act: MediaSessionActionHandler | null) =>
      void acts.set(name, act);
    try {
      await play('auto-pip');
      player.element.muted = false;
      await until(() => Boolean(acts.get('enterpictureinpicture')));
      acts.get('enterpictureinpicture')?.({ action: 'pause' });
      await until(() => place.isOut);
      player.element.muted = true;
    } finally {
      Reflect.deleteProperty(mediaSession, 'setActionHandler');
    }
  });

  it('comes back when the window closes, and can go again', async () => {
    await play();
    for (let times = 0; times < 3; times++) {
      await open();
      windows.open[0]?.close();
      await until(isBack);
    }
    expect(windows.sizes).to.have.length(3);
    expect(player.partsNamed('bar'), 'it is there once').to.have.length(1);
  });

  it('comes back by the key and by the button that took it out', async () => {
    await play();
    await open();
    pressInWindow('i');
    await until(isBack);
    await open();
    player.control(words('player.exitPictureInPicture')).click();
    await until(isBack);
  });

  it('does by its keys what it does in the page', async () => {
    await play();
    await open();
    pressInWindow('m');
    expect(player.element.muted).to.equal(false);
    const event = new KeyboardEvent('keydown', { key: 'm', bubbles: true, composed: true, cancelable: true });
    player.control(words('player.seek')).dispatchEvent(event);
    expect(event.defaultPrevented, 'once').to.equal(true);
    expect(player.element.muted).to.equal(true);
    pressInWindow('f');
    await settled();
    expect(place.isOut, 'no window fills the screen').to.equal(true);
    expect(player.has(words('player.fullscreen'))).to.equal(false);
  });

  it('shows and hides its controls as in the page', async () => {
    await play();
    await open();
    const { frame } = place;
    const move = (type: string) =>
      frame.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', bubbles: true }));
    move('pointermove');
    await until(() => frame.matches('.controls'));
    await player.element.play();
    await until(() => player.element.matches(':state(playing)') && frame.matches('.playing'));
    move('pointerleave');
    await until(() => !frame.matches('.controls'));
    const controls = player.partsNamed('controls')[0];
    await until(() => getComputedStyle(controls ?? frame).opacity === '0');
    player.element.pause();
    await until(() => frame.matches('.controls') && !frame.matches('.playing'));
  });

  it('opens its settings there, with their look', async () => {
    await play();
    await open();
    await player.openSettings();
    const [sheet] = player.partsNamed('settings-sheet');
    expect(sheet && getComputedStyle(sheet).position).not.to.equal('static');
    player.pressFocused('Escape');
    await until(() => player.menu.length === 0);
    await until(() => place.focused === words('player.settings'));
  });

  it('speaks and reads as its surroundings do', async () => {
    const ar = (await loadWords('ar'))?.player;
    if (!ar) throw new Error('There are no words in Arabic.');
    await play('lang="ar" dir="rtl"', ar.pictureInPicture);
    player.press('i');
    await until(() => place.isOut && player.has(ar.exitPictureInPicture));
    await until(() => place.document.documentElement.lang === 'ar');
    expect(place.document.documentElement.dir).to.equal('rtl');
    expect(getComputedStyle(player.control(ar.exitPictureInPicture)).direction).to.equal('rtl');
    await until(() => place.placeholder?.textContent.includes(ar.inPictureInPicture) ?? false);
  });

  it('lets frameworks work around it, and goes with its element', async () => {
    await play();
    await open();
    const { element } = player;
    const parent = element.parentElement;
    parent?.insertBefore(document.createElement('p'), element);
    parent?.append(element);
    await settled();
    expect(place.isOut, 'a move in the page').to.equal(true);
    parent?.removeChild(element);
    await until(() => windows.open.length === 0);
    expect(place.isOut).to.equal(false);
    expect(element.paused).to.equal(true);
    parent?.append(element);
    await element.play();
    await player.untilPlayed(0.1);
    await until(() => player.has(words('player.pictureInPicture')));
    player.press('m');
    expect(element.muted, 'one listener').to.equal(false);
  });

  it('is not there where the page forbids it, and ends when it does', async () => {
    await play();
    await open();
    player.element.toggleAttribute('disablepictureinpicture', true);
    await until(() => windows.open.length === 0 && !place.isOut);
    await until(() => !player.has(words('player.pictureInPicture')));
    player.press('i');
    await settled();
    expect(windows.sizes).to.have.length(1);
  });

  it('shows the video alone where a window is refused', async () => {
    await play();
    windows.refuse = new DOMException('No.', 'NotAllowedError');
    let asked = 0;
    const { element } = player;
    // WebKitGTK's videos have no such method, and so the player has none to hand on.
    const asks = 'requestPictureInPicture' in HTMLVideoElement.prototype ? element.media : element;
    asks.requestPictureInPicture = () => {
      asked += 1;
      return Promise.reject(new DOMException('No.', 'NotAllowedError'));
    };
    player.control(words('player.pictureInPicture')).click();
    await until(() => asked === 1);
    expect(place.isOut).to.equal(false);
    expect(player.has(words('player.pictureInPicture'))).to.equal(true);
  });

  it('opens one window, however often it is asked', async () => {
    await play();
    for (let times = 0; times < 3; times++) player.press('i');
    await until(() => place.isOut);
    expect(windows.sizes).to.have.length(1);
  });

  it('leaves the focus where it is in the page', async () => {
    await play();
    const other = document.createElement('input');
    player.element.after(other);
    await open();
    other.focus();
    windows.open[0]?.close();
    await until(isBack);
    expect(document.activeElement).to.equal(other);
  });

  it('leaves a place in the page without axe violations', async () => {
    await play(`poster="${FILMS.poster}"`);
    await open();
    await until(() => place.placeholder !== undefined);
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });
});
