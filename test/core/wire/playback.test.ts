import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePlayback } from '../../../src/core/wire/playback.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';

describe('parsePlayback', () => {
  it('reads all of one', () => {
    const whole = {
      kind: 'live-stream',
      id: 'li1',
      state: 'processing',
      title: 'A title',
      hls: 'https://h.example/m.m3u8',
      mp4: 'https://h.example/v.mp4',
      poster: 'https://h.example/p.jpg',
      duration: 12.5,
      playlists: [{ url: 'https://h.example/m.m3u8', text: '#EXTM3U' }],
      captions: [{ src: 'https://h.example/en.vtt', language: 'en', label: 'English', default: true }],
      chapters: [{ src: 'https://h.example/c.vtt', language: 'en', label: 'English', default: false }],
      storyboard: 'https://h.example/s.vtt',
      theme: {
        text: 'rgba(1, 2, 3, .5)',
        hideTitle: true,
        logo: { src: 'https://h.example/l.png', href: undefined },
      },
      collector: 'https://h.example/collector',
      issuedAt: '2026-11-22T12:00:00.000Z',
      expiresAt: '2026-11-22T13:00:00.000Z',
    };
    assert.deepEqual({ ...parsePlayback(JSON.parse(JSON.stringify(whole))) }, whole);
  });

  it('is a playable video with only an id', () => {
    const { kind, state, playlists, captions, chapters } = parsePlayback({ id: 'vi1' });
    assert.deepEqual([kind, state, playlists, captions, chapters], ['video', 'playable', [], [], []]);
  });

  it('refuses what names nothing to play', () => {
    for (const odd of [undefined, null, 'x', 7, [], [{ id: 'x' }], {}, { id: 7 }, { id: '' }]) {
      assert.throws(
        () => parsePlayback(odd),
        (error) => isVhError(error, 'unexpected-answer'),
        JSON.stringify(odd),
      );
    }
  });

  it('leaves out fields of the wrong type', () => {
    const playback = parsePlayback({
      id: 'vi1',
      kind: 'radio',
      state: 'soon',
      title: { html: '<b>' },
      hls: 7,
      duration: 'long',
      playlists: [null, 7, {}, { url: 'u' }, { url: 'u', text: 't' }],
      captions: [
        'x',
        { src: 's' },
        { language: 'en' },
        { src: 's', language: 'en', label: 7, default: 'yes' },
      ],
      chapters: { 0: { src: 's', language: 'en' } },
    });
    assert.equal(playback.kind, 'video');
    assert.equal(playback.state, 'playable');
    assert.equal(playback.title, undefined);
    assert.equal(playback.hls, undefined);
    assert.equal(playback.duration, undefined);
    assert.deepEqual(playback.playlists, [{ url: 'u', text: 't' }]);
    assert.deepEqual(playback.captions, [{ src: 's', language: 'en', label: 'en', default: false }]);
    assert.deepEqual(playback.chapters, []);
  });
});
