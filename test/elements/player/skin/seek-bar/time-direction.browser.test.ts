import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const TWO = [{ src: FILMS.hls }, { src: FILMS.long }];

describe('<vh-player> the direction of time', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const begin = async (direction: string, playlist?: typeof TWO) => {
    player = await PlayerHarness.create(
      `<div dir="${direction}"><vh-player muted src="${FILMS.long}"></vh-player></div>`,
      (element) => (element.playlist = playlist),
    );
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls);
  };
  const seek = async (seconds: number) => {
    const sought = next(player.element, 'seeked');
    player.element.currentTime = seconds;
    await sought;
  };
  const left = (name: string) => player.control(name).getBoundingClientRect().left;

  for (const direction of ['ltr', 'rtl']) {
    it(`is from left to right for keys, on buttons and on the seek bar, ${direction}`, async () => {
      await begin(direction);
      for (const on of [words('player.play'), words('player.seek'), undefined]) {
        await seek(10);
        player.press('ArrowRight', on);
        await until(() => player.element.currentTime === 15);
        player.press('ArrowLeft', on);
        await until(() => player.element.currentTime === 10);
      }
    });

    it(`is from left to right for buttons, and for their icons, ${direction}`, async () => {
      await begin(direction, TWO);
      await until(() => player.has(words('player.next')) && player.has(words('player.play')));
      const order = ['previous', 'play', 'next', 'skipBack', 'skipForward'] as const;
      const places = order.map((name) => left(words(`player.${name}`, { time: '10 seconds' })));
      expect(places).to.deep.equal([...places].sort((one, other) => one - other));
      for (const name of ['previous', 'next'] as const) {
        const icon = player.control(words(`player.${name}`)).querySelector('.icon');
        expect(icon && getComputedStyle(icon).scale).to.equal('none');
      }
      player.element.style.width = '320px';
      await until(() => left(words('player.previous')) < left(words('player.play')));
      expect(left(words('player.play'))).to.be.below(left(words('player.next')));
    });

    it(`is from left to right for a double tap, ${direction}`, async () => {
      await begin(direction);
      for (const [part, wanted] of [
        [0.9, 20],
        [0.1, 0],
      ] as const) {
        await seek(10);
        for (let tap = 0; tap < 2; tap++) {
          player.pointAtPicture('pointerdown', { pointerType: 'touch' }, part);
          player.pointAtPicture('pointerup', { pointerType: 'touch' }, part);
          player.pointAtPicture('click', {}, part);
        }
        await until(() => player.element.currentTime === wanted);
      }
    });
  }

  it('leaves the letters of the keys where they are on keyboards of other scripts', async () => {
    await begin('ltr');
    await seek(12);
    player.press('о', undefined, 'KeyJ');
    await until(() => player.element.currentTime === 2);
    player.press('Д', words('player.seek'), 'KeyL');
    await until(() => player.element.currentTime === 12);
    player.press('ь', undefined, 'KeyM');
    await until(() => !player.element.muted);
  });
});
