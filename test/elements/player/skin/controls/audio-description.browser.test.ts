import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { FakeSpeech, fakeSpeech } from '../../../../support/elements/fake-speech.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const NAME = words('player.audioDescription');
const described = `src="/media/hls/described.m3u8"`;
const texts = '<track kind="descriptions" srclang="en" src="/media/descriptions/en.vtt">';

describe('<vh-player> audio description', () => {
  let player: PlayerHarness;
  let giveBack = () => {};
  afterEach(() => {
    player.remove();
    giveBack();
  });

  const isOn = () => player.control(NAME).getAttribute('aria-pressed') === 'true';
  const heard = () => [...(player.element.audioTracks ?? [])].find(({ enabled }) => enabled)?.label;
  const begin = async (markup: string, speech?: FakeSpeech, visit?: 'another') => {
    if (speech) giveBack = fakeSpeech(speech);
    player = await PlayerHarness.create(markup, undefined, visit);
    await player.element.play();
    await until(() => player.has(NAME));
  };

  it('is one key away, also from the list of tracks, and stays on for the next visit', async () => {
    await begin(`<vh-player muted ${described}></vh-player>`);
    await until(() => heard() === 'English');
    expect(isOn()).to.equal(false);
    expect(await axeViolations(player.element)).to.deep.equal([]);
    const { width, height } = player.control(NAME).getBoundingClientRect();
    expect(Math.min(width, height)).to.be.at.least(40);
    expect(player.press('d').defaultPrevented).to.equal(true);
    await until(() => player.shows(words('player.audioDescriptionNow', { name: words('player.on') })));
    await until(() => isOn() && heard() === 'Described');
    player.remove();
    await begin(`<vh-player muted ${described}></vh-player>`, undefined, 'another');
    await until(() => isOn() && heard() === 'Described');
    player.control(NAME).click();
    await until(() => !isOn() && heard() === 'English');
  });

  it('takes the words of a stream for a description and no captions, and its list for chapters', async () => {
    await begin(`<vh-player muted ${described}></vh-player>`);
    expect(player.has(words('player.captions'))).to.equal(false);
    expect([...player.element.textTracks].map(({ kind }) => kind)).to.include('descriptions');
    await until(() => player.element.chapters.length === 2);
    expect(player.element.chapters.map(({ title }) => title)).to.deep.equal(['Dusk & <b>mist</b>', 'Night']);
  });

  it('reads a text aloud; the video waits for it without a pause event', async () => {
    const speech = new FakeSpeech();
    const reported: string[] = [];
    await begin(`<vh-player src="${FILMS.hls}">${texts}</vh-player>`, speech);
    const { element } = player;
    for (const type of ['pause', 'ratechange', 'volumechange'])
      element.addEventListener(type, () => reported.push(type));
    player.control(NAME).click();
    await until(() => speech.texts[0] === 'A hill in the evening.');
    expect(element.media.volume).to.be.below(0.5);
    await until(() => element.media.playbackRate === 0);
    const { currentTime } = element;
    expect(currentTime).to.be.within(1, 2.5);
    expect(element.paused).to.equal(false);
    expect(player.has(words('player.pause'))).to.equal(true);
    speech.report('end');
    await until(() => element.media.playbackRate === 1 && element.currentTime > currentTime + 0.3);
    expect([element.media.volume, reported]).to.deep.equal([1, []]);
  });

  it('gives the words to screen readers when there is no voice', async () => {
    const speech = new FakeSpeech();
    speech.voices = speech.voices.filter(({ lang }) => lang !== 'en-US');
    await begin(`<vh-player muted src="${FILMS.hls}">${texts}</vh-player>`, speech);
    player.control(NAME).click();
    await until(() => player.statuses.includes('A hill in the evening.'));
    expect(speech.texts).to.deep.equal([]);
  });

  it('is absent without a description, or when the page has disabled it', async () => {
    player = await PlayerHarness.create(`<vh-player muted src="${FILMS.hls}"></vh-player>`);
    await player.element.play();
    await until(() => player.has(words('player.captions')));
    expect(player.has(NAME)).to.equal(false);
    expect(player.press('d').defaultPrevented).to.equal(false);
    player.remove();
    player = await PlayerHarness.create(
      `<vh-player muted src="${FILMS.hls}" without-audio-description>${texts}</vh-player>`,
    );
    await player.element.play();
    await until(() => player.has(words('player.captions')));
    expect(player.has(NAME)).to.equal(false);
  });
});
