import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import { FILMS, litWarnings, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { waveFile } from '../support/wave-file.ts';
import { words } from '../../../support/words.ts';

const SOUND = '/media/hls/apart/audio/index.m3u8';

describe('<vh-player> with sound and no picture', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const isAudio = () => player.element.matches(':state(audio)');
  const height = () => player.element.getBoundingClientRect().height;
  const play = async (attributes: string) => {
    player = await PlayerHarness.create(`muted loop ${attributes}`);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  /** A mouse that leaves hides the controls of a film at once. */
  const leave = async () => {
    for (const type of ['pointermove', 'pointerleave'])
      player.element.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse' }));
    await player.element.updateComplete;
  };

  it('leaves out the controls that act on a picture', async () => {
    await play(`src="${SOUND}"`);
    await until(isAudio);
    await leave();
    expect(player.element.matches(':state(controls)')).to.equal(true);
    expect(player.has(words('player.pause'))).to.equal(true);
    for (const name of ['player.fullscreen', 'player.pictureInPicture'] as const)
      expect(player.has(words(name)), name).to.equal(false);
    player.press('f');
    expect(document.fullscreenElement).to.equal(null);
    expect(height(), 'the room that the page gave it').to.equal(360);
  });

  it('knows a film from it', async () => {
    await play(`src="${FILMS.hls}"`);
    await until(() => player.element.videoWidth > 0);
    await leave();
    expect(isAudio()).to.equal(false);
    await until(() => !player.element.matches(':state(controls)'));
    expect(player.has(words('player.fullscreen'))).to.equal(true);
  });

  it('takes the look off when a film comes, and puts it on again', async () => {
    await play(`src="${waveFile(3)}"`);
    await until(isAudio);
    player.element.src = FILMS.mp4;
    await player.element.play();
    await until(() => !isAudio());
    await until(() => player.has(words('player.fullscreen')));
    player.element.src = SOUND;
    await player.element.play();
    await until(isAudio);
  });

  it('is as low as its controls where the page says so, before anything is loaded', async () => {
    player = await PlayerHarness.create(`audio load="intent" heading="Dusk" src="${waveFile(3)}" muted`);
    expect(height()).to.equal(136);
    expect(player.bigButton?.checkVisibility()).to.equal(true);
    await player.element.play();
    await until(() => player.element.matches(':state(low)'));
    expect(height()).to.equal(136);
    for (const name of ['player.pause', 'player.seek', 'player.settings'] as const) {
      const { top, bottom } = player.control(words(name)).getBoundingClientRect();
      const box = player.element.getBoundingClientRect();
      expect(top >= box.top && bottom <= box.bottom, name).to.equal(true);
    }
    expect(await axeViolations(player.element)).to.deep.equal([]);
    expect(litWarnings().filter((text) => text.includes('change-in-update'))).to.deep.equal([]);
  });

  for (const [name, attributes, tall] of [
    ['an address that ends in .mp3', 'src="/media/gone.mp3"', 136],
    ['an address that ends in .m4a', 'src="/media/gone.m4a"', 136],
    ['a poster', `src="/media/gone.m4a" poster="${FILMS.poster}"`, 360],
    ['a film', `src="${FILMS.mp4}"`, 360],
  ] as const) {
    it(`is ${tall} px high with ${name}`, async () => {
      player = await PlayerHarness.create(`load="intent" ${attributes}`);
      expect(height()).to.equal(tall);
    });
  }

  it('says why it cannot be played, within its height', async () => {
    player = await PlayerHarness.create('src="/media/gone.mp3" preload="auto"');
    await until(() => player.message !== undefined && player.element.matches(':state(low)'));
    const box = player.element.getBoundingClientRect();
    const inside = () => {
      const { top, bottom } = player.control(words('player.retry')).getBoundingClientRect();
      return top >= box.top && bottom <= box.bottom;
    };
    await until(inside);
  });

  it('names its renditions by their bitrates', async () => {
    const address = (name: string) => new URL(`${SOUND}?${name}`, location.href).href;
    const one = (bits: number) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${bits},CODECS="mp4a.40.2"\n${address(String(bits))}\n`;
    const text = `#EXTM3U\n#EXT-X-VERSION:7\n${one(64_000)}${one(128_000)}`;
    const master = URL.createObjectURL(new Blob([text], { type: 'application/vnd.apple.mpegurl' }));
    player = await PlayerHarness.create(
      `<vh-player muted loop><source src="${master}" type="application/vnd.apple.mpegurl"></vh-player>`,
    );
    await player.element.play();
    await until(() => player.element.qualities.length === 2 && player.hasControls);
    await player.openSettings(words('player.quality'));
    expect(player.menu).to.include.members(['128 kbit/s', '64 kbit/s']);
  });
});
