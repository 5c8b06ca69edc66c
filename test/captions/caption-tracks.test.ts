import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaptionTracks } from '../../src/captions/tracks/caption-tracks.ts';
import { CaptionMemory } from '../../src/captions/tracks/caption-memory.ts';
import { FakeSources } from './support/fake-sources.ts';

function memory(language?: string) {
  const kept = new Map(language === undefined ? [] : [['vh-captions', JSON.stringify({ language })]]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return new CaptionMemory(() => storage);
}

function begin(options: { preferred?: string; sources?: FakeSources } = {}) {
  const sources = options.sources ?? new FakeSources();
  const owner = new AbortController();
  const clock = { now: 0 };
  const preference = memory(options.preferred);
  const captions = new CaptionTracks(sources, { preference, signal: owner.signal, now: () => clock.now });
  return { sources, owner, clock, preference, captions };
}

function listed({ captions }: ReturnType<typeof begin>): string[] {
  const { state } = captions.store;
  return state.status === 'none' ? [] : state.tracks.map(({ language, label }) => `${language}: ${label}`);
}

describe('CaptionTracks', () => {
  it('lists captions and subtitles, by their labels or language names', () => {
    const environment = begin();
    assert.equal(environment.captions.store.state.status, 'none');
    environment.sources.add('en', { label: ' English (CC) ' });
    environment.sources.add('fr', { kind: 'subtitles' });
    environment.sources.add('de', { kind: 'chapters' });
    environment.sources.add('', { label: 'Director' });
    environment.sources.add('', {});
    assert.deepEqual(listed(environment), [
      'en: English (CC)',
      'fr: Français',
      'Director: Director',
      'und: ',
    ]);
  });

  it('makes one choice of tracks in one language, and shows the one that was shown', () => {
    const environment = begin();
    environment.sources.add('en');
    const second = environment.sources.add('EN', { label: 'Second', mode: 'showing' });
    assert.deepEqual(listed(environment), ['en: Second']);
    environment.captions.select('en');
    assert.equal(second.mode, 'showing');
    assert.deepEqual(environment.sources.showing, ['EN']);
  });

  it('shows one and turns the others off, but leaves chapters alone', () => {
    const environment = begin();
    environment.sources.add('en', { mode: 'showing' });
    environment.sources.add('de', { mode: 'hidden' });
    const chapters = environment.sources.add('en', { kind: 'chapters', mode: 'hidden' });
    environment.captions.select('de');
    assert.deepEqual(
      environment.sources.tracks.map(({ mode }) => mode),
      ['disabled', 'showing', 'hidden'],
    );
    environment.captions.select('');
    assert.deepEqual(environment.sources.showing, []);
    assert.equal(chapters.mode, 'hidden');
  });

  it('sets no mode that is right already', () => {
    const environment = begin();
    environment.sources.add('en', { mode: 'showing' });
    environment.captions.select('en');
    assert.equal(environment.sources.settle(), 0);
  });

  it('takes the nearest form of a language', () => {
    const environment = begin();
    environment.sources.add('pt-PT');
    environment.sources.add('pt-BR');
    for (const [wanted, got] of [
      ['pt-BR', 'pt-BR'],
      ['PT-br', 'pt-BR'],
      ['pt', 'pt-PT'],
      ['pt-AO', 'pt-PT'],
    ]) {
      environment.captions.select(wanted ?? '');
      assert.deepEqual(environment.sources.showing, [got], wanted);
    }
  });

  it('keeps the showing captions until a requested language is added', () => {
    const environment = begin();
    environment.sources.add('en', { mode: 'showing' });
    environment.captions.select('fr');
    assert.deepEqual(environment.sources.showing, ['en']);
    environment.sources.add('fr');
    assert.deepEqual(environment.sources.showing, ['fr']);
  });

  it("keeps a page's own default when the viewer has never chosen", () => {
    const environment = begin();
    environment.sources.add('en', { mode: 'showing' });
    environment.sources.add('de');
    assert.deepEqual(environment.sources.showing, ['en']);
  });

  it('restores an earlier choice, off as well', () => {
    const german = begin({ preferred: 'de' });
    german.sources.add('en', { mode: 'showing' });
    german.sources.add('de');
    assert.deepEqual(german.sources.showing, ['de']);
    const off = begin({ preferred: '' });
    off.sources.add('en', { mode: 'showing' });
    assert.deepEqual(off.sources.showing, []);
  });

  it("puts a browser's own choice right when it comes with the track", () => {
    const environment = begin({ preferred: '' });
    const english = environment.sources.add('en');
    english.mode = 'showing';
    environment.sources.settle();
    assert.deepEqual(environment.sources.showing, []);
  });

  it('gives in to another master that insists', () => {
    const environment = begin({ preferred: '' });
    const english = environment.sources.add('en');
    environment.sources.addEventListener('change', () => {
      if (english.mode !== 'showing') english.mode = 'showing';
    });
    english.mode = 'showing';
    environment.sources.settle();
    assert.deepEqual(environment.sources.showing, ['en']);
    assert.equal(
      environment.captions.store.state.status === 'some' && environment.captions.store.state.active,
      'en',
    );
  });

  it('follows a choice that is made elsewhere later, and does not forget it when a track comes', () => {
    const environment = begin({ preferred: 'de' });
    const english = environment.sources.add('en');
    const german = environment.sources.add('de');
    environment.sources.settle();
    environment.clock.now = 5_000;
    german.mode = 'disabled';
    english.mode = 'showing';
    environment.sources.settle();
    environment.sources.add('fr');
    environment.sources.settle();
    assert.deepEqual(environment.sources.showing, ['en']);
    assert.equal(environment.preference.read(), 'de', 'another menu is no choice of this picker');
  });

  it('remembers what a person chose, and nothing else', () => {
    const environment = begin();
    environment.sources.add('en');
    environment.captions.select('en');
    assert.equal(environment.preference.read(), undefined);
    environment.captions.choose('en');
    assert.equal(environment.preference.read(), 'en');
    environment.captions.choose('');
    assert.equal(environment.preference.read(), '');
  });

  it('turns them off and on again, in the language that was on', () => {
    const environment = begin();
    environment.sources.add('en');
    environment.sources.add('de', { mode: 'showing' });
    environment.captions.toggle([]);
    assert.deepEqual(environment.sources.showing, []);
    assert.equal(environment.preference.read(), '');
    environment.captions.toggle(['en']);
    assert.deepEqual(environment.sources.showing, ['de']);
    assert.equal(environment.preference.read(), 'de');
  });

  it("turns them on in the viewer's own language, else in the first that there is", () => {
    const german = begin();
    german.sources.add('en');
    german.sources.add('de-AT');
    german.captions.toggle(['xx', 'de-DE', 'en']);
    assert.deepEqual(german.sources.showing, ['de-AT']);
    const other = begin();
    other.sources.add('en');
    other.captions.toggle(['xx']);
    assert.deepEqual(other.sources.showing, ['en']);
    begin().captions.toggle(['en']);
  });

  it('publishes no change without a difference', () => {
    const environment = begin();
    environment.sources.add('en');
    const chapters = environment.sources.add('en', { kind: 'chapters' });
    let reported = 0;
    environment.captions.store.subscribe(() => reported++);
    chapters.mode = 'hidden';
    environment.sources.settle();
    assert.equal(reported, 0);
  });

  it('has nothing to choose from once the last track is gone', () => {
    const environment = begin();
    const english = environment.sources.add('en');
    environment.sources.remove(english);
    assert.equal(environment.captions.store.state.status, 'none');
  });

  it('stops when its signal aborts, and never starts with an aborted one', () => {
    const environment = begin();
    environment.owner.abort();
    environment.sources.add('en');
    assert.equal(environment.captions.store.state.status, 'none');
    const sources = new FakeSources();
    sources.add('en', { mode: 'showing' });
    const late = new CaptionTracks(sources, { preference: memory(''), signal: AbortSignal.abort() });
    assert.deepEqual(sources.showing, ['en']);
    assert.equal(late.store.state.status, 'none');
  });
});
