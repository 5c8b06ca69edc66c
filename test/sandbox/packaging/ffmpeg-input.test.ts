import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Film } from '../../../packages/vh-elements-sandbox/src/packaging/copy/film.ts';
import {
  inputOf,
  pictureInput,
} from '../../../packages/vh-elements-sandbox/src/packaging/ffmpeg/ffmpeg-input.ts';
import { Ffmpeg } from '../../../packages/vh-elements-sandbox/src/packaging/ffmpeg/ffmpeg.ts';
import { isSettled, SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';

const secret = fileURLToPath(new URL('../../../../test/media/sandbox/h264-aac.mp4', import.meta.url));

/** A playlist that names `file`, behind the header of an MP3 and in front of frames of one. */
function disguisedPlaylist(file: string): Buffer {
  const header = Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1');
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:6', '#EXTINF:6,', file, '#EXT-X-ENDLIST', ''];
  // MPEG-1 layer III at 128 kbit/s and 44.1 kHz: 417 bytes each, all of them silence.
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  return Buffer.concat([header, Buffer.from(lines.join('\n')), ...Array.from({ length: 200 }, () => frame)]);
}

describe('what ffmpeg opens of an upload', () => {
  it('follows from the findings of the probe only', () => {
    const files = [{ path: '/data/extents/a', size: 1 }];
    assert.deepEqual(inputOf({ files, container: 'audio/mpeg' }), [
      ...['-f', 'mp3', '-format_whitelist', 'mp3', '-protocol_whitelist', 'file', '-i', 'file:a'],
    ]);
    const parts = [...files, { path: '/data/extents/b', size: 1 }];
    const args = inputOf({ files: parts, container: 'video/quicktime' });
    assert.deepEqual(args.slice(4), ['-protocol_whitelist', 'file,concat', '-i', 'concat:a|b']);
    for (const container of ['application/vnd.apple.mpegurl', 'application/dash+xml', '', 'constructor'])
      assert.throws(() => inputOf({ files, container }), /is given no/);
  });

  it('is no playlist: such a file is not read as one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'disguise-'));
    try {
      const bytes = disguisedPlaylist(`file:${secret}`);
      for (const [name, content] of [
        ['plain', bytes.subarray(10)],
        ['disguised', bytes],
      ] as const) {
        const file = path.join(folder, name);
        await writeFile(file, content);
        const film = await Film.open([{ path: file, size: content.length }]).catch(() => undefined);
        assert.equal(film?.picture, undefined);
        assert.ok(film === undefined || film.mimeType === 'audio/mpeg');
        film?.close();
        await assert.rejects(pictureInput(file), /cannot be read/);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

if (await Ffmpeg.find()) {
  describe('an upload that names a file of this machine', () => {
    let sandbox: SandboxUnderTest;
    before(async () => {
      sandbox = await SandboxUnderTest.start({ ffmpeg: 'ffmpeg' });
    });
    after(() => sandbox.end());

    it('contains nothing of the secret file, whatever the upload becomes', async () => {
      const named = path.join(sandbox.dir, 'secret.mp4');
      await copyFile(secret, named);
      const json = { title: 'Mine', clip: { startTimecode: '1', endTimecode: '3' } };
      const videoId = textOf((await sandbox.ask('POST', '/videos', { json })).body, 'videoId');
      await sandbox.upload(videoId, disguisedPlaylist(named), 'song.mp3');
      const { encoding } = await sandbox.statusWhen(videoId, isSettled);
      const made = await fetch(`${sandbox.url}/assets/vod/${videoId}/mp4/source.mp4`);
      if (made.status === 200) {
        const file = path.join(sandbox.dir, 'made.mp4');
        await writeFile(file, new Uint8Array(await made.arrayBuffer()));
        const film = await Film.open([{ path: file, size: (await readFile(file)).length }]);
        assert.equal(film.picture, undefined, 'there is no picture in the upload');
        film.close();
      }
      assert.equal(encoding.metadata['videoCodec'], null);
    });
  });
}
