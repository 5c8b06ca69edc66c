import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { imageType } from '../../../packages/vh-elements-sandbox/src/http/body/image-type.ts';
import { Ffmpeg } from '../../../packages/vh-elements-sandbox/src/packaging/ffmpeg/ffmpeg.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, SandboxUnderTest, type VideoStatusBody } from '../../support/sandbox/sandbox.ts';

/** The end of the bytes is the end of the picture, and the picture needs no other. */
function assertKeyFrame(bytes: Buffer, codec: string): void {
  assert.equal(bytes.toString('latin1', 4, 8), 'moof');
  const media = bytes.subarray(bytes.readUInt32BE(0) + 8);
  if (codec === 'vp9') {
    assert.equal(media.readUInt8(0) & 0b1100_1100, 0b1000_0000);
    return;
  }
  const kinds: number[] = [];
  let at = 0;
  for (; at < media.length; at += 4 + media.readUInt32BE(at)) kinds.push(media.readUInt8(at + 4) & 0x1f);
  assert.equal(at, media.length);
  assert.ok(kinds.includes(5), `has ${kinds.join(', ')}`);
}

describe('packaging without ffmpeg', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const packaged = async (name: string): Promise<{ videoId: string; status: VideoStatusBody }> => {
    const videoId = await sandbox.video(name);
    await sandbox.upload(videoId, await film(name), name);
    return { videoId, status: await sandbox.statusWhen(videoId, isSettled) };
  };
  const bytesOf = async (path: string) => {
    const response = await fetch(`${sandbox.url}${path}`);
    assert.equal(response.status, 200, path);
    return new Uint8Array(await response.arrayBuffer());
  };

  const films: [string, string, string, RegExp][] = [
    ['h264-aac.mp4', 'h264', 'aac', /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/],
    ['h264-aac.mov', 'h264', 'aac', /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/],
    ['h264-aac.mkv', 'h264', 'aac', /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/],
    ['vp9-opus.webm', 'vp9', 'opus', /^vp09\.[\d.]+,Opus$/],
  ];
  for (const [name, videoCodec, audioCodec, codecs] of films) {
    it(`makes HLS and MP4 of ${name}`, async () => {
      const { videoId, status } = await packaged(name);
      assert.equal(status.encoding.playable, true);
      assert.deepEqual(status.encoding.qualities, [
        { type: 'hls', quality: '240p', status: 'encoded' },
        { type: 'mp4', quality: '240p', status: 'encoded' },
      ]);
      const { bitrate, ...metadata } = status.encoding.metadata;
      assert.ok(Number(bitrate) > 10_000);
      assert.deepEqual(metadata, {
        width: 320,
        height: 180,
        duration: 6,
        framerate: 15,
        samplerate: 48_000,
        videoCodec,
        audioCodec,
        aspectRatio: '16/9',
      });
      const base = `/assets/vod/${videoId}`;
      const master = Buffer.from(await bytesOf(`${base}/hls/manifest.m3u8`)).toString();
      assert.match(/CODECS="([^"]+)"/.exec(master)?.[1] ?? '', codecs);
      assert.match(master, /RESOLUTION=320x180/);

      const playlist = Buffer.from(await bytesOf(`${base}/hls/240p/playlist.m3u8`)).toString();
      const names = ['init.mp4', ...playlist.split('\n').filter((line) => line.endsWith('.m4s'))];
      const pieces = [];
      for (const piece of names) pieces.push(await bytesOf(`${base}/hls/240p/${piece}`));
      const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
      assert.ok(Math.abs(seconds.reduce((sum, one) => sum + one, 0) - 6) < 0.1);
      assert.ok(Math.min(...seconds) > 0.5, 'no segment is a mere tail');

      assert.match(master, /#EXT-X-I-FRAME-STREAM-INF:.*CODECS="[^",]+".*URI="240p\/iframes\.m3u8"/);
      const frames = Buffer.from(await bytesOf(`${base}/hls/240p/iframes.m3u8`)).toString();
      const ranges = [...frames.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\S+)/g)];
      assert.ok(ranges.length >= seconds.length, 'each segment begins with one');
      const shown = ranges.reduce((sum, [, length]) => sum + Number(length), 0);
      assert.ok(Math.abs(shown - 6) < 0.1);
      for (const [, , length, offset, file] of ranges) {
        const end = Number(offset) + Number(length);
        const piece = await fetch(`${sandbox.url}${base}/hls/240p/${file}`, {
          headers: { range: `bytes=${offset}-${end - 1}` },
        });
        assert.equal(piece.status, 206);
        assertKeyFrame(Buffer.from(await piece.arrayBuffer()), videoCodec);
      }

      for (const bytes of [Buffer.concat(pieces), await bytesOf(`${base}/mp4/source.mp4`)]) {
        const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(bytes)) });
        assert.equal((await input.getTracks()).length, 2);
        assert.ok(Math.abs((await input.computeDuration()) - 6) < 0.2);
        input.dispose();
      }
    });
  }

  it('says why it cannot package a source that needs re-encoding', async () => {
    const { videoId, status } = await packaged('vp8-opus.webm');
    assert.equal(status.encoding.playable, false);
    assert.match(status.encoding.reason ?? '', /VP8.*ffmpeg/);
    assert.ok(status.encoding.qualities.every((quality) => quality.status === 'failed'));
    assert.equal((await fetch(`${sandbox.url}/assets/vod/${videoId}/hls/manifest.m3u8`)).status, 202);
  });

  it('says why a file that breaks off cannot be packaged, and serves others', async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, (await film('h264-aac.mov')).subarray(0, 20_000), 'half.mov');
    const status = await sandbox.statusWhen(videoId, isSettled);
    assert.equal(status.encoding.playable, false);
    assert.ok(status.encoding.reason);
    assert.equal((await packaged('h264-aac.mp4')).status.encoding.playable, true);
  });

  it('makes no MP4 of a video that wants none', async () => {
    const reported = await sandbox.ask('POST', '/videos', { json: { title: 'x', mp4Support: false } });
    const { videoId } = JSON.parse(reported.text) as { videoId: string };
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    const { encoding } = await sandbox.statusWhen(videoId, isSettled);
    assert.deepEqual(encoding.qualities, [{ type: 'hls', quality: '240p', status: 'encoded' }]);
    assert.equal((await fetch(`${sandbox.url}/assets/vod/${videoId}/mp4/source.mp4`)).status, 404);
  });

  it('lets go of a video that is deleted while it is being packaged', async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    assert.equal((await sandbox.ask('DELETE', `/videos/${videoId}`)).status, 204);
    assert.equal((await packaged('h264-aac.mkv')).status.encoding.playable, true);
  });

  it('takes up after a restart what it had not finished', async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.close();
    await sandbox.open();
    assert.equal((await sandbox.statusWhen(videoId, isSettled)).encoding.playable, true);
  });
});

// Only where the machine has one: the sandbox needs none.
if (await Ffmpeg.find()) {
  describe('packaging with ffmpeg', () => {
    let sandbox: SandboxUnderTest;
    before(async () => {
      sandbox = await SandboxUnderTest.start({ ffmpeg: 'ffmpeg' });
    });
    after(() => sandbox.end());

    it('encodes what cannot be copied, and takes a picture', async () => {
      const videoId = await sandbox.video();
      await sandbox.upload(videoId, await film('vp8-opus.webm'));
      const { encoding } = await sandbox.statusWhen(videoId, isSettled);
      assert.deepEqual(encoding.qualities, [
        { type: 'hls', quality: '240p', status: 'encoded' },
        { type: 'mp4', quality: '240p', status: 'encoded' },
      ]);
      const base = `${sandbox.url}/assets/vod/${videoId}`;
      const master = await (await fetch(`${base}/hls/manifest.m3u8`)).text();
      assert.match(master, /CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",RESOLUTION=320x180/, 'not enlarged');
      const mp4 = await fetch(`${base}/mp4/source.mp4`);
      assert.equal(Buffer.from(await mp4.arrayBuffer()).toString('latin1', 4, 8), 'ftyp');
      const picture = await fetch(`${base}/thumbnail.jpg`);
      assert.equal(imageType(Buffer.from(await picture.arrayBuffer())), 'image/jpeg');
      await sandbox.ask('PATCH', `/videos/${videoId}/thumbnail`, { json: { timecode: '00:00:04' } });
    });

    it('packages a film whose sound and picture end at the same moment', async () => {
      const picture = 'testsrc2=size=160x90:rate=30:duration=12,noise=alls=60:allf=t';
      const sound = 'anoisesrc=sample_rate=48000:duration=12:seed=1';
      const made = path.join(sandbox.dir, 'film-at-14-mbit.mp4');
      await promisify(execFile)('ffmpeg', [
        ...['-v', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '14M', '-pix_fmt', 'yuv420p'],
        ...['-c:a', 'aac', '-b:a', '128k', made],
      ]);
      const videoId = await sandbox.video();
      await sandbox.upload(videoId, await readFile(made));
      const { encoding } = await sandbox.statusWhen(videoId, isSettled);
      assert.equal(encoding.reason, undefined);
      assert.ok(encoding.qualities.every(({ status }) => status === 'encoded'));
    });

    it('still says of a text that it is no video', async () => {
      const videoId = await sandbox.video();
      await sandbox.upload(videoId, Buffer.from('a text'.repeat(1000)), 'text.mp4');
      const { encoding } = await sandbox.statusWhen(videoId, isSettled);
      assert.match(encoding.reason ?? '', /not a video/);
    });
  });
}

describe('the length of a video', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start({ limits: { sourceSeconds: 5 } });
  });
  after(() => sandbox.end());

  it('is limited: a longer one is taken in, and then not packaged', async () => {
    const videoId = await sandbox.video();
    const { status } = await sandbox.upload(videoId, await film('h264-aac.mp4'));
    assert.equal(status, 201);
    const { ingest, encoding } = await sandbox.statusWhen(videoId, isSettled);
    assert.equal(ingest?.status, 'uploaded');
    assert.equal(encoding.playable, false);
    assert.match(encoding.reason ?? '', /longer than/);
    assert.ok(encoding.qualities.every((one) => one.status === 'failed'));
  });
});
