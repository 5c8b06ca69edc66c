import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Chapter } from '../../../../../src/captions/index.ts';
import {
  MediaKeys,
  type MediaKeysOptions,
} from '../../../../../src/elements/player/skin/input/media-keys.ts';

class FakeMedia extends EventTarget {
  paused = true;
  muted = false;
  poster = '';
  duration = 60;
  currentTime = 0;
  playbackRate = 1;

  play(): void {
    this.paused = false;
    this.dispatchEvent(new Event('playing'));
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

class FakeSession {
  metadata: { title: string; artwork: { src: string }[]; chapterInfo?: object[] } | null = null;
  playbackState = 'none';
  position: MediaPositionState | undefined;
  readonly actions = new Map<string, (details: object) => void>();

  setActionHandler(name: string, act: ((details: object) => void) | null): void {
    if (name === 'stop') throw new TypeError('An older browser knows no stop.');
    if (act) this.actions.set(name, act);
    else this.actions.delete(name);
  }

  /** What the system shows. */
  get shown(): { title?: string; artwork?: { src: string }[]; chapterInfo?: object[] } {
    return { ...this.metadata };
  }

  setPositionState(position?: MediaPositionState): void {
    this.position = position;
  }
}

describe('the media keys', () => {
  let session: FakeSession;
  let life: AbortController;
  const { MediaMetadata: real } = globalThis;

  beforeEach(() => {
    session = new FakeSession();
    life = new AbortController();
    Object.assign(globalThis, {
      MediaMetadata: function describe(fields: object) {
        return fields;
      },
    });
  });
  afterEach(() => {
    life.abort();
    Object.assign(globalThis, { MediaMetadata: real });
  });

  function createPlayer(title: string, attribute: string | null = null, autoPictureInPicture?: () => void) {
    const media = new FakeMedia();
    const seeks: number[] = [];
    const steps: number[] = [];
    const player = {
      host: Object.assign(new EventTarget(), {
        media,
        playlist: undefined as string[] | undefined,
        playlistIndex: 0,
        getAttribute: () => attribute,
        next: () => void steps.push(1),
        previous: () => void steps.push(-1),
        play: () => Promise.resolve(media.play()),
        pause: () => media.pause(),
      }),
      chapters: [] as Chapter[],
      title,
      autoPictureInPicture,
      engine: { store: { state: { source: { title, poster: 'https://example.com/p.jpg' } } } },
      timeline: {
        time: 0,
        seekTo: (seconds: number) => void seeks.push(seconds),
        seekBy: (seconds: number) => void seeks.push(media.currentTime + seconds),
      },
    };
    const owned = new AbortController();
    life.signal.addEventListener('abort', () => owned.abort());
    const keys = new MediaKeys(Object(player) as MediaKeysOptions, Object(session) as MediaSession);
    keys.follow(owned.signal);
    return { player, media, seeks, steps, remove: () => owned.abort() };
  }

  it('show the title and the poster of what plays', () => {
    const { media } = createPlayer('Hills');
    assert.equal(session.metadata, null);
    media.play();
    assert.deepEqual(session.shown, { title: 'Hills', artwork: [{ src: 'https://example.com/p.jpg' }] });
    assert.equal(session.playbackState, 'playing');
    assert.deepEqual(session.position, { duration: 60, playbackRate: 1, position: 0 });
  });

  it('play, pause and seek', () => {
    const { media, seeks } = createPlayer('Hills');
    media.play();
    session.actions.get('pause')?.({});
    assert.equal(media.paused, true);
    assert.equal(session.playbackState, 'paused');
    session.actions.get('play')?.({});
    assert.equal(media.paused, false);
    media.currentTime = 30;
    session.actions.get('seekforward')?.({});
    session.actions.get('seekbackward')?.({ seekOffset: 5 });
    session.actions.get('seekto')?.({ seekTime: 12 });
    assert.deepEqual(seeks, [40, 25, 12]);
  });

  it('skip as far as the page says', () => {
    const { media, seeks } = createPlayer('Hills', '30');
    media.play();
    session.actions.get('seekforward')?.({});
    assert.deepEqual(seeks, [30]);
  });

  it('enter picture-in-picture in another tab, where the page wants that', () => {
    const { media, remove } = createPlayer('Hills');
    media.play();
    assert.equal(session.actions.has('enterpictureinpicture'), false);
    remove();
    let entered = 0;
    const other = createPlayer('Lakes', null, () => void entered++);
    other.media.play();
    session.actions.get('enterpictureinpicture')?.({});
    assert.equal(entered, 1);
    other.remove();
    assert.equal(session.actions.has('enterpictureinpicture'), false);
  });

  it('go through the chapters, and name them, as soon as there are some', () => {
    const { player, media, seeks } = createPlayer('Hills');
    media.play();
    assert.equal(session.actions.has('nexttrack'), false);
    player.chapters = [
      { title: 'Dawn', startTime: 0, endTime: 20 },
      { title: 'Noon', startTime: 20, endTime: 60 },
    ];
    player.host.dispatchEvent(new Event('vh-chapter-change'));
    assert.deepEqual(session.shown.chapterInfo, [
      { title: 'Dawn', startTime: 0 },
      { title: 'Noon', startTime: 20 },
    ]);
    player.timeline.time = 10;
    session.actions.get('nexttrack')?.({});
    session.actions.get('previoustrack')?.({});
    assert.deepEqual(seeks, [20, 0]);
    player.chapters = [];
    player.host.dispatchEvent(new Event('vh-chapter-change'));
    assert.equal(session.actions.has('nexttrack'), false);
    assert.equal(session.shown.chapterInfo, undefined);
  });

  it('go through a playlist, also where there are chapters, and not beyond its ends', () => {
    const { player, media, seeks, steps } = createPlayer('Hills');
    const { host } = player;
    player.chapters = [{ title: 'Dawn', startTime: 0, endTime: 60 }];
    const change = (index: number) => {
      Object.assign(host, { playlist: ['a', 'b', 'c'], playlistIndex: index });
      host.dispatchEvent(new Event('vh-playlist-change'));
    };
    media.play();
    change(0);
    assert.equal(session.actions.has('previoustrack'), false);
    session.actions.get('nexttrack')?.({});
    change(1);
    session.actions.get('previoustrack')?.({});
    change(2);
    assert.equal(session.actions.has('nexttrack'), false);
    assert.deepEqual([steps, seeks], [[1, -1], []]);
    assert.equal(media.paused, false);
  });

  it('belong to the player that started last, and to none when it is removed', () => {
    const [first, second] = [createPlayer('First'), createPlayer('Second')];
    first.media.play();
    second.media.play();
    assert.equal(session.shown.title, 'Second');
    first.remove();
    assert.equal(session.shown.title, 'Second');
    second.remove();
    assert.equal(session.metadata, null);
    assert.equal(session.actions.size, 0);
    assert.equal(session.position, undefined);
  });

  it('are not taken by a film without sound, until it has some', () => {
    const { media } = createPlayer('Background');
    media.muted = true;
    media.play();
    assert.equal(session.metadata, null);
    assert.equal(session.actions.size, 0);
    media.muted = false;
    media.dispatchEvent(new Event('volumechange'));
    assert.equal(session.shown.title, 'Background');
  });

  it('report no position of a live stream', () => {
    const { media } = createPlayer('Live');
    media.duration = Infinity;
    media.play();
    assert.equal(session.position, undefined);
    assert.equal(session.playbackState, 'playing');
  });
});
