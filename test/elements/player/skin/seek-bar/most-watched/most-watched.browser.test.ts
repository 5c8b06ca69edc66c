import { expect } from 'chai';
import { axeViolations } from '../../../../../support/elements/axe.ts';
import { FILMS, PlayerHarness, until } from '../../../../../support/elements/player-harness.ts';
import { settled } from '../../../../../support/until.ts';
import { words } from '../../../../../support/words.ts';

/** The third of four places, and the film has 24 seconds. */
const HEAT = [0.2, 0.4, 1, 0];
const NAME = words('player.mostWatched', { time: '0:12' });

describe('<vh-player> most watched', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const begin = async (attributes = '', list?: unknown, direction = 'ltr', src: string = FILMS.long) => {
    const markup = `<div dir="${direction}"><vh-player muted src="${src}" ${attributes}></vh-player></div>`;
    player = await PlayerHarness.create(markup, (element) => {
      if (list !== undefined) Reflect.set(element, 'mostWatched', list);
    });
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls);
  };
  const curve = () => player.partsNamed('most-watched')[0];
  const isDrawn = () => curve() !== undefined;
  const boxOf = (part: string) => player.partsNamed(part)[0]?.getBoundingClientRect() ?? new DOMRect();
  /** True where the curve covers a place of the film, 0 to 1, up to a height, 0 to 1. */
  const covers = (place: number, height: number) => {
    const drawn = curve();
    const path = drawn?.querySelector('path');
    if (!(drawn instanceof SVGSVGElement) || !path) throw new TypeError('There is no curve.');
    const point = drawn.createSVGPoint();
    [point.x, point.y] = [place * 1000, (1 - height) * 100];
    return path.isPointInFill(point);
  };
  const isLoaded = () =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => name.includes('most-watched/most-watched.ts'));

  it('loads nothing for a player that is told nothing', async () => {
    performance.clearResourceTimings();
    await begin();
    await until(() => player.has(words('player.seek')));
    await settled();
    expect(isLoaded()).to.equal(false);
    expect(isDrawn()).to.equal(false);
    player.element.mostWatched = HEAT;
    await until(isDrawn);
    await until(isLoaded);
  });

  for (const direction of ['ltr', 'rtl'])
    it(`is a curve over the bar, along the time, with a name, ${direction}`, async () => {
      await begin('', HEAT, direction);
      await until(() => player.has(NAME));
      const [bar, drawn] = [boxOf('seek-bar'), boxOf('most-watched')];
      expect(drawn.left).to.be.closeTo(bar.left + 8, 1);
      expect(drawn.right).to.be.closeTo(bar.right - 8, 1);
      expect(drawn.bottom).to.be.below(bar.top + bar.height / 2);
      expect([0.1, 0.6, 0.95].map((place) => covers(place, 0.6))).to.deep.equal([false, true, false]);
      expect(covers(0.1, 0.1)).to.equal(true);
      expect(player.control(NAME).role).to.equal('img');
      expect(await axeViolations(player.element)).to.deep.equal([]);
      // The bar takes what is pressed there, as without it.
      const under = player.partsNamed('most-watched').map((part) => getComputedStyle(part).pointerEvents);
      expect(under).to.deep.equal(['none']);
    });

  it('comes from an attribute, has the colour of the page, follows another list, and goes with it', async () => {
    const style = document.createElement('style');
    style.textContent = 'vh-player::part(most-watched) { fill: rgb(1, 2, 3) }';
    document.head.append(style);
    await begin('most-watched="0 1 0 0"');
    await until(() => player.has(words('player.mostWatched', { time: '0:06' })));
    const drawn = curve();
    expect(drawn && getComputedStyle(drawn).fill).to.equal('rgb(1, 2, 3)');
    style.remove();
    player.element.mostWatched = HEAT;
    await until(() => player.has(NAME));
    player.element.removeAttribute('most-watched');
    player.element.mostWatched = undefined;
    await until(() => !isDrawn());
  });

  it('is nothing for what says nothing, and the player plays on', async () => {
    await begin('', HEAT);
    await until(() => player.has(NAME));
    for (const list of ['none', 7, {}, [], [1], [2, 2], [NaN, -1], ['<b>', null]]) {
      Reflect.set(player.element, 'mostWatched', list);
      await player.element.updateComplete;
      await until(() => !isDrawn());
    }
    const many = Array.from({ length: 100_000 }, (_, at) => (at === 50_100 ? 1e300 : at % 2 ? 1 : -Infinity));
    player.element.mostWatched = many;
    await until(() => player.has(NAME));
    expect(curve()?.innerHTML.length).to.be.below(10_000);
    player.element.setAttribute('most-watched', '1 <img> NaN 2 -3');
    await until(() => player.has(words('player.mostWatched', { time: '0:14' })));
  });

  it('is nothing over a live stream, which has no places', async () => {
    await begin('', HEAT, 'ltr', FILMS.live);
    await settled();
    expect(isDrawn()).to.equal(false);
  });
});
