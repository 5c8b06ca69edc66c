import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ffmpeg } from '../../demo/sandbox/packaging/ffmpeg.ts';
import { imageType } from '../../demo/sandbox/http/image-type.ts';
import { film } from '../support/sandbox-bytes.ts';
import { isSettled, SandboxUnderTest } from '../support/sandbox.ts';

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

    it('still says of a text that it is no video', async () => {
      const videoId = await sandbox.video();
      await sandbox.upload(videoId, Buffer.from('a text'.repeat(1000)), 'text.mp4');
      const { encoding } = await sandbox.statusWhen(videoId, isSettled);
      assert.match(encoding.reason ?? '', /not a video/);
    });
  });
}
