import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { LiveSandbox, type LiveStreamAnswer } from '../../support/sandbox/live-sandbox.ts';

interface Video {
  videoId: string;
  source: { liveStream?: { liveStreamId: string } };
}

const QUIET = ['--no-rtmp', '--no-ffmpeg'];

const recordingsOf = async (sandbox: LiveSandbox, { liveStreamId }: LiveStreamAnswer) =>
  (await sandbox.ask<{ data: Video[] }>('GET', `/videos?liveStreamId=${liveStreamId}`)).data;

/** Records for some seconds and ends the house in the middle of it; another one on the same folder has the video. */
async function breakOff(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const first = await LiveSandbox.start(...QUIET);
  const stream = await first.createStream(true);
  await first.ask('POST', `/live-streams/${stream.liveStreamId}/_synthetic`);
  const playlist = stream.assets.hls.replace('.m3u8', '/playlist.m3u8');
  await eventually(async () => {
    const text = await (await fetch(playlist)).text();
    return (text.match(/#EXTINF/g)?.length ?? 0) >= 2 || undefined;
  });
  await first.end(signal);

  const second = await LiveSandbox.startOn(first.dataDir, ...QUIET);
  const [video, ...more] = await recordingsOf(second, stream);
  assert.ok(video);
  assert.deepEqual(more, []);
  assert.equal(video.source.liveStream?.liveStreamId, stream.liveStreamId);
  const seconds = await eventually(async () => {
    const { encoding } = await second.ask<{
      encoding: { playable: boolean; metadata: { duration: number } };
    }>('GET', `/videos/${video.videoId}/status`);
    return encoding.playable ? encoding.metadata.duration : undefined;
  });
  assert.ok(seconds >= 3, `${seconds} s`);
  assert.equal((await readdir(path.join(second.dataDir, 'extents'))).length, 1);
  assert.equal(
    (await second.ask<LiveStreamAnswer>('GET', `/live-streams/${stream.liveStreamId}`)).broadcasting,
    false,
  );
  assert.equal((await fetch(second.ready.url + new URL(stream.assets.hls).pathname)).status, 202);
  await second.stop();
}

describe('a recording', () => {
  it('that was broken off by a kill is a video at the next start', () => breakOff('SIGKILL'));

  it('is a video too when the house is left in good order', () => breakOff('SIGTERM'));

  it('is not lost, nor made twice, by a kill right after its end', async () => {
    const first = await LiveSandbox.start(...QUIET);
    const stream = await first.createStream(true);
    const synthetic = `/live-streams/${stream.liveStreamId}/_synthetic`;
    await first.ask('POST', synthetic);
    const playlist = stream.assets.hls.replace('.m3u8', '/playlist.m3u8');
    await eventually(async () => (await (await fetch(playlist)).text()).includes('#EXTINF') || undefined);
    await first.ask('DELETE', synthetic);
    await first.end('SIGKILL');
    const second = await LiveSandbox.startOn(first.dataDir, ...QUIET);
    assert.equal((await recordingsOf(second, stream)).length, 1);
    await second.stop();
  });
});

describe('the sandbox as a command', () => {
  it('brings a synthetic stream along, and says where encoders send to', async () => {
    const sandbox = await LiveSandbox.start('--synthetic-live', '--rtmp-port', '0', '--no-ffmpeg');
    assert.match(sandbox.ready.rtmp ?? '', /^rtmp:\/\/127\.0\.0\.1:\d+\/s$/);
    const stream = await eventually(async () => {
      const { data } = await sandbox.ask<{ data: LiveStreamAnswer[] }>('GET', '/live-streams?name=Synthetic');
      return data.find(({ broadcasting }) => broadcasting);
    });
    assert.equal((await fetch(stream.assets.hls)).status, 200);
    await sandbox.end('SIGTERM');
    const again = await LiveSandbox.startOn(sandbox.dataDir, '--synthetic-live', '--no-rtmp', '--no-ffmpeg');
    const { data } = await again.ask<{ data: LiveStreamAnswer[] }>('GET', '/live-streams');
    assert.equal(data.length, 1);
    assert.equal(again.ready.rtmp, undefined);
    await again.stop();
  });
});
