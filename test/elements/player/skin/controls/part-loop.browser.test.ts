import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> repeats a part', () => {
  let player: PlayerHarness;
  beforeEach(async () => {
    player = await PlayerHarness.create(`src="${FILMS.long}" muted`);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.has(words('player.settings')) && player.has(words('player.seek')));
    player.element.pause();
  });
  afterEach(() => player.remove());

  const seek = async (seconds: number) => {
    const there = next(player.element, 'seeked');
    player.element.currentTime = seconds;
    await there;
  };
  const choose = async () => {
    await seek(6);
    player.press('r');
    await until(() => player.notice === words('player.repeatFrom', { time: '0:06' }));
    await seek(3);
    player.press('r');
    await until(() => player.notice === words('player.repeatsPart', { from: '0:03', to: '0:06' }));
  };

  it('over and over, and shows it on the seek bar', async () => {
    await choose();
    await until(() => player.element.currentTime === 3);
    const [from = 0, to = 0] = player.repeated ?? [];
    expect(from).to.be.closeTo(3 / 24, 0.02);
    expect(to).to.be.closeTo(6 / 24, 0.02);
    await seek(5.5);
    await player.element.play();
    await until(() => player.element.currentTime >= 3 && player.element.currentTime < 5);
    await until(() => player.element.currentTime > 3.2);
    player.press('r');
    await until(() => player.notice === words('player.repeatEnd'));
    await until(() => player.repeated === undefined);
    await seek(5.8);
    await player.untilPlayed(6.5);
  });

  it('but does not bring back a viewer who goes elsewhere', async () => {
    await choose();
    await seek(12);
    await player.element.play();
    await player.untilPlayed(12.6);
  });

  it('by the settings, too', async () => {
    await seek(2);
    const open = () => player.openSettings();
    await open();
    player.menuItem(words('player.repeatFrom', { time: '0:02' })).click();
    await until(() => player.menu.length === 0);
    await seek(4);
    await open();
    player.menuItem(words('player.repeatTo', { time: '0:04' })).click();
    await until(() => player.repeated !== undefined && player.element.currentTime === 2);
    await open();
    player.menuItem(words('player.repeatEnd')).click();
    await until(() => player.repeated === undefined);
  });
});
