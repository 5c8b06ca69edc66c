import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

/** Whether it comes true in the present task: microtasks go before any other one. */
async function comesInThisTask(isTrue: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 1_000 && !isTrue(); turn++) await Promise.resolve();
  return isTrue();
}

describe('<vh-player> draws its controls', () => {
  const own = Intl.NumberFormat;
  let player: PlayerHarness;
  afterEach(() => {
    Intl.NumberFormat = own;
    player.remove();
  });
  /** Calls back at each format that is made while the controls come. */
  const start = async (lang: string, made: () => void) => {
    player = await PlayerHarness.create(`muted lang="${lang}" src="${FILMS.mp4}"`);
    Intl.NumberFormat = class extends own {
      constructor(...options: ConstructorParameters<typeof own>) {
        super(...options);
        made();
      }
    } as typeof own;
    await player.element.play();
    await until(() => player.hasControls);
    await settled();
  };

  it("without the browser's data for numbers", async () => {
    let formats = 0;
    await start('en-GB', () => (formats += 1));
    await until(() => player.has(words('player.skipBack', { time: '10 seconds' })));
    expect(player.control(words('player.volume')).getAttribute('aria-valuetext')).to.equal('0%');
    expect(formats).to.equal(0);
  });

  it('in another task than that in which the browser reads them, in a language with digits of its own', async () => {
    let areDrawnWithIt: Promise<boolean> | undefined;
    await start('fa', () => {
      areDrawnWithIt ??= comesInThisTask(() => player.hasControls);
    });
    await until(() => player.has(words('player.skipBack', { time: '۱۰ seconds' })));
    expect(await areDrawnWithIt).to.equal(false);
  });
});

describe('<vh-player> draws the time', () => {
  let player: PlayerHarness;
  let at: number;
  afterEach(() => player.remove());

  // Media whose clock the test turns: those of a busy machine wait, and play again, between two of its moments.
  beforeEach(async () => {
    player = await PlayerHarness.create(`muted src="${FILMS.mp4}"`);
    const { element } = player;
    await element.play();
    await until(() => player.hasControls && element.currentTime > 0);
    const pauses = next(element.media, 'pause');
    element.pause();
    await pauses;
    at = 0;
    Object.defineProperties(element.media, { paused: { get: () => false }, currentTime: { get: () => at } });
    await settled();
  });

  const isShown = () => player.element.matches(':state(controls)');
  const point = (type: string) =>
    player.element.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse' }));
  const hide = async () => {
    point('pointerleave');
    await until(() => !isShown());
    await settled();
  };
  const pass = async (seconds: number) => {
    at = seconds;
    player.element.media.dispatchEvent(new Event('timeupdate'));
    await settled();
  };
  const said = () => player.control(words('player.seek')).getAttribute('aria-valuetext');

  it('where it is seen: hidden controls are neither drawn nor measured, and say it each second', async () => {
    await hide();
    const changesOf = player.watchDrawing('aria-valuetext');
    let measures = 0;
    const own = Object.getOwnPropertyDescriptor(Element.prototype, 'getBoundingClientRect') ?? {};
    const measure = own.value as (this: Element) => DOMRect;
    Element.prototype.getBoundingClientRect = function () {
      measures += 1;
      return measure.call(this);
    };
    try {
      for (const [seconds, time] of [
        [1.1, '0:01'],
        [1.9, '0:01'],
        [2, '0:02'],
      ] as const) {
        await pass(seconds);
        expect(said()).to.contain(time);
      }
      expect(changesOf()).to.deep.equal([]);
      expect(measures).to.equal(0);
    } finally {
      Object.defineProperty(Element.prototype, 'getBoundingClientRect', own);
    }
  });

  it('at once when the controls come back', async () => {
    await hide();
    await pass(2.5);
    point('pointermove');
    await player.element.updateComplete;
    expect(player.shows('0:02')).to.equal(true);
  });

  it('as often as it differs while they are shown, without measuring', async () => {
    point('pointermove');
    await settled();
    await pass(1);
    expect([player.shows('0:01'), said()?.slice(0, 4)]).to.deep.equal([true, '0:01']);
    for (const [seconds, isSeen] of [
      [1.0001, false],
      [1.5, true],
      [1.5001, false],
      [2.1, true],
    ] as const) {
      const changesOf = player.watchDrawing('');
      await pass(seconds);
      expect(changesOf().length > 0, String(seconds)).to.equal(isSeen);
    }
    expect(player.shows('0:02')).to.equal(true);
  });

  it('by the bar, the clock and what is said alone: the rest of the controls is not drawn again', async () => {
    point('pointermove');
    await pass(1);
    let draws = 0;
    // Each whole drawing asks what it is called.
    Object.defineProperty(player.element, 'heading', {
      get: () => {
        draws += 1;
        return undefined;
      },
    });
    const changesOf = player.watchDrawing('aria-valuetext');
    await pass(2.1);
    expect(player.shows('0:02')).to.equal(true);
    expect(said()).to.contain('0:02');
    const changes = changesOf();
    expect(draws).to.equal(0);
    expect(new Set(changes)).to.deep.equal(new Set(['attributes of DIV style', 'childList of SPAN ']));
    // The rail, with what is played and perhaps buffered, and the clock.
    expect(changes.length).to.be.within(2, 3);
  });

  it('and hides with a focus that goes elsewhere, which no event says', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    player.control(words('player.seek')).focus();
    point('pointerleave');
    await settled();
    expect(isShown()).to.equal(true, 'as long as a control has the focus');
    button.focus();
    await pass(1);
    await until(() => !isShown());
    button.remove();
  });
});
