import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareCaptionTracks } from '../../src/captions/tracks/caption-tracks.ts';
import { FakeSources } from './support/fake-sources.ts';

describe('shareCaptionTracks', () => {
  it('gives all callers the same object until the last one releases it', () => {
    const sources = new FakeSources();
    sources.add('en');
    const [one, other] = [new AbortController(), new AbortController()];
    const tracks = shareCaptionTracks(sources, one.signal);
    assert.equal(shareCaptionTracks(sources, other.signal), tracks);
    assert.notEqual(shareCaptionTracks(new FakeSources(), one.signal), tracks);
    one.abort();
    sources.add('de');
    assert.equal(tracks.store.state.status === 'some' && tracks.store.state.tracks.length, 2);
    other.abort();
    sources.add('fr');
    assert.equal(tracks.store.state.status === 'some' && tracks.store.state.tracks.length, 2);
    assert.notEqual(shareCaptionTracks(sources, new AbortController().signal), tracks);
  });
});
