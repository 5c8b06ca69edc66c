import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaptionTracks } from '../../src/captions/caption-tracks.ts';
import { CaptionsPreference } from '../../src/captions/preference.ts';
import { FakeSources } from './fake-sources.ts';

function memory(language?: string) {
  const kept = new Map(language === undefined ? [] : [['vh-captions', JSON.stringify({ language })]]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return new CaptionsPreference(() => storage);
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
  it('lists captions and subtitles, by their labels or by their own names', () => {
    const world = begin();
    assert.equal(world.captions.store.state.status, 'none');
    world.sources.add('en', { label: ' English (CC) ' });
    world.sources.add('fr', { kind: 'subtitles' });
    world.sources.add('de', { kind: 'chapters' });
    world.sources.add('', { label: 'Director' });
    world.sources.add('', {});
    assert.deepEqual(listed(world), ['en: English (CC)', 'fr: Français', 'Director: Director', 'und: ']);
  });

  it('makes one choice of tracks in one language, and shows the one that was shown', () => {
    const world = begin();
    world.sources.add('en');
    const second = world.sources.add('EN', { label: 'Second', mode: 'showing' });
    assert.deepEqual(listed(world), ['en: Second']);
    world.captions.select('en');
    assert.equal(second.mode, 'showing');
    assert.deepEqual(world.sources.showing, ['EN']);
  });

  it('shows one and turns the others off, but leaves chapters alone', () => {
    const world = begin();
    world.sources.add('en', { mode: 'showing' });
    world.sources.add('de', { mode: 'hidden' });
    const chapters = world.sources.add('en', { kind: 'chapters', mode: 'hidden' });
    world.captions.select('de');
    assert.deepEqual(
      world.sources.tracks.map(({ mode }) => mode),
      ['disabled', 'showing', 'hidden'],
    );
    world.captions.select('');
    assert.deepEqual(world.sources.showing, []);
    assert.equal(chapters.mode, 'hidden');
  });

  it('sets no mode that is right already', () => {
    const world = begin();
    world.sources.add('en', { mode: 'showing' });
    world.captions.select('en');
    assert.equal(world.sources.settle(), 0);
  });

  it('takes the nearest form of a language', () => {
    const world = begin();
    world.sources.add('pt-PT');
    world.sources.add('pt-BR');
    for (const [wanted, got] of [
      ['pt-BR', 'pt-BR'],
      ['PT-br', 'pt-BR'],
      ['pt', 'pt-PT'],
      ['pt-AO', 'pt-PT'],
    ]) {
      world.captions.select(wanted ?? '');
      assert.deepEqual(world.sources.showing, [got], wanted);
    }
  });

  it('keeps what is shown when a language is asked for that is not there, and shows it when it comes', () => {
    const world = begin();
    world.sources.add('en', { mode: 'showing' });
    world.captions.select('fr');
    assert.deepEqual(world.sources.showing, ['en']);
    world.sources.add('fr');
    assert.deepEqual(world.sources.showing, ['fr']);
  });

  it("keeps a page's own default when the viewer has never chosen", () => {
    const world = begin();
    world.sources.add('en', { mode: 'showing' });
    world.sources.add('de');
    assert.deepEqual(world.sources.showing, ['en']);
  });

  it('brings back what was chosen once, off as well', () => {
    const german = begin({ preferred: 'de' });
    german.sources.add('en', { mode: 'showing' });
    german.sources.add('de');
    assert.deepEqual(german.sources.showing, ['de']);
    const off = begin({ preferred: '' });
    off.sources.add('en', { mode: 'showing' });
    assert.deepEqual(off.sources.showing, []);
  });

  it("puts a browser's own choice right when it comes with the track", () => {
    const world = begin({ preferred: '' });
    const english = world.sources.add('en');
    english.mode = 'showing';
    world.sources.settle();
    assert.deepEqual(world.sources.showing, []);
  });

  it('gives in to another master that insists', () => {
    const world = begin({ preferred: '' });
    const english = world.sources.add('en');
    world.sources.addEventListener('change', () => {
      if (english.mode !== 'showing') english.mode = 'showing';
    });
    english.mode = 'showing';
    world.sources.settle();
    assert.deepEqual(world.sources.showing, ['en']);
    assert.equal(world.captions.store.state.status === 'some' && world.captions.store.state.active, 'en');
  });

  it('follows a choice that is made elsewhere later, and does not forget it when a track comes', () => {
    const world = begin({ preferred: 'de' });
    const english = world.sources.add('en');
    const german = world.sources.add('de');
    world.sources.settle();
    world.clock.now = 5_000;
    german.mode = 'disabled';
    english.mode = 'showing';
    world.sources.settle();
    world.sources.add('fr');
    world.sources.settle();
    assert.deepEqual(world.sources.showing, ['en']);
    assert.equal(world.preference.read(), 'de', 'another menu is no choice of this picker');
  });

  it('remembers what a person chose, and nothing else', () => {
    const world = begin();
    world.sources.add('en');
    world.captions.select('en');
    assert.equal(world.preference.read(), undefined);
    world.captions.choose('en');
    assert.equal(world.preference.read(), 'en');
    world.captions.choose('');
    assert.equal(world.preference.read(), '');
  });

  it('turns them off and on again, in the language that was on', () => {
    const world = begin();
    world.sources.add('en');
    world.sources.add('de', { mode: 'showing' });
    world.captions.toggle([]);
    assert.deepEqual(world.sources.showing, []);
    assert.equal(world.preference.read(), '');
    world.captions.toggle(['en']);
    assert.deepEqual(world.sources.showing, ['de']);
    assert.equal(world.preference.read(), 'de');
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
    const world = begin();
    world.sources.add('en');
    const chapters = world.sources.add('en', { kind: 'chapters' });
    let told = 0;
    world.captions.store.subscribe(() => told++);
    chapters.mode = 'hidden';
    world.sources.settle();
    assert.equal(told, 0);
  });

  it('has nothing to choose from once the last track is gone', () => {
    const world = begin();
    const english = world.sources.add('en');
    world.sources.remove(english);
    assert.equal(world.captions.store.state.status, 'none');
  });

  it('lets go when it is told to, and never begins when it was told before', () => {
    const world = begin();
    world.owner.abort();
    world.sources.add('en');
    assert.equal(world.captions.store.state.status, 'none');
    const sources = new FakeSources();
    sources.add('en', { mode: 'showing' });
    const late = new CaptionTracks(sources, { preference: memory(''), signal: AbortSignal.abort() });
    assert.deepEqual(sources.showing, ['en']);
    assert.equal(late.store.state.status, 'none');
  });
});
