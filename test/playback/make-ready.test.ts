import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Playback } from '../../src/core/wire/playback.ts';
import { planSource } from '../../src/playback/make-ready.ts';
import { fetchSource } from '../../src/playback/source/fetch-source.ts';
import { sameRequest, type PlaybackRequest } from '../../src/playback/source/playback-request.ts';

const playback: Playback = {
  kind: 'video',
  id: 'vi1',
  state: 'playable',
  hls: 'https://assets.example/vod/vi1/hls/manifest.m3u8',
  mp4: 'https://assets.example/vod/vi1/mp4/source.mp4',
  playlists: [],
  captions: [],
  chapters: [],
};

const ask = async (request: PlaybackRequest) => {
  const plan = planSource(request);
  return plan && (plan.known ?? fetchSource(request, 'start', new AbortController().signal));
};

describe('what a player is asked to play', () => {
  it('knows HLS by its name or its type, whatever follows the name', async () => {
    const media = async (src: string, type?: string) =>
      (await ask({ sources: [{ src, type }] }))?.media[0]?.hls;
    assert.equal(await media('/a.m3u8'), true);
    assert.equal(await media('/a.M3U8?token=1#t=3'), true);
    assert.equal(await media('/a', 'application/x-mpegURL'), true);
    assert.equal(await media('/a.mp4'), false);
    assert.equal(await media('/a.m3u8.mp4'), false);
    assert.equal(await media('/a.m3u8', 'video/mp4'), false);
  });

  it('prefers an address to a playback, that to an id, and that to sources', async () => {
    const all = {
      src: '/a.mp4',
      playback,
      videoId: 'vi2',
      assetUrl: 'https://a.example',
      sources: [{ src: '/b.mp4' }],
    };
    assert.equal((await ask(all))?.media[0]?.url, '/a.mp4');
    assert.equal((await ask({ ...all, src: undefined }))?.id, 'vi1');
    assert.equal((await ask({ ...all, src: undefined, playback: undefined }))?.id, 'vi2');
    assert.equal((await ask({ sources: all.sources }))?.media[0]?.url, '/b.mp4');
    assert.equal(planSource({}), undefined);
  });

  it('finds a video and its poster by the asset address', async () => {
    const source = await ask({ videoId: 'vi2', assetUrl: 'https://a.example/assets/' });
    assert.deepEqual(source?.media, [
      { url: 'https://a.example/assets/vod/vi2/hls/manifest.m3u8', hls: true, type: undefined },
    ]);
    assert.equal(source.poster, 'https://a.example/assets/vod/vi2/thumbnail.jpg');
  });

  it('finds a live stream, and a private video by its token', async () => {
    const hidden = await ask({ videoId: 'vi2', assetUrl: 'https://a.example', token: 't/1' });
    assert.equal(hidden?.media[0]?.url, 'https://a.example/vod/vi2/token/t%2F1/hls/manifest.m3u8');
    const live = await ask({ liveStreamId: 'li1', assetUrl: 'https://a.example' });
    assert.equal(live?.media[0]?.url, 'https://a.example/live/li1.m3u8');
    assert.equal(live.kind, 'live-stream');
    const backstage = await ask({ liveStreamId: 'li1', assetUrl: 'https://a.example', token: 't/1' });
    assert.equal(backstage?.media[0]?.url, 'https://a.example/live/private/t%2F1/li1.m3u8');
  });

  it('refuses an id that is none, and an id that leads nowhere', async () => {
    await assert.rejects(ask({ videoId: '../x', assetUrl: 'https://a.example' }), { code: 'invalid-use' });
    await assert.rejects(ask({ videoId: 'vi1' }), { code: 'invalid-use' });
  });

  it('takes a playback as data or from a function, and reads it with care', async () => {
    assert.deepEqual((await ask({ playback }))?.media, [
      { url: playback.hls, hls: true },
      { url: playback.mp4, hls: false, type: 'video/mp4' },
    ]);
    const reasons: string[] = [];
    const fetched = await ask({
      playback: (reason) => {
        reasons.push(reason);
        return Promise.resolve(playback);
      },
    });
    assert.equal(fetched?.id, 'vi1');
    assert.deepEqual(reasons, ['start']);
    const unfit = JSON.parse('{"state":"playable"}') as Playback;
    await assert.rejects(ask({ playback: unfit }), { code: 'unexpected-answer' });
  });

  it('distinguishes the same request from another', () => {
    assert.equal(sameRequest({ src: '/a' }, { src: '/a', sources: [] }), true);
    assert.equal(sameRequest({ src: '/a' }, { src: '/b' }), false);
    assert.equal(sameRequest({ playback }, { playback: { ...playback } }), true);
    assert.equal(sameRequest({ playback }, { playback: { ...playback, id: 'other' } }), false);
    assert.equal(sameRequest({ playback: () => playback }, { playback: () => playback }), false);
    assert.equal(
      sameRequest({ sources: [{ src: '/a' }] }, { sources: [{ src: '/a', type: 'video/mp4' }] }),
      false,
    );
  });
});
