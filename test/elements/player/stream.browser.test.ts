import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../support/elements/player-harness.ts';

const heights = (player: PlayerHarness) => player.element.qualities.map(({ height }) => height);

describe('<vh-player> and its stream', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  it('reports the renditions, and the one on the screen', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
    expect(player.element.qualities).to.deep.equal([]);
    expect(player.element.quality).to.equal('auto');
    const reported = next(player.element, 'vh-quality-change');
    await player.element.play();
    await reported;
    await player.until(() => player.element.currentQuality !== undefined);
    expect(heights(player)).to.deep.equal([90, 180]);
    const [smallest] = player.element.qualities;
    expect(smallest).to.include({ width: 160, bitrate: 110_000 });
    expect(smallest?.codecs).to.include('avc1.4d400d');
    expect(player.element.qualities).to.deep.include(player.element.currentQuality);
    expect(player.element.quality).to.equal('auto');
  });

  it('changes to the rendition that is chosen, and back to its own choice', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
    const { element } = player;
    element.loop = true;
    await element.play();
    await player.until(() => element.currentQuality !== undefined);
    for (const height of [90, 180]) {
      const quality = element.qualities.find((one) => one.height === height);
      if (!quality) throw new TypeError('The rendition is not there.');
      element.quality = quality;
      expect(element.quality).to.deep.equal(quality);
      await player.until(() => element.currentQuality?.height === height && element.videoHeight === height);
    }
    element.quality = 'auto';
    expect(element.quality).to.equal('auto');
  });

  it('begins with the choices made before there was a stream, as far as the stream has them', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
    player.element.quality = { width: 128, height: 100, bitrate: 1 };
    const shown = next(player.element, 'loadeddata').then(() => player.element.videoHeight);
    await player.element.play();
    expect(await shown).to.equal(90);
    await player.until(() => player.element.currentQuality?.height === 90);
  });

  it('plays no larger rendition than the page allows', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted max-resolution="100" start-time="5"`);
    const { element } = player;
    await element.play();
    await next(element, 'ended');
    expect(element.videoHeight).to.equal(90);
    expect(heights(player)).to.deep.equal([90]);
    element.maxResolution = undefined;
    await player.until(() => heights(player).length === 2);
    element.setAttribute('max-resolution', '100');
    await player.until(() => heights(player).length === 1);
    element.removeAttribute('max-resolution');
    await player.until(() => heights(player).length === 2);
  });

  it('knows where live is, reports leaving it, and goes back there', async () => {
    player = await PlayerHarness.create(`src="${FILMS.live}" muted`);
    const { element } = player;
    let reported = 0;
    element.addEventListener('vh-live-change', () => reported++);
    await element.play();
    await player.until(() => element.isAtLiveEdge);
    expect(element.duration).to.equal(Infinity);
    expect(element.latency).to.be.within(1, 20);
    expect(element.liveEdge).to.be.within(element.seekable.start(0), element.seekable.end(0));
    const before = reported;
    element.currentTime = element.seekable.start(0) + 4;
    await player.until(() => reported > before && !element.isAtLiveEdge);
    element.seekToLive();
    await player.until(() => element.isAtLiveEdge);
  });

  it('plays live as far behind the source as the page says, also when it says so later', async () => {
    player = await PlayerHarness.create(`src="${FILMS.live}" muted target-latency="12"`);
    const { element } = player;
    await element.play();
    const isAt = (seconds: number) => () =>
      element.isAtLiveEdge && Math.abs((element.latency ?? 0) - seconds) < 2 && element.readyState > 2;
    await player.until(isAt(12));
    element.targetLatency = 5;
    await player.until(isAt(5));
    element.setAttribute('target-latency', '14');
    await player.until(isAt(14));
    element.removeAttribute('target-latency');
    // Three segments, as a stream has it that asks for nothing else.
    await player.until(isAt(6));
    // Who watches an earlier part stays there.
    element.currentTime = element.seekable.start(0) + 2;
    await player.until(() => !element.isAtLiveEdge && !element.seeking);
    const { currentTime } = element;
    element.targetLatency = 8;
    await player.untilPlayed(currentTime + 0.5);
    expect(element.currentTime).to.be.lessThan(currentTime + 3);
  });

  it('is a file: no rendition, no sound track to choose from, and not live', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" muted`);
    const { element } = player;
    await element.play();
    expect([heights(player), element.currentQuality]).to.deep.equal([[], undefined]);
    expect([element.liveEdge, element.latency, element.isAtLiveEdge]).to.deep.equal([
      undefined,
      undefined,
      false,
    ]);
    const { currentTime } = element;
    element.seekToLive();
    expect(element.currentTime).to.be.at.least(currentTime);
  });

  it('resumes playback when the browser cannot decode a segment', async () => {
    const own = Object.getOwnPropertyDescriptor(SourceBuffer.prototype, 'appendBuffer');
    const append = own?.value as SourceBuffer['appendBuffer'];
    // What one fresh source costs. A second one is left over: WebKitGTK now and then breaks on the seek in a fresh one.
    let chokes = 0;
    SourceBuffer.prototype.appendBuffer = function (data) {
      if (!this.buffered.length || chokes === 2) return append.call(this, data);
      chokes += 1;
      throw new TypeError('Not this one.');
    };
    try {
      player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
      await player.element.play();
      await until(() => chokes === 2);
      await player.untilPlayed(3);
      expect(player.element.error).to.equal(null);
    } finally {
      SourceBuffer.prototype.appendBuffer = append;
    }
  });
});
