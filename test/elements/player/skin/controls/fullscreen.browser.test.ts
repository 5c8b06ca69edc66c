import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> in full screen', () => {
  let player: PlayerHarness;
  let restore: (() => void)[] = [];
  afterEach(() => {
    player.remove();
    for (const step of restore) step();
    restore = [];
  });

  /** Puts another value in a property's place until the test is over. */
  const replace = (target: object, name: string, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
    restore.push(() =>
      before ? Object.defineProperty(target, name, before) : Reflect.deleteProperty(target, name),
    );
  };
  const play = async (markup = '') => {
    player = await PlayerHarness.create(markup || `muted loop src="${FILMS.mp4}"`);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  /** Records the element that is asked to fill the screen; the test says when it does. */
  const asked: string[] = [];
  let filling: Element | undefined;
  const standIn = (element: Element) => {
    replace(element, 'requestFullscreen', () => {
      asked.push(element.id || element.localName);
      filling = element;
      return Promise.resolve();
    });
    const matches = element.matches.bind(element);
    replace(element, 'matches', (selector: string) =>
      selector === ':fullscreen' ? filling === element : matches(selector),
    );
  };
  const leave = () => {
    filling = undefined;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  beforeEach(() => {
    asked.length = 0;
    filling = undefined;
    replace(document, 'fullscreenEnabled', true);
    replace(document, 'exitFullscreen', () => {
      asked.push('exit');
      leave();
      return Promise.resolve();
    });
  });

  const inBox = (target: string) =>
    `<div id="cinema"><vh-player muted loop src="${FILMS.mp4}" fullscreen-target="${target}"></vh-player></div>`;

  it('is the element around the player that the page names', async () => {
    await play(inBox('cinema'));
    const cinema = document.getElementById('cinema');
    if (!cinema) throw new TypeError('There is no element around the player.');
    standIn(cinema);
    player.press('f');
    document.dispatchEvent(new Event('fullscreenchange'));
    await until(() => player.has(words('player.exitFullscreen')));
    player.control(words('player.exitFullscreen')).click();
    await until(() => player.has(words('player.fullscreen')));
    const command = Object.assign(new Event('command'), { command: '--fullscreen' });
    player.element.dispatchEvent(command);
    await until(() => asked.length === 3);
    expect(asked).to.deep.equal(['cinema', 'exit', 'cinema']);
  });

  for (const target of ['elsewhere', 'nowhere', '']) {
    it(`is the player where the page names nothing around it: "${target}"`, async () => {
      await play(`${inBox(target)}<div id="elsewhere"></div>`);
      standIn(player.element);
      player.press('f');
      await until(() => asked.length === 1);
      expect(asked).to.deep.equal(['vh-player']);
    });
  }

  it('is the video on an iPhone', async () => {
    replace(document, 'fullscreenEnabled', false);
    await play();
    const { media } = player.element;
    replace(media, 'webkitEnterFullscreen', () => {
      asked.push('video');
      replace(media, 'webkitDisplayingFullscreen', true);
      media.dispatchEvent(new Event('webkitbeginfullscreen'));
    });
    replace(media, 'webkitExitFullscreen', () => {
      asked.push('back');
      replace(media, 'webkitDisplayingFullscreen', false);
      media.dispatchEvent(new Event('webkitendfullscreen'));
    });
    player.element.requestUpdate();
    await until(() => player.has(words('player.fullscreen')));
    player.control(words('player.fullscreen')).click();
    await until(() => player.has(words('player.exitFullscreen')));
    player.press('f');
    await until(() => player.has(words('player.fullscreen')));
    expect(asked).to.deep.equal(['video', 'back']);
  });

  it('is not offered where the browser has none', async () => {
    replace(document, 'fullscreenEnabled', false);
    replace(HTMLVideoElement.prototype, 'webkitEnterFullscreen', undefined);
    await play();
    expect(player.has(words('player.fullscreen'))).to.equal(false);
    standIn(player.element);
    player.press('f');
    await settled();
    expect(asked).to.deep.equal([]);
  });

  describe('on a telephone', () => {
    const turns: string[] = [];
    const hold = (width: number, height: number, answer = () => Promise.resolve()) => {
      turns.length = 0;
      replace(screen, 'width', width);
      replace(screen, 'height', height);
      const lock = (to: string) => {
        turns.push(to);
        return answer();
      };
      replace(screen, 'orientation', { lock, unlock: () => void turns.push('free') });
    };
    const fill = async () => {
      standIn(player.element);
      player.press('f');
      await until(() => asked.length === 1);
      await settled();
    };

    it('turns as the picture is, and back', async () => {
      hold(390, 844);
      await play();
      await fill();
      expect(turns).to.deep.equal(['landscape']);
      replace(player.element.media, 'videoHeight', 2000);
      player.element.media.dispatchEvent(new Event('resize'));
      await settled();
      expect(turns).to.deep.equal(['landscape', 'portrait']);
      leave();
      await until(() => turns.length === 3);
      player.element.media.dispatchEvent(new Event('resize'));
      leave();
      await settled();
      expect(turns).to.deep.equal(['landscape', 'portrait', 'free']);
    });

    it('stays as it is where the browser refuses, or the screen is large', async () => {
      hold(390, 844, () => Promise.reject(new DOMException('No.', 'NotSupportedError')));
      await play();
      await fill();
      leave();
      await settled();
      expect(turns, 'nothing to free').to.deep.equal(['landscape']);
      asked.length = 0;
      hold(820, 1180);
      await fill();
      expect(turns).to.deep.equal([]);
    });
  });
});
