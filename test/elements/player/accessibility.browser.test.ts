import { expect } from 'chai';
import { axeViolations } from '../../support/elements/axe.ts';
import { FILMS, PlayerHarness, until } from '../../support/elements/player-harness.ts';
import { words } from '../../support/words.ts';

describe('<vh-player> for everybody', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const violations = () => axeViolations(player.element);

  it('has no axe violations before playback', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" poster="${FILMS.poster}" heading="Dusk" muted`);
    expect(await violations()).to.deep.equal([]);
  });

  it('has no axe violations while it plays and while it is paused', async () => {
    // The check takes longer than the film where a machine is busy.
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted loop`);
    await player.element.play();
    await until(() => player.has(words('player.captions')));
    expect(await violations()).to.deep.equal([]);
    player.element.pause();
    await until(() => player.has(words('player.play')));
    expect(await violations()).to.deep.equal([]);
  });

  it('has no axe violations after a failure', async () => {
    player = await PlayerHarness.create(`src="${FILMS.gone}" preload="auto"`);
    await until(() => player.message !== undefined);
    expect(await violations()).to.deep.equal([]);
  });

  it('can be hit by any finger', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
    await player.element.play();
    await until(() => player.has(words('player.captions')));
    // The slider is for pointers that hover; a finger has its own buttons for that.
    const volume = matchMedia('(hover: hover)').matches ? [words('player.volume')] : [];
    for (const name of [
      words('player.pause'),
      words('player.unmute'),
      words('player.seek'),
      words('player.captions'),
      words('player.fullscreen'),
      ...volume,
    ]) {
      const { width, height } = player.control(name).getBoundingClientRect();
      expect(Math.min(width, height), name).to.be.at.least(40);
    }
  });
});
