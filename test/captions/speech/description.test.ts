import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { Description } from '../../../src/captions/speech/description.ts';
import { AudioTrackList } from '../../../src/playback/stream/audio-track-list.ts';
import type { StreamAudioTrack } from '../../../src/playback/stream/stream.ts';
import { FakeMedia, FakeTrack } from './support/fake-media.ts';

const sound = (id: string, language: string, kind: string, enabled = false): StreamAudioTrack => ({
  ...{ id, label: id, language, kind, enabled },
});
const FILM = [
  sound('main', 'en', 'main', true),
  sound('de', 'de', 'alternative'),
  sound('ad', 'en', 'descriptions'),
  sound('ad-de', 'de', 'descriptions'),
];

class FakeTexts extends EventTarget implements Iterable<FakeTrack> {
  tracks: FakeTrack[] = [];

  [Symbol.iterator](): Iterator<FakeTrack> {
    return this.tracks[Symbol.iterator]();
  }

  add(...tracks: FakeTrack[]): void {
    for (const track of tracks) track.mode = 'disabled';
    this.tracks.push(...tracks);
    this.dispatchEvent(new Event('addtrack'));
  }
}

/** A stream that changes its sound a moment after the request. */
class FakeSound {
  asked: string[] = [];
  #tracks: readonly StreamAudioTrack[] = [];
  list = new AudioTrackList((id) => this.asked.push(id));

  offer(tracks: readonly StreamAudioTrack[]): void {
    this.#tracks = tracks;
    this.list.update(tracks);
  }

  play(id: string): void {
    this.offer(this.#tracks.map((track) => ({ ...track, enabled: track.id === id })));
  }

  /** Plays the last requested track. */
  settle(): void {
    const id = this.asked.at(-1);
    if (id) this.play(id);
  }
}

function described(isWanted = false, languages = ['en']) {
  const media = new FakeMedia();
  const texts = new FakeTexts();
  const stream = new FakeSound();
  const life = new AbortController();
  const options = { media, texts, sound: () => stream.list, languages, announce: () => {} };
  const description = new Description(options, isWanted, life.signal);
  const status = () => description.store.state.status;
  return { media, texts, stream, life, description, status };
}

describe('Description', () => {
  it('is empty without a description', () => {
    const { texts, stream, status } = described(true);
    texts.add(new FakeTrack('en', [], 'captions'));
    stream.offer([sound('main', 'en', 'main', true), sound('talk', 'en', 'commentary')]);
    assert.equal(status(), 'none');
    assert.deepEqual(stream.asked, []);
  });

  it('is the describing sound of the same language, and afterwards the former one', () => {
    const { stream, description, status } = described();
    stream.offer(FILM);
    stream.play('de');
    assert.equal(status(), 'off');
    description.set(true);
    assert.equal(status(), 'on', 'at once, though the stream takes its time');
    assert.deepEqual(stream.asked, ['ad-de']);
    stream.settle();
    assert.equal(status(), 'on');
    description.set(false);
    assert.equal(status(), 'off');
    stream.settle();
    assert.deepEqual(stream.asked, ['ad-de', 'de']);
    assert.equal(status(), 'off');
  });

  it('is the sound of another language of the viewer when there is no other', () => {
    const { stream, description } = described(false, ['fr', 'de']);
    stream.offer([sound('ja', 'ja', 'main', true), ...FILM.slice(2)]);
    description.set(true);
    assert.deepEqual(stream.asked, ['ad-de']);
  });

  it('starts on its own in the next video when the viewer had it on', () => {
    const { stream, status } = described(true);
    stream.offer(FILM);
    assert.deepEqual([stream.asked, status()], [['ad'], 'on']);
    stream.settle();
    stream.offer([sound('1', 'fr', 'main', true), sound('2', 'fr', 'main-desc')]);
    assert.deepEqual([stream.asked.at(-1), status()], ['2', 'on']);
  });

  it('does not undo a choice made elsewhere', () => {
    const { stream, status } = described(true);
    stream.offer(FILM);
    stream.settle();
    stream.play('main');
    assert.equal(status(), 'off');
    stream.play('ad-de');
    assert.equal(status(), 'on');
    assert.deepEqual(stream.asked, ['ad']);
  });

  it('notices the tracks of a stream that comes later', () => {
    const it = described(true);
    const next = new FakeSound();
    it.stream.list = next.list;
    it.media.report('loadedmetadata');
    next.offer(FILM);
    assert.deepEqual(next.asked, ['ad']);
  });

  it('is a text in the language of the sound where no sound describes, loaded while it is on', () => {
    const { texts, stream, description, status } = described(false, ['fr']);
    const [english, german] = [new FakeTrack('en'), new FakeTrack('de')];
    texts.add(english, german);
    stream.offer([sound('main', 'de', 'main', true)]);
    assert.deepEqual([status(), german.mode], ['off', 'disabled']);
    description.set(true);
    assert.deepEqual([status(), english.mode, german.mode], ['on', 'disabled', 'hidden']);
    description.set(false);
    assert.deepEqual([status(), german.mode], ['off', 'disabled']);
  });

  it('leaves the text for a sound that comes later', () => {
    const { texts, stream, status } = described(true);
    const text = new FakeTrack('en');
    texts.add(text);
    assert.deepEqual([status(), text.mode], ['on', 'hidden']);
    stream.offer(FILM);
    assert.deepEqual([status(), text.mode, stream.asked], ['on', 'disabled', ['ad']]);
  });

  it('follows the sounds of what plays, and lets go of those before', () => {
    const { media, stream, life, status } = described(true);
    const heard = (list: EventTarget) => getEventListeners(list, 'change').length;
    const lists = [stream.list];
    for (let video = 1; video <= 20; video++) {
      stream.list = new AudioTrackList((id) => stream.asked.push(id));
      lists.push(stream.list);
      media.dispatchEvent(new Event('emptied'));
    }
    assert.deepEqual(
      lists.map(heard),
      lists.map((list) => Number(list === stream.list)),
    );
    stream.offer(FILM);
    assert.deepEqual([status(), stream.asked], ['on', ['ad']]);
    life.abort();
    assert.equal(heard(stream.list), 0);
  });

  it('ends', () => {
    const { texts, life, stream } = described(true);
    const text = new FakeTrack('en');
    texts.add(text);
    life.abort();
    assert.equal(text.mode, 'disabled');
    stream.offer(FILM);
    assert.deepEqual(stream.asked, []);
  });
});
