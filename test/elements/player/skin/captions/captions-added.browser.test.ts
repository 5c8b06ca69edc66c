import { expect } from 'chai';
import { changeCaptions } from '../../../../../src/client/change-captions.ts';
import type { Playback, PlaybackTrack } from '../../../../../src/core/wire/playback.ts';
import type { PlaybackReason } from '../../../../../src/playback/source/playback-request.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';

const english = { src: '/media/captions/en.vtt', language: 'en', label: 'English', default: false };
const german = { src: '/media/captions/de.vtt', language: 'de', label: 'Deutsch', default: false };
const TEXT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n';

/** A backend that takes each change. */
const environment = {
  fetch: () => Promise.resolve(Response.json({ ok: true })),
  sleep: () => Promise.resolve(),
  random: () => 0,
};

describe('<vh-player> on a page that changes the captions of its video', () => {
  let player: PlayerHarness;
  let captions: PlaybackTrack[];
  let reasons: PlaybackReason[];
  /** A video for each test: a page knows its changes as long as it lives. */
  let videoId = '';
  let tests = 0;
  const playback = (reason: PlaybackReason): Playback => {
    reasons.push(reason);
    const about = { kind: 'video', id: videoId, state: 'playable', playlists: [], chapters: [] } as const;
    return { ...about, hls: FILMS.long, captions: [...captions] };
  };
  const languages = () => [...player.element.textTracks].map(({ language }) => language);
  const put = (language: string, id = videoId) =>
    changeCaptions('/vh', { videoId: id, language, change: 'put', text: TEXT }, { environment });

  beforeEach(() => {
    reasons = [];
    captions = [];
    videoId = `vi${++tests}`;
  });
  afterEach(() => player.remove());

  it('shows them while it plays, without beginning again', async () => {
    player = await PlayerHarness.create('muted', (element) => (element.playback = playback));
    await player.element.play();
    await player.untilPlayed(0.2);
    const begun: string[] = [];
    for (const type of ['emptied', 'loadstart'])
      player.element.addEventListener(type, () => begun.push(type));
    captions = [english];
    await put('en');
    await until(() => languages().join() === 'en');
    const [track] = player.element.textTracks;
    if (track) track.mode = 'showing';
    await until(() => (track?.cues?.length ?? 0) > 0);
    expect(reasons).to.deep.equal(['start', 'captions']);
    expect(begun).to.deep.equal([]);
  });

  it('adds a language and removes one, and leaves what a viewer sees', async () => {
    captions = [english];
    player = await PlayerHarness.create('muted', (element) => (element.playback = playback));
    await player.element.play();
    await player.untilPlayed(0.2);
    await until(() => languages().join() === 'en' && player.hasControls);
    const [track] = player.element.textTracks;
    // The player receives a choice a moment later.
    const heard = new Promise((resolve) => {
      player.element.textTracks.addEventListener('change', resolve, { once: true });
    });
    if (track) track.mode = 'showing';
    await heard;
    captions = [english, german];
    await put('de');
    await until(() => languages().join() === 'en,de');
    expect(player.element.textTracks[0]).to.equal(track);
    captions = [english];
    await changeCaptions('/vh', { videoId, language: 'de', change: 'delete' }, { environment });
    await until(() => languages().join() === 'en');
    // WebKit chooses among the tracks whenever one comes or goes; the player then shows this one again.
    await until(() => track?.mode === 'showing');
  });

  it('shows captions that were added between its request and playback', async () => {
    player = await PlayerHarness.create('muted', (element) => (element.playback = playback));
    await until(() => reasons.length > 0);
    captions = [english];
    await put('en');
    await player.element.play();
    await until(() => languages().join() === 'en');
    expect(reasons).to.deep.equal(['start', 'captions']);
  });

  it('sends no request for those of another video', async () => {
    player = await PlayerHarness.create('preload="metadata"', (element) => (element.playback = playback));
    await until(() => reasons.length > 0);
    await put('en', 'another');
    captions = [english];
    await put('en');
    await until(() => languages().join() === 'en');
    expect(reasons).to.deep.equal(['start', 'captions']);
  });
});
