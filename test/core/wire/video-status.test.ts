import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { hasFailed, parseVideoStatus } from '../../../src/core/wire/video-status.ts';

const unexpected = (error: unknown) => isVhError(error, 'unexpected-answer');

describe('parseVideoStatus', () => {
  it('reads all of one', () => {
    const whole = {
      ingest: {
        status: 'uploading',
        filesize: 1000,
        receivedParts: { parts: [1, 2], total: 3 },
        receivedBytes: [{ from: 0, to: 9, total: 1000 }],
      },
      encoding: {
        playable: true,
        qualities: [{ type: 'mp4', quality: '720p', status: 'encoded' }],
        metadata: { width: 1280, height: 720, duration: 12 },
        reason: 'because',
      },
    };
    assert.deepEqual(parseVideoStatus(JSON.parse(JSON.stringify(whole))), whole);
  });

  it('takes every way to say that nothing has come yet', () => {
    for (const ingest of [undefined, null, []]) {
      const status = parseVideoStatus({
        ingest,
        encoding: { playable: false, qualities: [], metadata: null },
      });
      assert.equal(status.ingest, null);
      assert.equal(status.encoding.playable, false);
    }
  });

  it('accepts null for values that are not known yet', () => {
    const status = parseVideoStatus({
      ingest: { status: 'uploading', filesize: null, receivedBytes: null, receivedParts: null },
      encoding: { playable: false, qualities: null, metadata: { width: null, height: null, duration: null } },
    });
    assert.deepEqual(status.ingest?.receivedParts, { parts: [], total: undefined });
    assert.deepEqual(status.encoding.metadata, {});
  });

  it('leaves out invalid parts, sizes and states', () => {
    const status = parseVideoStatus({
      ingest: { receivedParts: { parts: [1, '2', null, 3], total: '3' }, receivedBytes: [{}] },
      encoding: {
        playable: 'yes',
        qualities: [{ type: 'dash', status: 'soon' }],
        metadata: { width: '1280' },
      },
    });
    assert.deepEqual(status.ingest?.receivedParts, { parts: [1, 3], total: undefined });
    assert.equal(status.encoding.playable, false);
    assert.deepEqual(status.encoding.qualities, [{ type: 'hls', quality: '', status: 'waiting' }]);
    assert.deepEqual(status.encoding.metadata, {});
  });

  it('refuses invalid statuses', () => {
    for (const odd of [
      undefined,
      null,
      'x',
      [],
      {},
      { encoding: null },
      { encoding: [] },
      { encoding: {}, ingest: 7 },
    ]) {
      assert.throws(() => parseVideoStatus(odd), unexpected, JSON.stringify(odd));
    }
    assert.throws(() => parseVideoStatus({ encoding: { qualities: ['x'] } }), unexpected);
  });
});

describe('hasFailed', () => {
  const withStates = (playable: boolean, ...states: string[]) =>
    hasFailed(
      parseVideoStatus({
        encoding: { playable, qualities: states.map((status) => ({ type: 'hls', quality: 'x', status })) },
      }),
    );

  it('is true only when nothing will come any more', () => {
    assert.equal(withStates(false, 'failed', 'failed'), true);
    assert.equal(withStates(false, 'failed', 'waiting'), false);
    assert.equal(withStates(false), false);
    assert.equal(withStates(true, 'failed'), false);
  });
});
