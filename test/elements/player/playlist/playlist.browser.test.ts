import { expect } from 'chai';
import type { PlaylistEntry } from '../../../../src/elements/player/api/playlist-entry.ts';
import { hasLoaded } from '../../../support/elements/page-requests.ts';
import { FILMS, next, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { askedEntry, playbackOf, playToEnd } from '../support/playlist-films.ts';
import { settled } from '../../../support/until.ts';

describe("<vh-player>'s playlist", () => {
  const realFetch = window.fetch.bind(window);
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    window.fetch = realFetch;
  });

  /** Its own controls are the page's, so that entries follow each other at once. */
  const create = async (playlist: PlaylistEntry[] | undefined, attributes = 'without-controls') => {
    player = await PlayerHarness.create(`muted ${attributes}`, (element) => {
      element.playlist = playlist;
    });
  };
  const play = async (playlist: PlaylistEntry[], attributes?: string) => {
    await create(playlist, attributes);
    await player.element.play();
    await player.untilPlayed(0.1);
  };
  /** Answers `/backend/` in place of a site's server. */
  const answer = (asked: string[]) => {
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (!url.startsWith('/backend/')) return realFetch(input, init);
      asked.push(url);
      return Promise.resolve(Response.json(playbackOf(url.slice(url.lastIndexOf('/') + 1))));
    };
  };
  const entries = () => [playbackOf('a'), playbackOf('b'), playbackOf('c')].map((playback) => ({ playback }));
  const plays = (index: number) =>
    until(
      () =>
        player.element.playlistIndex === index && !player.element.paused && player.element.currentTime < 6,
    );

  it('is not loaded where there is none', async () => {
    await create(undefined, `src="${FILMS.mp4}"`);
    player.element.next();
    await player.element.play();
    await player.untilPlayed(0.1);
    expect(player.element.playlistIndex).to.equal(0);
    expect(await hasLoaded('src/elements/player/playlist/playlist.ts')).to.equal(false);
  });

  it('is a list of ids in an attribute', async () => {
    const asked: string[] = [];
    answer(asked);
    player = await PlayerHarness.create(
      'muted without-controls backend="/backend" playlist=" vi1\n vi2 " load="now"',
    );
    expect(player.element.playlist).to.deep.equal(['vi1', 'vi2']);
    await player.element.play();
    await player.untilPlayed(0.1);
    await playToEnd(player);
    await plays(1);
    expect(asked).to.deep.equal(['/backend/playback/videos/vi1', '/backend/playback/videos/vi2']);
  });

  it('is played from its beginning to its end, in one video, and no further', async () => {
    await play(entries());
    const { media } = player.element;
    await playToEnd(player);
    await plays(1);
    await playToEnd(player);
    await plays(2);
    await playToEnd(player);
    await settled();
    expect(player.element.ended).to.equal(true);
    expect(player.element.playlistIndex).to.equal(2);
    expect(player.element.media).to.equal(media);
  });

  it('waits for the viewer with without-autoplay-next', async () => {
    await play(entries(), 'without-controls without-autoplay-next');
    await playToEnd(player);
    await settled();
    expect(player.element.playlistIndex).to.equal(0);
    player.element.next();
    await plays(1);
  });

  it('is navigated by a script: a playing player keeps playing, a paused one stays paused', async () => {
    await play(entries());
    const { element } = player;
    const changed = next(element, 'vh-playlist-change');
    element.next();
    expect(element.playlistIndex).to.equal(1);
    await changed;
    await player.untilPlayed(0.1);
    element.pause();
    const emptied = next(element, 'emptied');
    element.previous();
    await emptied;
    await settled();
    expect(element.paused).to.equal(true);
    for (const [asked, index] of [
      [99, 2],
      [-3, 0],
      [NaN, 0],
      [1.5, 1],
    ] as const) {
      element.playlistIndex = asked;
      await until(() => element.playlistIndex === index);
    }
    element.previous();
    element.previous();
    expect(element.playlistIndex).to.equal(0);
  });

  it('goes past an entry that is not there, without controls, too', async () => {
    await play([{ playback: playbackOf('a') }, { src: FILMS.goneFile }, { playback: playbackOf('c') }]);
    await player.until(() => player.element.duration > 0);
    player.element.currentTime = 2;
    await playToEnd(player);
    await plays(2);
  });

  it('plays in an order of chance with shuffle, from the call that follows at once', async () => {
    await play(entries(), 'without-controls shuffle');
    const { element } = player;
    const played = [0];
    for (let turn = 0; turn < 2; turn++) {
      element.next();
      await until(() => element.playlistIndex !== played.at(-1));
      played.push(element.playlistIndex);
    }
    expect([...played].sort()).to.deep.equal([0, 1, 2]);
    element.next();
    await settled();
    expect(element.playlistIndex).to.equal(played[2]);
    element.playlist = [...entries(), { playback: playbackOf('new') }];
    element.next();
    await until(() => element.playlistIndex === 3);
    for (const index of [...played].reverse()) {
      element.previous();
      await until(() => element.playlistIndex === index);
    }
  });

  it('begins at another entry where the page says so', async () => {
    await play(entries(), 'without-controls playlist-index="2" start-time="3"');
    expect(player.element.playlistIndex).to.equal(2);
    expect(player.element.currentTime).to.be.at.least(3);
    player.element.previous();
    await until(() => player.element.currentTime < 3);
    await player.untilPlayed(0.1);
    expect(player.element.currentTime).to.be.lessThan(3);
  });

  it('can be replaced: the playing entry keeps playing if the new list has it', async () => {
    await play(entries());
    const { element } = player;
    const reported: string[] = [];
    for (const type of ['emptied', 'vh-playlist-change'])
      element.addEventListener(type, () => reported.push(type));
    element.playlist = entries();
    await element.updateComplete;
    await settled();
    expect(reported).to.deep.equal([]);
    element.playlist = [{ playback: playbackOf('new') }, ...entries()];
    await until(() => reported.length > 0);
    expect(element.playlistIndex).to.equal(1);
    expect(reported).to.deep.equal(['vh-playlist-change']);
    element.playlist = [{ playback: playbackOf('other') }];
    await until(() => reported.includes('emptied'));
    await player.untilPlayed(0.1);
    expect(element.playlistIndex).to.equal(0);
  });

  it('gives way to the page when it is taken away', async () => {
    await play(entries(), `without-controls src="${FILMS.long}"`);
    player.element.playlist = undefined;
    await until(() => player.element.currentSrc.endsWith(FILMS.long));
  });

  it('may hold the same video twice', async () => {
    const playback = playbackOf('a');
    await play([{ playback }, { playback }]);
    await playToEnd(player);
    await plays(1);
    await player.untilPlayed(0.1);
  });

  it('repeats the entry that plays with loop', async () => {
    await play(entries(), 'without-controls loop');
    const { element } = player;
    element.currentTime = element.duration - 0.2;
    await until(() => element.currentTime < 2 && !element.seeking);
    expect(element.playlistIndex).to.equal(0);
  });

  it('asks for the next playback before the end, once, and uses it', async () => {
    const [one, two, three] = [askedEntry('a'), askedEntry('b'), askedEntry('c')];
    await play([one, two, three]);
    await until(() => two.reasons.length === 1);
    expect(three.reasons).to.deep.equal([]);
    await playToEnd(player);
    await plays(1);
    expect([one.reasons, two.reasons]).to.deep.equal([['start'], ['start']]);
  });

  it('asks again where the answer has expired, or there was none', async () => {
    const [stale, mute] = [
      askedEntry('b', { expiresAt: new Date(Date.now() - 1_000).toISOString() }),
      askedEntry('c'),
    ];
    const { playback } = mute;
    let failures = 0;
    mute.playback = (reason) => {
      if (failures++ === 0) throw new TypeError('Not yet.');
      return typeof playback === 'function' ? playback(reason) : playbackOf('c');
    };
    await play([askedEntry('a'), stale, mute]);
    await playToEnd(player);
    await plays(1);
    await playToEnd(player);
    await plays(2);
    await until(() => mute.reasons.join() === 'start');
    await player.untilPlayed(0.1);
  });

  it('has titles and pictures of its own, and else those of the playbacks', async () => {
    const [, second] = entries();
    await create(
      [{ src: FILMS.mp4, heading: 'Dawn', poster: '/media/dusk.jpg?dawn' }, { ...second }],
      'poster="/media/dusk.jpg?page" heading="Course"',
    );
    await until(() => player.facadeText.includes('Dawn') && player.element.media.poster.endsWith('?dawn'));
    player.element.next();
    await until(() => player.facadeText.includes('Course') && !player.element.media.poster.includes('?'));
  });

  it('is a session of its own for each entry', async () => {
    const reported: string[] = [];
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (!url.startsWith('https://collector.test/')) return realFetch(input, init);
      const { session, events } = JSON.parse(init?.body as string) as {
        session: { video_id: string };
        events: { type: string }[];
      };
      reported.push(...events.map(({ type }) => `${session.video_id} ${type}`));
      return Promise.resolve(Response.json({ session: 'ps1' }));
    };
    await play(entries(), 'without-controls collector-url="https://collector.test"');
    await until(() => reported.includes('a ready'));
    await playToEnd(player);
    await plays(1);
    await until(() => reported.includes('a end') && reported.includes('b ready'));
    player.element.pause();
    await until(() => reported.includes('b pause'));
    expect(reported.indexOf('a end')).to.be.lessThan(reported.indexOf('b ready'));
  });
});
