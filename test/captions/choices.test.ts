import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaptionTracks } from '../../src/captions/tracks/caption-tracks.ts';
import { followAuto } from '../../src/captions/follow-choices.ts';
import { CaptionMemory } from '../../src/captions/tracks/caption-memory.ts';
import { FakeSources } from './support/fake-sources.ts';

function begin(languages: readonly string[] = [], kept?: object) {
  const sources = new FakeSources();
  const owner = new AbortController();
  let text = kept ? JSON.stringify(kept) : null;
  const preference = new CaptionMemory(() => ({
    getItem: () => text,
    setItem: (_key, value) => (text = value),
  }));
  const clock = { now: 0 };
  const { signal } = owner;
  const captions = new CaptionTracks(sources, { preference, signal, languages, now: () => clock.now });
  const listed = () => {
    const { state } = captions.store;
    return state.status === 'none' ? [] : state.tracks.map(({ language, label }) => `${language}: ${label}`);
  };
  return { sources, owner, preference, captions, listed, clock };
}

class FakeAudible extends EventTarget {
  muted = false;
  volume = 1;
  readonly audioTracks = Object.assign(new EventTarget(), {
    all: [{ enabled: true, language: '' }],
    *[Symbol.iterator]() {
      yield* this.all;
    },
  });

  mute(muted: boolean): void {
    this.muted = muted;
    this.dispatchEvent(new Event('volumechange'));
  }

  speak(language: string): void {
    this.audioTracks.all = [{ enabled: true, language }];
    this.audioTracks.dispatchEvent(new Event('change'));
  }
}

describe('the choices of captions', () => {
  it("have the viewer's languages first, in their order", () => {
    const { sources, listed } = begin(['de-CH', 'tr', 'en-US']);
    for (const language of ['fr', 'en', 'ja', 'de', 'it']) sources.add(language);
    assert.deepEqual(listed(), ['de: Deutsch', 'en: English', 'fr: Français', 'ja: 日本語', 'it: Italiano']);
  });

  it('distinguish captions from subtitles when a language has both', () => {
    const { sources, listed, captions } = begin();
    sources.add('en', { kind: 'subtitles', label: 'English' });
    sources.add('de', { kind: 'captions', label: 'Deutsch' });
    const spoken = sources.add('EN', { kind: 'captions', label: 'English' });
    sources.add('fr', { kind: 'captions', label: 'Français SDH' });
    sources.add('fr', { kind: 'subtitles' });
    assert.deepEqual(listed(), [
      ...['en: English', 'de: Deutsch', 'en-x-cc: English (CC)', 'fr-x-cc: Français SDH', 'fr: Français'],
    ]);
    captions.select('en-x-cc');
    assert.equal(spoken.mode, 'showing');
    assert.deepEqual(sources.showing, ['EN']);
    captions.select('en');
    assert.deepEqual(sources.showing, ['en']);
  });
});

describe('a second language', () => {
  it('shows beside the first, is kept, and never shows alone', () => {
    const { sources, captions, preference } = begin();
    for (const language of ['en', 'de', 'fr']) sources.add(language);
    captions.choose('en');
    captions.chooseSecond('de');
    sources.settle();
    assert.deepEqual(sources.showing, ['en', 'de']);
    assert.deepEqual([captions.active, preference.readSecond()], ['en', 'de']);
    captions.choose('fr');
    sources.settle();
    assert.deepEqual(sources.showing, ['de', 'fr']);
    assert.equal(captions.active, 'fr');
    captions.choose('');
    sources.settle();
    assert.deepEqual(sources.showing, []);
    captions.toggle([]);
    sources.settle();
    assert.deepEqual(sources.showing, ['de', 'fr']);
    captions.chooseSecond('');
    assert.deepEqual(sources.showing, ['fr']);
  });

  it('comes back on another visit, with its first', () => {
    const { sources, captions } = begin([], { language: 'en', second: 'de' });
    sources.add('de');
    assert.deepEqual(sources.showing, [], 'alone, it waits');
    sources.add('en');
    sources.settle();
    assert.deepEqual(sources.showing, ['de', 'en']);
    assert.equal(captions.active, 'en');
    assert.equal(captions.store.state.status === 'some' && captions.store.state.second, 'de');
  });

  it("ends when the viewer chooses one language in the browser's own menu", () => {
    const { sources, captions, clock } = begin([], { language: 'en', second: 'de' });
    const [german, english, french] = ['de', 'en', 'fr'].map((language) => sources.add(language));
    sources.settle();
    clock.now = 5_000;
    for (const track of [german, english]) if (track) track.mode = 'disabled';
    if (french) french.mode = 'showing';
    sources.settle();
    captions.select('fr');
    assert.deepEqual(sources.showing, ['fr']);
  });
});

describe('automatic captions', () => {
  const auto = (languages: readonly string[] = ['de', 'en'], kept: object = { language: 'auto' }) => {
    const environment = begin(languages, kept);
    const media = new FakeAudible();
    const life = new AbortController();
    for (const language of ['fr', 'en', 'de']) environment.sources.add(language);
    const { captions: tracks } = environment;
    followAuto({ tracks, media, sound: () => media.audioTracks, languages }, life.signal);
    return { ...environment, media, life };
  };

  it('show while there is no sound', () => {
    const { media, sources } = auto();
    assert.deepEqual(sources.showing, []);
    media.mute(true);
    assert.deepEqual(sources.showing, ['de']);
    media.mute(false);
    assert.deepEqual(sources.showing, []);
  });

  it('show with sound in none of my languages, in the one that I read best', () => {
    const { media, sources } = auto();
    media.speak('fr');
    assert.deepEqual(sources.showing, ['de']);
    media.speak('en-GB');
    assert.deepEqual(sources.showing, []);
    media.speak('und');
    assert.deepEqual(sources.showing, []);
    const foreign = auto(['tr']);
    foreign.media.speak('fr');
    assert.deepEqual(foreign.sources.showing, [], 'none that I read');
    foreign.media.mute(true);
    assert.deepEqual(foreign.sources.showing, ['fr'], 'better than nothing');
  });

  it('come in the language that was on last, end with a choice, and are kept', () => {
    const { media, captions, sources, preference, life } = auto(['de'], { language: 'auto', last: 'en' });
    media.mute(true);
    assert.deepEqual(sources.showing, ['en']);
    captions.choose('');
    media.mute(false);
    media.mute(true);
    assert.deepEqual(sources.showing, []);
    captions.choose('auto');
    assert.deepEqual([preference.read(), preference.readLast()], ['auto', 'en']);
    assert.deepEqual(sources.showing, ['en']);
    life.abort();
    media.mute(false);
    assert.deepEqual(sources.showing, ['en'], 'no follower is left');
  });
});

describe('a track that is in use', () => {
  it('stays loaded while it does not show', () => {
    const { sources, captions } = begin();
    const [english, german] = [sources.add('en'), sources.add('de')];
    const [reading, other] = [new AbortController(), new AbortController()];
    assert.equal(captions.load('de', other.signal), german);
    assert.equal(captions.load('de', reading.signal), german);
    assert.equal(german.mode, 'hidden');
    captions.choose('en');
    assert.equal(german.mode, 'hidden');
    captions.choose('de');
    captions.choose('');
    assert.deepEqual([english.mode, german.mode], ['disabled', 'hidden']);
    reading.abort();
    assert.equal(german.mode, 'hidden', 'another reader uses it, too');
    other.abort();
    assert.equal(german.mode, 'disabled');
  });
});
