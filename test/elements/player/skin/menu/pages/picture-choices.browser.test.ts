import { expect } from 'chai';
import { axeViolations } from '../../../../../support/elements/axe.ts';
import { cells } from '../../../../../support/division.ts';
import { FILMS, PlayerHarness, until } from '../../../../../support/elements/player-harness.ts';
import { words } from '../../../../../support/words.ts';

describe('<vh-player> settings of picture and sound', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.element.muted = true;
    player.remove();
    localStorage.removeItem('vh-player');
  });

  const play = async (
    style: string,
    attributes = '',
    visit: 'first' | 'another' = 'first',
    direction = 'ltr',
  ) => {
    const markup = `<div dir="${direction}"><vh-player muted src="${FILMS.hls}" style="${style}" ${attributes}></vh-player></div>`;
    player = await PlayerHarness.create(markup, undefined, visit);
    await player.element.play();
    await until(() => player.hasControls && player.element.videoWidth > 0);
  };
  const open = (page?: string) => player.openSettings(page);
  const rowOf = (name: string) => player.menu.find((text) => text.startsWith(name));
  const fit = () => getComputedStyle(player.element.media).objectFit;

  for (const direction of cells(['ltr', 'rtl']))
    it(`fills a player of another shape for a viewer who wants it, on another visit, too (${direction})`, async () => {
      const tall = 'width: 360px; aspect-ratio: 1';
      await play(tall, '', 'first', direction);
      expect(fit()).to.equal('contain');
      await open(words('player.fit'));
      await player.faded();
      expect(await axeViolations(player.element)).to.deep.equal([]);
      player.menuItem(words('player.fitFill')).click();
      await until(() => fit() === 'cover');
      await open();
      expect(rowOf(words('player.fit'))).to.equal(`${words('player.fit')}${words('player.fitFill')}`);
      player.remove();
      await play(tall, '', 'another', direction);
      expect(fit()).to.equal('cover');
      await open(words('player.fit'));
      player.menuItem(words('player.fitWhole')).click();
      await until(() => fit() === 'contain');
      player.remove();
      await play(tall, '', 'another', direction);
      expect(fit()).to.equal('contain');
    });

  it('offers that in no player of the picture’s own shape, and not with without-fit', async () => {
    await play('width: 640px; aspect-ratio: 16 / 9');
    await until(() => player.element.media.classList.contains('nearly'));
    await open();
    expect(rowOf(words('player.fit'))).to.equal(undefined);
    player.remove();
    await play('width: 360px; aspect-ratio: 1', 'without-fit');
    await open();
    expect(rowOf(words('player.speed'))).not.to.equal(undefined);
    expect(rowOf(words('player.fit'))).to.equal(undefined);
  });

  it('has the volume where the bar has no room for it, and keeps it', async () => {
    await play('width: 320px');
    await open(words('player.volume'));
    const [, ...levels] = player.menu;
    expect(levels).to.deep.equal(['100%', '80%', '60%', '40%', '20%', words('player.muted')]);
    expect(player.menuItem(words('player.muted')).ariaChecked).to.equal('true');
    await player.faded();
    expect(await axeViolations(player.element)).to.deep.equal([]);
    player.menuItem('40%').click();
    await until(() => !player.element.muted && Math.abs(player.element.volume - 0.4) < 1e-6);
    expect(JSON.parse(localStorage.getItem('vh-player') ?? '')).to.include({ volume: 0.4, muted: false });
    await open();
    expect(rowOf(words('player.volume'))).to.equal(`${words('player.volume')}40%`);
    player.menuItem(rowOf(words('player.volume')) ?? '').click();
    await until(() => player.menu.length === 7);
    player.menuItem(words('player.muted')).click();
    await until(() => player.element.muted);
    expect(player.element.volume).to.be.closeTo(0.4, 1e-6);
  });

  it('has none where the bar has its slider, and none with without-volume', async () => {
    if (matchMedia('(hover: hover)').matches) {
      await play('width: 640px');
      await open();
      expect(rowOf(words('player.volume'))).to.equal(undefined);
      player.remove();
    }
    await play('width: 320px', 'without-volume');
    await open();
    expect(rowOf(words('player.volume'))).to.equal(undefined);
  });
});
