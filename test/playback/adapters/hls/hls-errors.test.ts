import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hlsError,
  isProcessing,
  answerOf,
  type HlsFailure,
  hasInvalidTimestamps,
} from '../../../../src/playback/adapters/hls/hls-errors.ts';

const data = (type: string, details: string, code?: number, body = ''): HlsFailure => ({
  type,
  details,
  error: new Error('from hls.js, at https://a.example/?token=secret'),
  response: code === undefined ? undefined : { code, data: body },
});

describe('failures of hls.js', () => {
  const table: [string, string, number | undefined, string][] = [
    ['networkError', 'manifestLoadError', 404, 'media-not-found'],
    ['networkError', 'manifestLoadError', 410, 'media-not-found'],
    ['networkError', 'manifestLoadError', 401, 'media-forbidden'],
    ['networkError', 'fragLoadError', 403, 'media-forbidden'],
    ['networkError', 'fragLoadError', 404, 'media-not-found'],
    ['networkError', 'manifestLoadError', 503, 'media-network'],
    ['networkError', 'manifestLoadError', 0, 'media-network'],
    ['networkError', 'manifestLoadTimeOut', undefined, 'media-network'],
    ['networkError', 'manifestParsingError', 200, 'media-decode'],
    ['networkError', 'levelEmptyError', 200, 'media-decode'],
    ['networkError', 'levelParsingError', undefined, 'media-decode'],
    ['mediaError', 'manifestIncompatibleCodecsError', undefined, 'media-unsupported'],
    ['mediaError', 'bufferAddCodecError', undefined, 'media-unsupported'],
    ['keySystemError', 'keySystemNoAccess', undefined, 'media-unsupported'],
    ['mediaError', 'bufferAppendError', undefined, 'media-decode'],
    ['mediaError', 'fragParsingError', undefined, 'media-decode'],
    ['muxError', 'remuxAllocError', undefined, 'media-decode'],
  ];
  for (const [type, details, status, code] of table) {
    it(`calls ${details}${status === undefined ? '' : ` with ${status}`} ${code}`, () => {
      assert.equal(hlsError(data(type, details, status)).code, code);
    });
  }

  it('keeps addresses out of its messages', () => {
    for (const [type, details, status] of table) {
      assert.doesNotMatch(hlsError(data(type, details, status)).message, /secret|example/);
    }
  });

  it('takes 202 and an empty list for "not yet"', () => {
    assert.equal(isProcessing(data('networkError', 'manifestParsingError', 202, '{}')), true);
    assert.equal(isProcessing(data('networkError', 'manifestParsingError', 200, ' \n')), true);
    assert.equal(isProcessing(data('networkError', 'manifestParsingError', 200, '<html>')), false);
    assert.equal(isProcessing(data('networkError', 'manifestLoadError', 404)), false);
  });

  it('takes a request that a live server holds on purpose for no sign that the line is down', () => {
    const late = (url: string) => answerOf({ ...data('networkError', 'levelLoadTimeOut'), url });
    assert.equal(late('https://a.example/1.m3u8?_HLS_msn=7&_HLS_part=1'), undefined);
    assert.equal(late('https://a.example/1.m3u8?token=x&_HLS_msn=7'), undefined);
    assert.equal(late('https://a.example/1.m3u8'), 'none');
    const url = 'https://a.example/1.m3u8?_HLS_msn=7';
    assert.equal(answerOf({ ...data('networkError', 'levelLoadError', 0), url }), 'none');
    assert.equal(answerOf({ ...data('networkError', 'levelLoadError', 503), url }), 'busy');
    assert.equal(answerOf(data('networkError', 'fragLoadError', 429)), 'busy');
    assert.equal(answerOf(data('networkError', 'fragLoadError', 404)), 'good');
  });
});

describe('hasInvalidTimestamps', () => {
  const film = { targetduration: 6, live: false };

  it('is true for a segment that is hours long in a list of seconds', () => {
    assert.equal(hasInvalidTimestamps({ duration: 4_021 }, film), true);
  });

  it('is false for what encoders do', () => {
    for (const duration of [0, 5.9, 6, 11, 29])
      assert.equal(hasInvalidTimestamps({ duration }, film), false, String(duration));
    assert.equal(hasInvalidTimestamps({ duration: 3_500 }, { targetduration: 3_600, live: false }), false);
  });

  it('leaves live streams and unknown ones alone', () => {
    assert.equal(hasInvalidTimestamps({ duration: 4_021 }, { targetduration: 6, live: true }), false);
    assert.equal(hasInvalidTimestamps({ duration: 4_021 }, null), false);
  });
});
