import { sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';
import '../../../../../src/define/vh-captions-picker.ts';
import { CaptionsPickerHarness } from '../../../support/captions-picker-harness.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

describe('a click on the picture of a <vh-player> with an open menu', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  const play = async (content = '') => {
    player = await PlayerHarness.create(`<vh-player muted loop src="${FILMS.hls}">${content}</vh-player>`);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.has(words('player.settings')));
  };
  /** Beside the menu, where nothing but the picture is. */
  const click = () => {
    const { left, top } = player.element.getBoundingClientRect();
    return sendMouse({ type: 'click', position: [Math.round(left + 40), Math.round(top + 120)] });
  };
  /** So long after a click, playback would have stopped. */
  const playsOn = async () => {
    const events: string[] = [];
    const note = ({ type }: Event) => events.push(type);
    player.element.addEventListener('pause', note);
    let seconds = 0;
    let before = player.element.currentTime;
    await until(() => {
      const { currentTime } = player.element;
      seconds += Math.max(currentTime - before, 0);
      before = currentTime;
      return seconds > 0.8 || events.length > 0;
    });
    player.element.removeEventListener('pause', note);
    expect(events).to.deep.equal([]);
  };

  it('closes the settings, and does nothing else', async () => {
    await play();
    await player.openSettings();
    // A menu reaches out of the picture: the page's own text would shine through.
    expect(player.menuGround).to.equal('rgb(22, 24, 29)');
    await click();
    await until(() => player.menu.length === 0);
    await playsOn();
    await click();
    await until(() => player.element.paused);
  });

  it('closes the menu of a picker in the bar, and does nothing else', async () => {
    await play('<vh-captions-picker slot="captions"></vh-captions-picker>');
    const element = player.element.querySelector('vh-captions-picker');
    if (!element) throw new TypeError('The player has no picker.');
    const picker = new CaptionsPickerHarness(element);
    await until(() => player.element.textTracks.length > 1);
    await picker.open();
    await click();
    await until(() => !picker.isOpen);
    await playsOn();
  });
});
