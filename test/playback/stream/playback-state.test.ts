import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VhError } from '../../../src/core/errors/vh-error.ts';
import { sourceOfAddresses } from '../../../src/playback/source/playback-source.ts';
import {
  reduce,
  type PlaybackEvent,
  type PlaybackState,
} from '../../../src/playback/stream/playback-state.ts';
import { PLAIN_STREAM } from '../../../src/playback/stream/stream.ts';

const source = { ...sourceOfAddresses([{ src: '/a.m3u8' }]), title: 'A film' };
const renewed = { ...source, media: [{ url: '/b.m3u8', hls: true }] };
const [address = { url: '', hls: true }] = source.media;
const error = new VhError('media-network', 'The media stopped arriving.');

/** The state after these events. */
const after = (...events: PlaybackEvent[]) => events.reduce<PlaybackState>(reduce, { status: 'idle' });

const LOADING: PlaybackEvent[] = [
  { type: 'idle', source: undefined },
  { type: 'resolving' },
  { type: 'resolved', source },
  { type: 'loading', source, address, resumedAt: 12 },
];
const READY: PlaybackEvent[] = [...LOADING, { type: 'stream', stream: PLAIN_STREAM }, { type: 'ready' }];

describe('the state of a playback', () => {
  it('knows the source from its answer on, and the stream from the media on', () => {
    assert.deepEqual(after(...LOADING), { status: 'loading', source, address, resumedAt: 12 });
    assert.deepEqual(after(...READY), {
      ...{ status: 'ready', source, address, resumedAt: 12, stream: PLAIN_STREAM },
    });
  });

  it('keeps the source while the same request fails, is tried again, and is asked for', () => {
    const tried: PlaybackEvent[] = [...READY, { type: 'failed', error }, { type: 'idle', source }];
    for (const events of [
      READY,
      [...READY, { type: 'failed', error }],
      tried,
      [...tried, { type: 'resolving' }],
    ])
      assert.equal(after(...(events as PlaybackEvent[])).source, source);
    assert.equal(after(...READY, { type: 'idle', source: undefined }).source, undefined);
  });

  it('gives a live stream that stood still back as it was, and one that was away as it comes', () => {
    const stopped: PlaybackEvent = { type: 'stopped', source, isUnanswered: false };
    const still = after(...READY, stopped);
    assert.equal(still.status, 'processing');
    assert.deepEqual(reduce(still, { type: 'playing' }), after(...READY));
    // What the line does meanwhile changes nothing of that.
    const unanswered = reduce(still, { ...stopped, isUnanswered: true });
    assert.equal(unanswered.status === 'processing' && unanswered.isUnanswered, true);
    assert.deepEqual(reduce(unanswered, { type: 'playing' }), after(...READY));
    const away = after(...READY, stopped, { type: 'waiting', source, isUnanswered: true });
    assert.equal(reduce(away, { type: 'playing' }), away);
  });

  it('takes news of media only while there are some', () => {
    const news: PlaybackEvent[] = [
      { type: 'ready' },
      { type: 'renewed', source: renewed },
      { type: 'stream', stream: PLAIN_STREAM },
      { type: 'delayed', delay: 'busy' },
      { type: 'playing' },
    ];
    for (const event of news) {
      const failed = after(...READY, { type: 'failed', error });
      assert.equal(reduce(failed, event), failed, event.type);
    }
    const state = after(...READY, { type: 'renewed', source: renewed }, { type: 'delayed', delay: 'none' });
    assert.equal(state.source, renewed);
    assert.equal(state.status === 'ready' && state.delay, 'none');
  });
});
