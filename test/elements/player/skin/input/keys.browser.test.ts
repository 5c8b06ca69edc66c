import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> and the page that chooses its keys', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const play = async (attributes = '', prepare?: (element: PlayerHarness['element']) => void) => {
    player = await PlayerHarness.create(`src="${FILMS.long}" muted ${attributes}`, prepare);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.has(words('player.pause')) && player.has(words('player.settings')));
  };
  const shortcut = (name: string) => player.control(name).getAttribute('aria-keyshortcuts');

  it('has none with without-keys, and keeps its controls', async () => {
    await play('without-keys');
    for (const key of ['m', 'k', 'l', '5', 'ArrowUp', 'ArrowRight', '?'])
      expect(player.press(key).defaultPrevented, key).to.equal(false);
    expect([player.element.muted, player.element.paused]).to.deep.equal([true, false]);
    expect(shortcut(words('player.unmute'))).to.equal(null);
    await player.openSettings();
    expect(player.menu).to.not.include(words('player.keys'));
    player.pressFocused('Escape');
    expect(player.press('ArrowRight', words('player.seek')).defaultPrevented).to.equal(true);
    await until(() => player.element.currentTime >= 5);
    player.element.removeAttribute('without-keys');
    await until(() => shortcut(words('player.unmute')) === 'm');
    player.press('m');
    expect(player.element.muted).to.equal(false);
    player.element.muted = true;
  });

  it('takes others by the property, also one that was set before', async () => {
    await play('', (element) => (element.keys = { mute: 'q', skipForward: ['x'] }));
    expect(shortcut(words('player.unmute'))).to.equal('q');
    player.press('m');
    expect(player.element.muted).to.equal(true);
    player.press('q');
    expect(player.element.muted).to.equal(false);
    player.element.muted = true;
    player.press('x');
    await until(() => player.element.currentTime >= 10);
    player.element.keys = { jump: [] };
    await until(() => shortcut(words('player.unmute')) === 'm');
    expect(player.press('0').defaultPrevented).to.equal(false);
    player.press('?');
    await until(() => player.definitions.includes(words('player.muteOrUnmute')));
    expect(player.definitions).to.not.include(words('player.jump'));
  });

  it('still fills the screen at a double click', async () => {
    await play('without-keys');
    let asked = 0;
    player.element.requestFullscreen = () => {
      asked++;
      return Promise.reject(new TypeError('Not in a test.'));
    };
    player.clickPicture();
    player.clickPicture();
    await until(() => asked === 1);
  });
});

describe('<vh-player> and the page that says how far and how fast', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const play = async (attributes: string, film: string = FILMS.long) => {
    player = await PlayerHarness.create(`src="${film}" muted ${attributes}`);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.has(words('player.settings')));
    player.element.pause();
  };

  it('skips by skip-seconds, and says so', async () => {
    await play('skip-seconds="7"');
    const forward = words('player.skipForward', { time: '7 seconds' });
    await until(() => player.has(forward));
    player.control(forward).click();
    player.press('l');
    await until(() => player.notice === '+14 s');
    await until(() => player.element.currentTime >= 14 && player.element.currentTime < 16);
    player.element.setAttribute('skip-seconds', 'many');
    await until(() => player.has(words('player.skipForward', { time: '10 seconds' })));
  });

  it('offers the speeds of the page', async () => {
    await play('speeds="1 3 0.5 nonsense 99"');
    player.press('>');
    expect(player.element.playbackRate).to.equal(3);
    player.press('>');
    expect(player.element.playbackRate).to.equal(3);
    player.press('<');
    player.press('<');
    expect(player.element.playbackRate).to.equal(0.5);
    await player.openSettings(words('player.speed'));
    expect(player.menu.slice(1)).to.deep.equal(['0.5×', words('player.normalSpeed'), '3×']);
  });

  for (const film of [FILMS.long, FILMS.mp4]) {
    it(`goes from frame to frame while it is paused: ${film}`, async () => {
      await play('', film);
      player.element.currentTime = 2;
      await until(() => !player.element.seeking);
      const places: number[] = [];
      const frames: number[] = [];
      for (const key of ['.', '.', '.', '.', ',', ',']) {
        frames.push(await frameAfter(() => player.press(key)));
        places.push(player.element.currentTime);
      }
      const steps = (times: number[]) => times.slice(1).map((time, at) => time - (times[at] ?? 0));
      expect(steps(places).map(Math.sign)).to.deep.equal([1, 1, 1, -1, -1]);
      expect(Math.abs((places[3] ?? NaN) - 2)).to.be.below(1);
      // WebKit may wait for data at the end of a file before it plays; it counts as playing at once.
      player.element.play().catch(() => {});
      expect(player.press('.').defaultPrevented).to.equal(true);
      expect(player.element.paused).to.equal(false);
      // The other browsers do not report where the shown frame begins.
      if (!/Chrome/.test(navigator.userAgent)) return;
      // One at a time: none is left out.
      const lengths = steps(frames).map(Math.abs);
      expect(Math.max(...lengths)).to.be.below(1.6 * Math.min(...lengths));
      const half = Math.min(...lengths) / 2;
      expect(frames[4]).to.be.closeTo(frames[2] ?? 0, half);
      expect(frames[5]).to.be.closeTo(frames[1] ?? 0, half);
    });
  }

  /** The second at which the frame begins that shows once an act has moved the video, as the browser reports it. */
  async function frameAfter(act: () => void): Promise<number> {
    const { media } = player.element;
    let reported = NaN;
    const before = media.currentTime;
    const follow = () =>
      media.requestVideoFrameCallback((_now, { mediaTime }) => {
        reported = mediaTime;
        follow();
      });
    follow();
    let seeks = 0;
    const count = () => seeks++;
    media.addEventListener('seeked', count);
    act();
    // Also a step that takes several tries is over then. WebKit may report no frame while it is paused.
    const reports = /Chrome/.test(navigator.userAgent);
    await until(() => media.currentTime !== before && !media.seeking && !(reports && Number.isNaN(reported)));
    for (let last = -1; last !== seeks;) {
      last = seeks;
      await settled(30);
    }
    media.removeEventListener('seeked', count);
    return reported;
  }
});
