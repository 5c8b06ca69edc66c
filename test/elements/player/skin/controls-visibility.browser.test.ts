import { expect } from 'chai';
import { CaptionsPickerHarness } from '../../../support/captions-picker-harness.ts';
import { FILMS, PlayerHarness, until } from '../../../support/player-harness.ts';
import { words } from '../../../support/words.ts';
import '../../../../src/define/vh-captions-picker.ts';

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

  it('as long as something is held', async () => {
    await play();
    point('pointerdown', 'mouse', 1);
    // Longer than it waits for a viewer who does nothing.
    await player.until(() => player.element.currentTime > 3.5);
    expect(await isShownNow()).to.equal(true);
    point('pointerup', 'mouse');
    await until(() => !isShown());
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
