import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> controls of a live stream', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  /** A film whose video says what that of a live stream says. */
  const watch = async (kept: number) => {
    player = await PlayerHarness.create(`muted loop src="${FILMS.mp4}"`);
    await player.element.play();
    await player.untilPlayed(0.1);
    const stream = { edge: true, sought: 0 };
    let clock = kept - 26;
    Object.defineProperties(player.element.media, {
      duration: { get: () => Infinity },
      currentTime: { get: () => clock, set: (time: number) => (clock = time) },
      seekable: { get: () => ({ length: 1, start: () => 0, end: () => kept }) },
    });
    Object.defineProperties(player.element, {
      isAtLiveEdge: { get: () => stream.edge },
      liveEdge: { get: () => kept, configurable: true },
      seekToLive: { value: () => (stream.sought += 1) },
    });
    player.element.media.dispatchEvent(new Event('durationchange'));
    await until(() => player.partsNamed('live').length === 1);
    return stream;
  };
  const say = async (stream: { edge: boolean }, edge: boolean) => {
    stream.edge = edge;
    player.element.dispatchEvent(new Event('vh-live-change'));
    await player.element.updateComplete;
  };

  it('say whether it is live, and lead back there', async () => {
    const stream = await watch(600);
    expect(player.has(words('player.live'))).to.equal(true);
    player.control(words('player.live')).click();
    expect(stream.sought).to.equal(0);
    await say(stream, false);
    expect(player.has(words('player.live'))).to.equal(false);
    player.control(words('player.goLive')).click();
    expect(stream.sought).to.equal(1);
    await say(stream, true);
    expect(player.has(words('player.live'))).to.equal(true);
    player.element.pause();
    await until(() => player.has(words('player.goLive')));
  });

  it('have a bar over the recorded part, and no bar without one', async () => {
    await watch(600);
    const bar = player.control(words('player.seek'));
    expect(bar).to.have.property('max', '600');
    expect(player.partsNamed('time')).to.have.length(0);
    player.remove();
    await watch(8);
    expect(player.has(words('player.seek'))).to.equal(false);
    expect(player.has(words('player.skipBack', { time: '10 seconds' }))).to.equal(false);
  });

  it('say by how much a viewer is behind, and so does each place on the bar', async () => {
    const stream = await watch(600);
    expect(player.shows('−0:26')).to.equal(false);
    await say(stream, false);
    await until(() => player.shows('−0:26'));
    const bar = player.control(words('player.seek'));
    expect(bar.ariaValueText).to.equal(words('player.behindLive', { time: '0:26' }));
    player.pointAtSeekBar('pointermove', 0.5);
    await until(
      () => player.tip.join() === '−5:00',
      () => player.tip,
    );
    player.pointAtSeekBar('pointermove', 1);
    await until(
      () => player.tip.join() === words('player.live'),
      () => player.tip,
    );
  });

  it('lead to no edge after the end of the broadcast', async () => {
    await watch(600);
    Object.defineProperty(player.element.media, 'ended', { get: () => true });
    player.element.dispatchEvent(new Event('vh-live-change'));
    await until(() => player.partsNamed('live').length === 0);
  });

  it('wait for a broadcast that has not begun, in its own words', async () => {
    player = await PlayerHarness.create('muted preload="auto"', (element) => {
      element.playback = () => ({
        ...{ kind: 'live-stream', id: 'li1', state: 'playable', hls: '/media/hls/broken/empty.m3u8' },
        ...{ playlists: [], captions: [], chapters: [] },
      });
    });
    await until(() => player.facadeText.includes(words('player.upcoming')));
    const notice = () => player.statusSaying(words('player.upcoming'));
    const size = () => parseFloat(getComputedStyle(notice()).fontSize);
    expect(size()).to.be.at.least(20);
    if (player.element.parentElement) player.element.parentElement.style.width = '200px';
    await until(() => size() < 16);
    const { scrollHeight, clientHeight } = notice();
    expect(scrollHeight).to.be.at.most(clientHeight);
    expect(player.facadeText).to.not.include(words('player.processing'));
  });

  it('say before anybody presses that a broadcast has not begun, and offer to play once it has', async () => {
    const fetch = window.fetch.bind(window);
    const asked: string[] = [];
    let hasBegun = false;
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.startsWith('https://media.example/')) return fetch(input, init);
      asked.push(url);
      return hasBegun ? fetch(FILMS.live, init) : Promise.resolve(new Response(''));
    };
    try {
      player = await PlayerHarness.create('muted', (element) => {
        element.playback = {
          ...{ kind: 'live-stream', id: 'li1', state: 'playable', hls: 'https://media.example/li1.m3u8' },
          ...{ playlists: [], captions: [], chapters: [] },
        };
      });
      await until(() => player.facadeText.includes(words('player.upcoming')));
      expect(player.bigButton).to.equal(null);
      hasBegun = true;
      await until(() => player.bigButton !== null);
      expect(player.facadeText).to.not.include(words('player.upcoming'));
      expect(new Set(asked).size).to.equal(1);
    } finally {
      window.fetch = fetch;
    }
  });

  it('offer no other speed', async () => {
    await watch(600);
    player.press('>');
    expect(player.element.playbackRate).to.equal(1);
  });
});
