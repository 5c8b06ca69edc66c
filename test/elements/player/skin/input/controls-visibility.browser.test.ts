import { expect } from 'chai';
import { CaptionsPickerHarness } from '../../../support/captions-picker-harness.ts';
import { FILMS, next, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { HeldTimers } from '../../../../support/held-timers.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';
import '../../../../../src/define/vh-captions-picker.ts';

describe('<vh-player> shows its controls', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const play = async (markup = `<vh-player muted loop src="${FILMS.mp4}"></vh-player>`) => {
    player = await PlayerHarness.create(markup);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  const point = (type: string, pointerType: string, buttons = 0) => {
    player.element.dispatchEvent(new PointerEvent(type, { pointerType, buttons }));
  };
  const tap = (part: number) => {
    for (const type of ['pointerdown', 'pointerup', 'pointerleave'])
      player.pointAtPicture(type, { pointerType: 'touch' }, part);
    player.pointAtPicture('click', { pointerType: 'touch' }, part);
  };
  const playButton = () => player.control(words(player.element.paused ? 'player.play' : 'player.pause'));
  /** Waits until the film has played for so long. */
  const played = async (seconds: number, why: string) => {
    player.element.currentTime = 0;
    await until(
      () => player.element.currentTime > seconds,
      () => why,
    );
  };
  const isShown = () => player.element.matches(':state(controls)');
  /** What an update would make of it. */
  const isShownNow = async () => {
    player.element.requestUpdate();
    await player.element.updateComplete;
    return isShown();
  };

  it('to a mouse that moves, until it leaves', async () => {
    await play();
    point('pointerleave', 'mouse');
    await until(() => !isShown());
    point('pointermove', 'mouse');
    await until(isShown);
    point('pointerleave', 'mouse');
    await until(() => !isShown());
  });

  it('to a pen as to a mouse; one that cannot hover leaves whenever it is lifted', async () => {
    await play();
    point('pointerleave', 'mouse');
    await until(() => !isShown());
    point('pointermove', 'pen');
    await until(isShown);
    point('pointerleave', 'pen');
    await until(() => !isShown());
    for (const type of ['pointerdown', 'pointerup', 'pointerleave']) point(type, 'pen');
    expect(await isShownNow()).to.equal(true);
  });

  it('to a finger, also when that is lifted', async () => {
    await play();
    point('pointerleave', 'mouse');
    await until(() => !isShown());
    point('pointerdown', 'touch', 1);
    expect(await isShownNow()).to.equal(false, 'it may become a scroll');
    point('pointerup', 'touch');
    point('pointerleave', 'touch');
    expect(await isShownNow()).to.equal(true);
  });

  it('and takes no pointer while they are hidden', async () => {
    await play();
    expect(getComputedStyle(player.control(words('player.pause'))).pointerEvents).to.equal('auto');
    point('pointerleave', 'mouse');
    await until(() => !isShown());
    for (const name of [words('player.pause'), words('player.seek'), words('player.fullscreen')]) {
      if (player.has(name))
        expect(getComputedStyle(player.control(name)).pointerEvents).to.equal('none', name);
    }
  });

  describe('to a viewer who does nothing', () => {
    /** How long it waits for such a viewer; a test says when that is over. */
    let idle: HeldTimers;
    beforeEach(() => (idle = new HeldTimers(2500)));
    afterEach(() => idle.restore());

    const wait = async () => {
      await settled();
      idle.elapse();
      await settled();
    };

    it('as long as something is held', async () => {
      await play();
      point('pointerdown', 'mouse', 1);
      await wait();
      expect(await isShownNow()).to.equal(true);
      point('pointerup', 'mouse');
      await settled();
      expect(idle.size).to.equal(1);
      await wait();
      expect(isShown()).to.equal(false);
    });

    it('as long as a mouse rests on a control, or on their line, and no longer', async () => {
      await play();
      const over = (name: string, part: number) => {
        const { left, width, top, height } = player.control(name).getBoundingClientRect();
        const at = { clientX: left + width * part, clientY: top + height / 2 };
        const options = { pointerType: 'mouse', bubbles: true, composed: true, ...at };
        player.control(name).dispatchEvent(new PointerEvent('pointermove', options));
      };
      for (const [name, part] of [
        [words('player.seek'), 0.5],
        [words('player.settings'), 0.5],
        // Beside it, where the line has no control.
        [words('player.settings'), -2],
      ] as const) {
        over(name, part);
        await wait();
        expect(await isShownNow()).to.equal(true, `${name} ${part}`);
        expect(getComputedStyle(player.control(name)).pointerEvents).to.equal('auto');
      }
      player.pointAtPicture('pointermove', { pointerType: 'mouse' });
      await wait();
      expect(isShown()).to.equal(false);
    });
  });

  it('at a first tap, hides them at the second, and plays and pauses by the button alone', async () => {
    await play();
    point('pointerleave', 'mouse');
    await until(() => !isShown());
    let pauses = 0;
    player.element.addEventListener('pause', () => (pauses += 1));
    for (const part of [0.5, 0.1]) {
      tap(part);
      await until(isShown);
      // The taps are two, and no double tap.
      await until(() => !player.element.paused && getComputedStyle(playButton()).pointerEvents === 'auto');
      await played(0.4, 'longer than a double tap takes');
      tap(part);
      await until(() => !isShown());
    }
    expect(player.element.paused).to.equal(false);
    tap(0.5);
    await until(isShown);
    playButton().click();
    await until(() => pauses === 1);
    await settled();
    // Also of a paused video: the picture is to be seen without them.
    tap(0.5);
    await until(() => !isShown());
    expect(player.element.paused).to.equal(true);
    tap(0.5);
    await until(isShown);
    expect([player.element.paused, pauses]).to.deep.equal([true, 1]);
  });

  it('not for the event of a pause before the tap that hid them; for the next pause', async () => {
    await play();
    const { element } = player;
    const reported = next(element, 'pause');
    element.pause();
    // On a busy page a finger is sooner at the picture than the event of its tap on the button.
    tap(0.5);
    await reported;
    await settled();
    expect(await isShownNow()).to.equal(false);
    await element.play();
    expect(await isShownNow()).to.equal(false);
    element.pause();
    await until(isShown);
  });

  it('again once a paused video has played, also where the pause comes before the event of the start', async () => {
    await play();
    const { element } = player;
    const paused = next(element, 'pause');
    element.pause();
    await paused;
    tap(0.5);
    await until(() => !isShown());
    const again = next(element, 'pause');
    element.play().catch(() => {});
    element.pause();
    await again;
    await until(isShown);
  });

  it('as long as the menu of a control in a slot is open', async () => {
    await play(
      `<vh-player muted loop src="${FILMS.hls}"><vh-captions-picker slot="captions"></vh-captions-picker></vh-player>`,
    );
    const element = player.element.querySelector('vh-captions-picker');
    if (!element) throw new TypeError('The player has lost its picker.');
    const picker = new CaptionsPickerHarness(element);
    await until(() => !picker.button.disabled);
    await picker.open();
    await until(() => element.matches(':state(open)'));
    point('pointerleave', 'mouse');
    expect(await isShownNow()).to.equal(true);
    picker.button.click();
    await until(() => !element.matches(':state(open)'));
    await until(() => !isShown());
  });
});
