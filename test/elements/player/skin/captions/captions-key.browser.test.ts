import { expect } from 'chai';
import type { Playback } from '../../../../../src/core/wire/playback.ts';
import '../../../../../src/define/vh-captions-picker.ts';
import { CaptionsPickerHarness } from '../../../support/captions-picker-harness.ts';
import { PlayerHarness, FILMS, until } from '../../../../support/elements/player-harness.ts';

const captions = ['en', 'de', 'fr'].map((language) => ({
  ...{ src: `/media/hls/captions/en.vtt`, language, label: language, default: false },
}));
const playback: Playback = {
  ...{ kind: 'video', id: 'a', state: 'playable', hls: FILMS.hls, playlists: [], captions, chapters: [] },
};
const KEPT = 'vh-captions';

describe('<vh-player> and the captions that a viewer prefers', () => {
  let player: PlayerHarness;
  beforeEach(() => localStorage.removeItem(KEPT));
  afterEach(() => {
    player.remove();
    localStorage.removeItem(KEPT);
  });

  const play = async (markup = '<vh-player muted></vh-player>') => {
    player = await PlayerHarness.create(markup, (element) => (element.playback = playback), 'another');
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls && player.element.textTracks.length === 3);
  };
  const showing = () => [...player.element.textTracks].find(({ mode }) => mode === 'showing')?.language;
  /** Another visit: nothing is left but what the browser keeps. */
  const comeBack = async () => {
    player.remove();
    await play();
  };

  it('shows the choice of an earlier visit', async () => {
    localStorage.setItem(KEPT, '{"language":"de"}');
    await play();
    await until(() => showing() === 'de');
  });

  it('keeps what the c key chose, on and off', async () => {
    await play();
    player.press('c');
    const first = showing();
    expect(first).to.be.a('string');
    await comeBack();
    await until(() => showing() === first);
    player.press('c');
    expect(showing()).to.equal(undefined);
    await comeBack();
    await until(() => player.has('Captions'));
    expect(showing()).to.equal(undefined);
  });

  it('turns on, by the c key, the language that was on before, also on another visit', async () => {
    localStorage.setItem(KEPT, '{"language":"fr"}');
    await play();
    await until(() => showing() === 'fr');
    player.press('c');
    expect(showing()).to.equal(undefined);
    await comeBack();
    player.press('c');
    expect(showing()).to.equal('fr');
  });

  it('is of one mind with a picker in its bar', async () => {
    await play('<vh-player muted><vh-captions-picker slot="captions"></vh-captions-picker></vh-player>');
    const element = player.element.querySelector('vh-captions-picker');
    if (!element) throw new TypeError('The player has lost its picker.');
    const picker = new CaptionsPickerHarness(element);
    await until(() => !picker.button.disabled);
    await picker.pick('fr');
    expect(showing()).to.equal('fr');
    player.press('c');
    expect(showing()).to.equal(undefined);
    await until(() => picker.label === 'Off');
    player.press('c');
    await until(() => element.value === 'fr' && showing() === 'fr');
  });
});
