import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fact } from '../../../src/session/observe/fact.ts';
import { followMedia, type PlayerFacts } from '../../../src/session/observe/session-media.ts';
import { MediaFacts, type ObservedPlayer } from '../../../src/session/observe/media-facts.ts';
import { FakeMedia } from '../support/fake-media.ts';

class FakeTracks extends EventTarget {
  list: { kind: string; mode: string; language: string }[] = [];

  [Symbol.iterator]() {
    return this.list[Symbol.iterator]();
  }
}

class ObservedFakeMedia extends FakeMedia {
  volume = 1;
  muted = false;
  autoplay = false;
  videoWidth = 640;
  clientWidth = 960;
  readonly textTracks = new FakeTracks();
  readonly frames: ((now: number, frame: { presentationTime: number }) => void)[] = [];
  readonly requestVideoFrameCallback = (callback: (typeof this.frames)[number]): number =>
    this.frames.push(callback);
  readonly getVideoPlaybackQuality = () => ({ droppedVideoFrames: 2, totalVideoFrames: 50 });
}

class FakePage extends EventTarget {
  visibilityState = 'visible';
  timers: (() => void)[] = [];

  readonly after = (_ms: number, run: () => void): (() => void) => {
    this.timers.push(run);
    return () => (this.timers = this.timers.filter((timer) => timer !== run));
  };

  /** Runs the timers that wait now. */
  pass(): void {
    const due = this.timers;
    this.timers = [];
    for (const run of due) run();
  }
}

function follow({
  player,
  prepare,
}: { player?: PlayerFacts & ObservedPlayer; prepare?: (media: ObservedFakeMedia) => void } = {}) {
  const media = new ObservedFakeMedia();
  prepare?.(media);
  const page = new FakePage();
  const reported: Fact[] = [];
  const ended = new AbortController();
  const report = (fact: Fact) => reported.push(fact);
  followMedia({ media, player, report, signal: ended.signal });
  const facts = new MediaFacts({
    ...{ media, player, report, signal: ended.signal },
    page: { after: page.after, document: page, devicePixelRatio: 2 },
  });
  return { media, page, reported, ended, facts };
}

const playerThat = (knows: Partial<PlayerFacts & ObservedPlayer>): PlayerFacts & ObservedPlayer => ({
  ...{ goesOn: false, rendition: undefined, latency: undefined, setsRate: false, follow: () => {} },
  ...knows,
});

describe('MediaFacts', () => {
  it('begins with the state of the media, and reports their events', () => {
    const { media, reported } = follow();
    assert.deepEqual(reported, [
      { type: 'attach' },
      { type: 'rate', rate: 1 },
      { type: 'captions', language: null },
    ]);
    reported.length = 0;
    media.load();
    media.play();
    assert.deepEqual(reported, [{ type: 'loadedmetadata' }, { type: 'play' }, { type: 'playing' }]);
  });

  it('reports an intent of media with `autoplay`', () => {
    const { reported } = follow({ prepare: (media) => (media.autoplay = true) });
    assert.deepEqual(reported[0], { type: 'intent', by: 'autoplay' });
  });

  it('looks while that is wanted, with what the player knows', () => {
    const rendition = { width: 1280, height: 720, bitrate: 2_000_000 };
    const { page, reported, facts } = follow({ player: playerThat({ rendition, latency: 3.2 }) });
    reported.length = 0;
    facts.want({ looks: true, frame: false });
    facts.want({ looks: true, frame: false });
    assert.equal(page.timers.length, 1);
    page.pass();
    assert.deepEqual(reported, [
      { type: 'rendition', ...rendition },
      { type: 'look', dropped: 2, total: 50, latency: 3.2, scale: 3 },
    ]);
    facts.want({ looks: true, frame: false });
    facts.want({ looks: false, frame: false });
    assert.equal(page.timers.length, 0);
  });

  it('waits for one frame at a time, and says when it came to the screen', () => {
    const { media, reported, facts } = follow();
    facts.want({ looks: false, frame: true });
    facts.want({ looks: false, frame: true });
    assert.equal(media.frames.length, 1);
    media.frames[0]?.(1_251, { presentationTime: 1_200 });
    assert.deepEqual(reported.at(-1), { type: 'frame', shownAt: 1_200 });
    facts.want({ looks: false, frame: true });
    assert.equal(media.frames.length, 2);
  });

  it('says interrupted where the player keeps playing, and emptied elsewhere', () => {
    const types = (player?: PlayerFacts & ObservedPlayer) => {
      const { media, reported } = follow(player ? { player } : {});
      media.emit('emptied');
      return reported.at(-1)?.type;
    };
    assert.deepEqual(
      [types(), types(playerThat({})), types(playerThat({ goesOn: true }))],
      ['emptied', 'emptied', 'interrupted'],
    );
  });

  it('reports the volume once when it has settled', () => {
    const { media, page, reported } = follow();
    reported.length = 0;
    for (const volume of [0.9, 0.7, 0.512]) {
      media.volume = volume;
      media.emit('volumechange');
    }
    assert.deepEqual(reported, []);
    page.pass();
    assert.deepEqual(reported, [{ type: 'volume', volume: 0.51, muted: false }]);
  });

  it('reports the rate, unless the engine sets it', () => {
    const rates = (player?: PlayerFacts & ObservedPlayer) => {
      const { media, reported } = follow(player ? { player } : {});
      media.playbackRate = 1.5;
      media.emit('ratechange');
      return reported.filter(({ type }) => type === 'rate').length;
    };
    assert.deepEqual([rates(), rates(playerThat({ setsRate: true }))], [2, 0]);
  });

  it('reports the language of captions that show', () => {
    const { media, reported } = follow();
    media.textTracks.list = [
      { kind: 'chapters', mode: 'showing', language: 'en' },
      { kind: 'captions', mode: 'hidden', language: 'en' },
      { kind: 'subtitles', mode: 'showing', language: 'de' },
    ];
    media.textTracks.dispatchEvent(new Event('change'));
    assert.deepEqual(reported.at(-1), { type: 'captions', language: 'de' });
  });

  it('reports whether the page is visible', () => {
    const { page, reported } = follow();
    reported.length = 0;
    for (const state of ['hidden', 'visible']) {
      page.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    }
    assert.deepEqual(reported, [
      { type: 'visible', on: false },
      { type: 'visible', on: true },
    ]);
  });

  it('says nothing after it was ended, and leaves no timer', () => {
    let ofPlayer: AbortSignal | undefined;
    const player = playerThat({ follow: (_report, signal) => (ofPlayer = signal) });
    const { media, page, reported, ended, facts } = follow({ player });
    facts.want({ looks: true, frame: true });
    media.emit('volumechange');
    ended.abort();
    reported.length = 0;
    media.emit('play', 'emptied', 'waiting', 'volumechange', 'ratechange');
    media.frames[0]?.(0, { presentationTime: 0 });
    page.dispatchEvent(new Event('visibilitychange'));
    facts.want({ looks: true, frame: false });
    assert.deepEqual([reported.length, page.timers.length, ofPlayer?.aborted], [0, 0, true]);
  });
});
