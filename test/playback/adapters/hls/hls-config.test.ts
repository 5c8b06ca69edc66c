import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HlsConfig } from 'hls.js';
import { hlsConfig, type HlsSettings } from '../../../../src/playback/adapters/hls/hls-config.ts';

class Base {
  name = 'base';
}
const library = { DefaultConfig: { loader: Base } } as never;

const make = (given: Partial<HlsSettings> = {}): Partial<HlsConfig> =>
  hlsConfig(
    {
      memory: { texts: new Map(), pieces: new Map() },
      startTime: -1,
      captions: true,
      isUrgent: () => false,
      ...given,
    },
    library,
  );

describe('The configuration of hls.js', () => {
  it('makes no worker and no data: track, which a strict policy forbids', () => {
    const { enableWorker, renderTextTracksNatively } = make();
    assert.deepEqual([enableWorker, renderTextTracksNatively], [false, false]);
  });

  it('begins where the viewer was, or where the stream does', () => {
    assert.equal(make({ startTime: 12.5 }).startPosition, 12.5);
    assert.equal(make({ startTime: 0 }).startPosition, 0);
    assert.equal(make().startPosition, -1);
  });

  it('leaves the stream’s own captions alone where tracks come from elsewhere', () => {
    assert.ok(!('subtitleTrackController' in make()));
    const config = make({ captions: false });
    assert.ok('subtitleTrackController' in config && 'subtitleStreamController' in config);
    assert.equal(config.subtitleTrackController, undefined);
  });

  it('has loaders of its own only for prefetched data', () => {
    const plain = make();
    assert.ok(!('pLoader' in plain) && !('fLoader' in plain));
    const texts = new Map([['https://m.example/a.m3u8', {}]]);
    const pieces = new Map([['https://m.example/1.m4s', {}]]);
    const both = make({ memory: { texts, pieces } as never });
    assert.ok(both.pLoader && both.fLoader);
    assert.ok(!('fLoader' in make({ memory: { texts, pieces: new Map() } as never })));
  });

  it('refreshes addresses outside of the hedged requests', () => {
    const seen: unknown[] = [];
    class Refreshing {
      name = 'refreshing';
    }
    const config = make({
      renew: (base) => {
        seen.push(base);
        return Refreshing as never;
      },
    });
    assert.equal(config.loader, Refreshing as never);
    assert.equal(seen.length, 1);
    assert.ok((seen[0] as typeof Base).prototype instanceof Base);
  });

  it('waits a viewer’s patience for a first byte, and longer for one that moves on', () => {
    const { manifestLoadPolicy, fragLoadPolicy } = make();
    assert.ok(manifestLoadPolicy!.default.maxTimeToFirstByteMs <= 6_000);
    assert.equal(fragLoadPolicy!.default.maxLoadTimeMs, 120_000);
  });

  it('asks again after a broken connection, and twice for a file that is just being published', () => {
    const { errorRetry } = make().fragLoadPolicy!.default;
    const asksAgain = (code: number, count: number, isRetried = false) =>
      errorRetry!.shouldRetry!(errorRetry, count, false, { url: '', code }, isRetried);
    assert.deepEqual([asksAgain(0, 0), asksAgain(0, 7), asksAgain(0, 8)], [true, true, false]);
    assert.deepEqual([asksAgain(404, 0), asksAgain(404, 1), asksAgain(404, 2)], [true, true, false]);
    assert.deepEqual([asksAgain(429, 1), asksAgain(403, 0), asksAgain(500, 5, true)], [true, false, true]);
  });

  it('lets players that failed together come back apart', () => {
    const delays = Array.from({ length: 20 }, () => make().fragLoadPolicy!.default.errorRetry!.retryDelayMs);
    assert.ok(new Set(delays).size > 1);
    assert.ok(delays.every((delay) => delay >= 300 && delay <= 600));
  });
});
