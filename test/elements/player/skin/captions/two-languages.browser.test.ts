import { expect } from 'chai';
import { PlayerHarness, until } from '../../../../support/elements/player-harness.ts';

/** Twelve segments, each with a cue that says its number. */
const LONG = '/media/long/subtitled.m3u8';
const LIVE = '/media/live/subtitled.m3u8';

describe('<vh-player> with two languages of one stream', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  const begin = async (src: string) => {
    player = await PlayerHarness.create(`<vh-player muted src="${src}"></vh-player>`);
    await player.element.play();
    await until(() => player.element.textTracks.length >= 2);
  };
  const trackOf = (language: string) =>
    [...player.element.textTracks].find((track) => track.language === language);
  const show = (...languages: string[]) => {
    for (const track of player.element.textTracks)
      track.mode = languages.includes(track.language) ? 'showing' : 'disabled';
  };
  const active = (language: string) =>
    Array.from(trackOf(language)?.activeCues ?? [], (cue) => (cue as VTTCue).text);
  const starts = (language: string) =>
    Array.from(trackOf(language)?.cues ?? [], ({ startTime }) => Math.round(startTime));

  it('has the cues of both, each at its time, and of a third when that is wanted', async () => {
    await begin(LONG);
    show('en', 'de');
    const all = Array.from({ length: 12 }, (_, at) => at * 2);
    const both = () => [starts('en'), starts('de')];
    await until(() => active('en').join() === 'en 0' && active('de').join() === 'de 0', both);
    player.element.pause();
    player.element.currentTime = 15;
    await until(() => active('en').join() === 'en 7' && active('de').join() === 'de 7', both);
    await until(() => both().every((of) => of.includes(22)), both);
    for (const of of both()) expect(of).to.deep.equal(all.filter((start) => of.includes(start)));
    expect(trackOf('fr')?.cues?.length ?? 0).to.equal(0);
    show('en', 'de', 'fr');
    await until(() => active('fr').join() === 'fr 7');
  });

  it('has the cues of both where each file is encrypted', async () => {
    await begin('/media/long/encrypted.m3u8');
    show('en', 'de');
    const both = () => [starts('en'), starts('de')];
    await until(() => active('en').join() === 'en 0' && active('de').join() === 'de 0', both);
    player.element.pause();
    player.element.currentTime = 15;
    await until(() => active('en').join() === 'en 7' && active('de').join() === 'de 7', both);
  });

  for (const [name, src] of [
    ['a live stream', LIVE],
    ['an encrypted live stream', '/media/live/encrypted.m3u8'],
  ] as const)
    it(`keeps both languages of ${name}`, async () => {
      await begin(src);
      show('en', 'de');
      const now = () => /^en (\d+)$/.exec(active('en').join())?.[1];
      const isBoth = () => now() !== undefined && active('de').join() === `de ${now() ?? ''}`;
      await until(isBoth, () => [active('en'), active('de'), starts('en'), starts('de')]);
      const first = Number(now());
      await until(() => Number(now()) >= first + 3 && isBoth());
    });
});
