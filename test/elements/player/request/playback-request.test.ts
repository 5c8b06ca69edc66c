import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestSettings } from '../../../../src/elements/player/api/player-api.ts';
import { requestOf } from '../../../../src/elements/player/request/playback-request.ts';
import { planSource } from '../../../../src/playback/make-ready.ts';

/** The attributes of a player that a framework sets, and none other. */
const playerOf = (attributes: Partial<RequestSettings>) =>
  ({ backend: '/vh', ...attributes }) as RequestSettings;

describe('what a player asks for', () => {
  it('is undefined while the page does not know the id: empty text is no id', () => {
    assert.equal(planSource(requestOf(playerOf({ videoId: '' }))), undefined);
    assert.equal(planSource(requestOf(playerOf({ liveStreamId: '', src: '' }))), undefined);
    assert.ok(planSource(requestOf(playerOf({ videoId: 'vi1' }))));
  });

  it('is the stream of a page that leaves the id of a video empty', async (t) => {
    const asked: string[] = [];
    t.mock.method(globalThis, 'fetch', (url: string) => {
      asked.push(url);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const plan = planSource(requestOf(playerOf({ videoId: '', liveStreamId: 'li1' })));
    await Promise.resolve(plan?.ask?.('start', AbortSignal.abort())).catch(() => {});
    assert.deepEqual(asked, ['/vh/playback/live-streams/li1']);
  });

  it('is what stands inside a player with an empty id', () => {
    const sources = [{ src: '/film.mp4' }];
    const plan = planSource(
      requestOf(playerOf({ videoId: '' }), undefined, { playback: undefined, sources }),
    );
    assert.deepEqual(plan?.known?.media, [{ url: '/film.mp4', hls: false, type: undefined }]);
    assert.equal(plan.ask, undefined);
  });
});
