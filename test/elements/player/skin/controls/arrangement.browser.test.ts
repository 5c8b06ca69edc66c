import { expect } from 'chai';
import { cells } from '../../../../support/division.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> lets the page arrange its controls', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const play = async (attributes = '', content = '') => {
    player = await PlayerHarness.create(
      `<vh-player muted loop src="${FILMS.mp4}" ${attributes}>${content}</vh-player>`,
    );
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };

  it('takes a control out, with its keys, and puts it back', async () => {
    await play('without-volume without-time');
    expect(player.has(words('player.unmute'))).to.equal(false);
    expect(player.has(words('player.volume'))).to.equal(false);
    expect(player.partsNamed('time')).to.have.length(0);
    player.press('m');
    expect(player.element.muted).to.equal(true);
    player.element.removeAttribute('without-volume');
    await until(() => player.has(words('player.unmute')));
    player.press('m');
    expect(player.element.muted).to.equal(false);
    player.element.muted = true;
  });

  it('takes out what controlslist says, as every video element does', async () => {
    await play('controlslist="nofullscreen NoPlaybackRate"');
    expect(player.has(words('player.fullscreen'))).to.equal(false);
    player.press('>');
    expect(player.element.playbackRate).to.equal(1);
    await player.openSettings();
    expect(player.menu.some((item) => item.startsWith(words('player.speed')))).to.equal(false);
    player.element.removeAttribute('controlslist');
    await until(() => player.menu.some((item) => item.startsWith(words('player.speed'))));
    player.press('>');
    expect(player.element.playbackRate).to.equal(1.25);
  });

  for (const width of cells([200, 320, 399, 640], 2)) {
    it(`has each button within the picture, ${width} pixels wide`, async () => {
      await play('', '<track kind="captions" srclang="en" src="/media/captions/en.vtt">');
      player.element.style.width = `${width}px`;
      await until(() => player.has(words('player.captions')));
      player.element.pause();
      const frame = player.element.getBoundingClientRect();
      for (const name of ['play', 'unmute', 'captions', 'settings', 'fullscreen'] as const) {
        await until(() => player.has(words(`player.${name}`)));
        const { left, right, top, bottom, height } = player
          .control(words(`player.${name}`))
          .getBoundingClientRect();
        expect(height, name).to.be.greaterThan(0);
        expect([left, top, -right, -bottom], name).to.satisfy((edges: number[]) =>
          [frame.left, frame.top, -frame.right, -frame.bottom].every(
            (edge, at) => edge <= (edges[at] ?? NaN) + 0.5,
          ),
        );
      }
    });
  }

  it('names each control as a part', async () => {
    await play();
    for (const name of ['play', 'seek-bar', 'volume', 'time'])
      expect(player.partsNamed(name), name).to.have.length(1);
  });

  it('puts what the page has before and after a control', async () => {
    await play('', '<button slot="before-time">One</button><button slot="after-time">Two</button>');
    const [time] = player.partsNamed('time');
    const [one, two] = player.element.querySelectorAll('button');
    const left = (element: Element | undefined) => element?.getBoundingClientRect().left ?? NaN;
    expect(left(one)).to.be.lessThan(left(time));
    expect(left(time)).to.be.lessThan(left(two));
  });
});
