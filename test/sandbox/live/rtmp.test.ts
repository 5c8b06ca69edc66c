import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { ManualClockSandbox } from './support/manual-clock-sandbox.ts';
import { assertFollows } from './support/live-playlist.ts';
import type { LiveStreamAnswer } from '../../support/sandbox/live-sandbox.ts';
import { RtmpEncoder } from '../../support/sandbox/rtmp-encoder.ts';

describe('an encoder that pushes by RTMP', () => {
  let service: ManualClockSandbox;
  let stream: LiveStreamAnswer;
  let rtmp: string;
  let reported: string[];

  beforeEach(async () => {
    service = await ManualClockSandbox.open(60);
    stream = await service.createStream(true);
    rtmp = (await service.sandbox.listenRtmp({ port: 0 })).url;
    reported = [];
    service.sandbox.eventBus.on('live-stream.broadcast.started', () => reported.push('started'));
    service.sandbox.eventBus.on('live-stream.broadcast.ended', () => reported.push('ended'));
  });

  afterEach(() => service.close());

  const broadcasting = (wanted: boolean) =>
    eventually(async () => {
      const response = await service.ask('GET', `/live-streams/${stream.liveStreamId}`);
      const { broadcasting: now } = (await response.json()) as LiveStreamAnswer;
      return now === wanted || undefined;
    });
  /** The playlist, once it holds so many seconds. */
  const seconds = (wanted: number) =>
    eventually(async () => {
      const playlist = await service.playlist(stream);
      const parts = playlist.segments.flatMap((segment) => segment.parts);
      const listed = playlist.segments.filter((segment) => segment.parts.length === 0);
      const sum = [...parts, ...listed].reduce((all, one) => all + one.seconds, 0);
      return sum >= wanted ? playlist : undefined;
    });

  it('is on the air under its key, in playlists that keep to the rules', async () => {
    assert.match(rtmp, /^rtmp:\/\/127\.0\.0\.1:\d+\/s$/);
    const encoder = await RtmpEncoder.publish(rtmp, stream.streamKey);
    assert.equal(encoder.status, 'NetStream.Publish.Start');
    encoder.send(9);
    const playlist = await seconds(8);
    assert.ok(playlist.segments.length >= 4);
    assert.match(await (await fetch(stream.assets.hls)).text(), /CODECS="avc1\.42c01e,mp4a\.40\.2"/);
    encoder.end();
    await broadcasting(false);
    assert.deepEqual(reported, ['started', 'ended']);
  });

  it('is refused with an unknown key', async () => {
    const encoder = await RtmpEncoder.publish(rtmp, 'no-such-key');
    assert.equal(encoder.status, 'NetStream.Publish.BadName');
    await encoder.hungUp();
    assert.deepEqual(reported, []);
  });

  it('is refused at an application that is not there', async () => {
    const encoder = await RtmpEncoder.publish(rtmp, stream.streamKey, 'live');
    assert.equal(encoder.status, 'NetConnection.Connect.Rejected');
    await encoder.hungUp();
  });

  it('continues the same broadcast when it is back within a minute', async () => {
    const first = await RtmpEncoder.publish(rtmp, stream.streamKey);
    first.send(7);
    const before = await seconds(6);
    first.disconnect();
    await broadcasting(false);
    service.clock.advance(50_000);
    const second = await RtmpEncoder.publish(rtmp, stream.streamKey);
    second.send(7);
    await broadcasting(true);
    const after = await seconds(12);
    assertFollows(before, after);
    assert.equal(after.segments.filter(({ discontinuity }) => discontinuity).length, 1);
    assert.deepEqual(reported, ['started']);
    second.end();
    const video = await eventually(async () => {
      const response = await service.ask('GET', `/videos?liveStreamId=${stream.liveStreamId}`);
      const { data } = (await response.json()) as { data: { videoId: string }[] };
      return data[0];
    });
    const duration = await eventually(async () => {
      const response = await service.ask('GET', `/videos/${video.videoId}/status`);
      const { encoding } = (await response.json()) as {
        encoding: { playable: boolean; metadata: { duration: number } };
      };
      return encoding.playable ? encoding.metadata.duration : undefined;
    });
    assert.equal(duration, 14, 'both halves are in one recording');
  });

  it('has lost its broadcast after a minute', async () => {
    const encoder = await RtmpEncoder.publish(rtmp, stream.streamKey);
    encoder.send(5);
    await seconds(4);
    encoder.disconnect();
    await broadcasting(false);
    service.clock.advance(59_000);
    assert.equal((await service.playlist(stream)).ended, false);
    assert.deepEqual(reported, ['started']);
    service.clock.advance(2_000);
    assert.equal((await service.playlist(stream)).ended, true);
    assert.deepEqual(reported, ['started', 'ended']);
  });

  it('takes the place of one that is still connected', async () => {
    const old = await RtmpEncoder.publish(rtmp, stream.streamKey);
    old.send(4);
    await seconds(3);
    const young = await RtmpEncoder.publish(rtmp, stream.streamKey);
    await old.hungUp();
    young.send(4);
    await seconds(7);
    assert.deepEqual(reported, ['started']);
    young.disconnect();
  });

  it('is sent away when its stream is deleted', async () => {
    const encoder = await RtmpEncoder.publish(rtmp, stream.streamKey);
    encoder.send(3);
    await broadcasting(true);
    await service.ask('DELETE', `/live-streams/${stream.liveStreamId}`);
    await encoder.hungUp();
  });

  it('is sent away when what it says makes no sense, and others are not', async () => {
    const { hostname, port } = new URL(rtmp.replace(/^rtmp/, 'http'));
    const greeting = Buffer.concat([Buffer.of(3), Buffer.alloc(1536 * 2)]);
    const header = (length: number, type: number) =>
      Buffer.from([2, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255, type, 0, 0, 0, 0]);
    const nonsense = [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.concat([greeting, Buffer.of(0xc3)]),
      Buffer.concat([greeting, header(0xffffff, 9)]),
      Buffer.concat([greeting, header(4, 1), Buffer.alloc(4)]),
      Buffer.concat([greeting, header(3, 20), Buffer.of(3, 0, 9)]),
      Buffer.concat([greeting, header(20, 20), Buffer.alloc(20, 0xff)]),
    ];
    const bystander = await RtmpEncoder.publish(rtmp, stream.streamKey);
    for (const bytes of nonsense) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(bytes);
      await once(socket, 'close');
    }
    bystander.send(4);
    await seconds(3);
    bystander.disconnect();
  });
});
