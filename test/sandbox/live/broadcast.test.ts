import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { ManualClockSandbox } from './support/manual-clock-sandbox.ts';
import { assertFollows } from './support/live-playlist.ts';
import type { LiveStreamAnswer } from '../../support/sandbox/live-sandbox.ts';

describe('a broadcast', () => {
  let service: ManualClockSandbox;
  let stream: LiveStreamAnswer;

  beforeEach(async () => {
    service = await ManualClockSandbox.open(60);
    stream = await service.createStream(true);
  });

  afterEach(() => service.close());

  const isBroadcasting = async () => {
    const response = await service.ask('GET', `/live-streams/${stream.liveStreamId}`);
    return ((await response.json()) as LiveStreamAnswer).broadcasting;
  };
  const fetchAsset = async (uri: string) => {
    const response = await fetch(
      new URL(uri, `${service.url}/assets/live/${stream.liveStreamId}/playlist.m3u8`),
    );
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('has no playlist before it begins, and none at all where there is no stream', async () => {
    const before = await fetch(stream.assets.hls);
    assert.equal(before.status, 202);
    assert.equal(await before.text(), '');
    assert.equal((await fetch(`${service.url}/assets/live/li0000000000000000000000.m3u8`)).status, 404);
    assert.equal((await fetch(`${service.url}/assets/live/nothing`)).status, 404);
  });

  it('is on the air while a source sends', async () => {
    const reported: string[] = [];
    service.sandbox.eventBus.on('live-stream.broadcast.started', ({ liveStreamId }) =>
      reported.push(`+${liveStreamId}`),
    );
    service.sandbox.eventBus.on('live-stream.broadcast.ended', ({ liveStreamId }) =>
      reported.push(`-${liveStreamId}`),
    );
    assert.equal(await isBroadcasting(), false);
    await service.synthetic('POST', stream);
    service.clock.advance(1_000);
    assert.equal(await isBroadcasting(), true);
    await service.synthetic('DELETE', stream);
    assert.equal(await isBroadcasting(), false);
    assert.deepEqual(reported, [`+${stream.liveStreamId}`, `-${stream.liveStreamId}`]);
  });

  it('announces the next segments in its first playlist', async () => {
    await service.synthetic('POST', stream);
    service.clock.advance(5_000);
    const response = await fetch(stream.assets.hls);
    assert.equal(response.headers.get('content-type'), 'application/vnd.apple.mpegurl');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const text = await response.text();
    assert.match(
      text,
      /^#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="avc1\.42c01e,mp4a\.40\.2",RESOLUTION=640x360$/m,
    );
  });

  it('keeps to the rules of low-latency HLS at every step of three minutes', async () => {
    await service.synthetic('POST', stream);
    service.clock.advance(3_000);
    let before = await service.playlist(stream);
    for (let step = 0; step < 180_000 / 730; step++) {
      service.clock.advance(730);
      const after = await service.playlist(stream);
      assertFollows(before, after);
      before = after;
    }
    const window = before.segments.reduce((sum, { seconds }) => sum + seconds, 0);
    assert.ok(window >= 60 && window <= 66, `a window of ${window} s`);
    assert.ok(before.independent);
  });

  it('serves every part and segment that it lists, and the parts are the segments', async () => {
    await service.synthetic('POST', stream);
    service.clock.advance(9_000);
    const { segments } = await service.playlist(stream);
    for (const { uri, parts, map } of segments) {
      const init = await fetchAsset(map ?? '');
      assert.equal(init.response.headers.get('content-type'), 'video/mp4');
      assert.equal(init.bytes.toString('latin1', 4, 8), 'ftyp');
      const loaded = await Promise.all(parts.map((part) => fetchAsset(part.uri)));
      for (const { response, bytes } of loaded) {
        assert.equal(response.status, 200);
        assert.match(response.headers.get('cache-control') ?? '', /immutable/);
        assert.equal(bytes.toString('latin1', 4, 8), 'moof');
      }
      if (uri === undefined || parts.length === 0) continue;
      const whole = await fetchAsset(uri);
      assert.deepEqual(whole.bytes, Buffer.concat(loaded.map(({ bytes }) => bytes)));
    }
  });

  it('keeps the bytes of listed segments only', async () => {
    await service.synthetic('POST', stream);
    service.clock.advance(200_000);
    const { segments, sequence } = await service.playlist(stream);
    const [oldest] = segments;
    assert.equal((await fetchAsset(oldest?.uri ?? '')).response.status, 200);
    const long = (oldest?.uri ?? '').replace(String(sequence), String(sequence - 20));
    assert.equal(
      (
        await eventually(async () => {
          const { response } = await fetchAsset(long);
          return response.status === 404 ? response : undefined;
        })
      ).status,
      404,
    );
  });

  it('continues after a stop and a start, with a discontinuity and rising numbers', async () => {
    await service.synthetic('POST', stream);
    service.clock.advance(6_000);
    let before = await service.playlist(stream);
    for (let time = 1; time <= 20; time++) {
      await service.synthetic('DELETE', stream);
      service.clock.advance(time * 400);
      assertFollows(before, await service.playlist(stream));
      await service.synthetic('POST', stream);
      service.clock.advance(4_000);
      const after = await service.playlist(stream);
      assertFollows(before, after);
      assert.ok(after.segments.some(({ discontinuity }) => discontinuity));
      assert.equal(after.ended, false);
      before = after;
    }
    assert.ok(before.discontinuitySequence > 0, 'discontinuities have left the window');
  });

  it('ends for players when no source comes back, and starts over under other addresses', async () => {
    await service.synthetic('POST', stream);
    service.clock.advance(8_000);
    await service.synthetic('DELETE', stream);
    service.clock.advance(9_000);
    assert.equal((await service.playlist(stream)).ended, false);
    service.clock.advance(2_000);
    const over = await service.playlist(stream);
    assert.equal(over.ended, true);
    assert.equal((await fetchAsset(over.segments[0]?.uri ?? '')).response.status, 200);

    service.clock.advance(5_000);
    await service.synthetic('POST', stream);
    service.clock.advance(5_000);
    const anew = await service.playlist(stream);
    assert.equal(anew.ended, false);
    assert.ok(anew.sequence > (over.segments.at(-1)?.sequence ?? 0));
    assert.ok(anew.discontinuitySequence > over.discontinuitySequence);
    assert.notEqual(anew.segments[0]?.map, over.segments[0]?.map);
  });

  it('becomes a video that names its live stream', async () => {
    const recorded: unknown[] = [];
    service.sandbox.eventBus.on('video.source.recorded', (reported) => recorded.push(reported));
    await service.synthetic('POST', stream);
    service.clock.advance(12_000);
    await service.synthetic('DELETE', stream);
    const video = await eventually(async () => {
      const response = await service.ask('GET', `/videos?liveStreamId=${stream.liveStreamId}`);
      const { data } = (await response.json()) as {
        data: { videoId: string; title: string; source: unknown }[];
      };
      return data[0];
    });
    assert.equal(video.title, 'A test');
    assert.deepEqual(video.source, {
      uri: `/videos/${video.videoId}/source`,
      type: 'liveStream',
      liveStream: {
        liveStreamId: stream.liveStreamId,
        links: [{ rel: 'self', uri: `/live-streams/${stream.liveStreamId}` }],
      },
    });
    assert.deepEqual(recorded, [{ liveStreamId: stream.liveStreamId, videoId: video.videoId }]);
    const metadata = await eventually(async () => {
      const response = await service.ask('GET', `/videos/${video.videoId}/status`);
      const { encoding } = (await response.json()) as {
        encoding: { playable: boolean; metadata: Record<string, unknown> };
      };
      return encoding.playable ? encoding.metadata : undefined;
    });
    assert.equal(metadata['duration'], 12);
    assert.equal(metadata['width'], 640);
    assert.equal(metadata['height'], 360);
  });

  it('is not recorded unless that was asked for', async () => {
    const plain = await service.createStream();
    await service.synthetic('POST', plain);
    service.clock.advance(5_000);
    await service.synthetic('DELETE', plain);
    const response = await service.ask('GET', '/videos');
    assert.deepEqual(((await response.json()) as { data: unknown[] }).data, []);
  });

  it('ends with its live stream', async () => {
    await service.synthetic('POST', stream);
    service.clock.advance(5_000);
    const { segments } = await service.playlist(stream);
    assert.equal((await service.ask('DELETE', `/live-streams/${stream.liveStreamId}`)).status, 204);
    assert.equal((await fetch(stream.assets.hls)).status, 404);
    assert.equal((await fetchAsset(segments[0]?.uri ?? '')).response.status, 404);
    service.clock.advance(100_000);
  });
});
