import { expect } from 'chai';
import type { Playback } from '../../../../../src/core/wire/playback.ts';
import { FILMS, next, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const captions = ['en', 'de'].map((language) => ({
  ...{ src: `/media/hls/captions/${language}.vtt`, language, label: language, default: false },
}));
const playback: Playback = {
  ...{ kind: 'video', id: 'a', state: 'playable', hls: FILMS.hls, playlists: [], captions, chapters: [] },
};

describe('<vh-player> controls', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const play = async (attributes: string, prepare?: (element: PlayerHarness['element']) => void) => {
    player = await PlayerHarness.create(`muted ${attributes}`, prepare);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };

  it('play and pause, by button and by a click on the picture', async () => {
    await play(`src="${FILMS.mp4}"`);
    // WebKitGTK plays on by itself when it is paused before its pipeline has settled.
    await player.untilPlayed(0.8);
    player.control(words('player.pause')).click();
    await until(() => player.element.paused && player.has(words('player.play')));
    player.control(words('player.play')).click();
    await until(() => !player.element.paused);
    player.clickPicture();
    await until(() => player.element.paused);
  });

  it('seek, and say where in words', async () => {
    await play(`src="${FILMS.hls}"`);
    const paused = next(player.element, 'pause');
    player.element.pause();
    await paused;
    player.slide(words('player.seek'), 5);
    await next(player.element, 'seeked');
    // To the second: WebKitGTK may leave out the sound of a segment's beginning, and then it begins a little later.
    expect(Math.floor(player.element.currentTime)).to.equal(5);
    await until(
      () =>
        player.control(words('player.seek')).getAttribute('aria-valuetext') ===
        words('player.position', { time: '0:05', duration: '0:08' }),
    );
    player.press('ArrowLeft', words('player.seek'));
    await until(() => player.element.currentTime === 0);
  });

  it('change the volume, and silence', async () => {
    await play(`src="${FILMS.mp4}"`);
    player.control(words('player.unmute')).click();
    await until(() => player.has(words('player.mute')));
    player.slide(words('player.volume'), 0.4);
    // WebKit keeps it in fewer digits.
    expect(player.element.volume).to.be.closeTo(0.4, 1e-6);
    player.slide(words('player.volume'), 0);
    await until(() => player.has(words('player.unmute')));
    player.control(words('player.unmute')).click();
    expect(player.element.volume).to.be.greaterThan(0);
    expect(player.element.muted).to.equal(false);
    player.element.muted = true;
  });

  it('show the captions of the playback, each once, and the last language again', async () => {
    await play('', (element) => (element.playback = playback));
    expect([...player.element.textTracks].map(({ language }) => language)).to.deep.equal(['en', 'de']);
    await until(() => player.has(words('player.captions')));
    const showing = () => [...player.element.textTracks].find(({ mode }) => mode === 'showing')?.language;
    expect(player.control(words('player.captions')).getAttribute('aria-pressed')).to.equal('false');
    player.control(words('player.captions')).click();
    expect(showing()).to.equal('en');
    await until(() => player.control(words('player.captions')).getAttribute('aria-pressed') === 'true');
    const [english, german] = player.element.textTracks;
    if (english) english.mode = 'disabled';
    if (german) german.mode = 'showing';
    player.press('c');
    expect(showing()).to.equal(undefined);
    player.press('c');
    expect(showing()).to.equal('de');
    await until(() => german?.cues?.length === 4);
  });

  it('show the captions of the stream', async () => {
    await play(`src="${FILMS.hls}"`);
    await until(() => player.element.textTracks.length === 2);
    const track = [...player.element.textTracks].find(({ language }) => language === 'de');
    if (track) track.mode = 'showing';
    await until(() => track?.cues?.length === 4);
    expect((track?.cues?.[0] as VTTCue).text).to.equal('Die Sonne geht unter.');
  });

  it('obey the keyboard, and leave other keys to others', async () => {
    await play(`src="${FILMS.hls}"`);
    player.press('k');
    await until(() => player.element.paused);
    player.press('End');
    await until(() => player.element.currentTime > 7.5);
    player.press('Home');
    await until(() => player.element.currentTime === 0);
    player.press('ArrowRight');
    await until(() => player.element.currentTime === 5);
    player.press('5');
    await until(() => Math.abs(player.element.currentTime - 4) < 0.1);
    player.press('m');
    await until(() => !player.element.muted);
    player.press('ArrowDown');
    expect(player.element.volume).to.be.closeTo(0.9, 0.01);
    player.press('m');
    const { volume } = player.element;
    expect(player.press('ArrowUp', words('player.volume')).defaultPrevented).to.equal(false);
    expect(player.element.volume).to.equal(volume);
    await until(() => player.has(words('player.play')));
    expect(player.press(' ', words('player.play')).defaultPrevented).to.equal(false);
    const child = document.createElement('button');
    player.element.append(child);
    const event = new KeyboardEvent('keydown', { key: 'k', bubbles: true, composed: true, cancelable: true });
    child.dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(false);
  });

  it('speak the language of the page', async () => {
    player = await PlayerHarness.create(
      `<div lang="de-AT"><vh-player src="${FILMS.mp4}" heading="X"></vh-player></div>`,
    );
    await until(() => player.bigButton?.getAttribute('aria-label') === 'X abspielen');
  });
});
