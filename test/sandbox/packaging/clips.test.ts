import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { rangeOf } from '../../../packages/vh-elements-sandbox/src/packaging/ffmpeg/time-range.ts';
import { watermarkFilter } from '../../../packages/vh-elements-sandbox/src/packaging/ffmpeg/watermark-filter.ts';
import { Ffmpeg } from '../../../packages/vh-elements-sandbox/src/packaging/ffmpeg/ffmpeg.ts';
import type { Placement } from '../../../packages/vh-elements-sandbox/src/store/media/edits.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { KEY, formOf, isSettled, SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';

const hasFfmpeg = (await Ffmpeg.find()) !== undefined;

/** Makes a video with the film in it, and returns the length of its played part. */
async function secondsOf(sandbox: SandboxUnderTest, json: Record<string, unknown>, name = 'h264-aac.mp4') {
  const made = await sandbox.ask('POST', '/videos', { json: { title: 'Clip', ...json } });
  assert.ok(made.status === 201 || made.status === 202, made.text);
  const videoId = textOf(made.body, 'videoId');
  if (json['source'] === undefined) await sandbox.upload(videoId, await film(name), name);
  const status = await sandbox.statusWhen(videoId, isSettled);
  const seconds = [];
  for (const address of ['mp4/source.mp4', 'hls/240p/playlist.m3u8']) {
    const response = await fetch(`${sandbox.url}/assets/vod/${videoId}/${address}`);
    if (response.status !== 200) continue;
    const bytes = Buffer.from(await response.arrayBuffer());
    if (address.endsWith('m3u8')) {
      const lengths = [...bytes.toString().matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
      seconds.push(lengths.reduce((sum, one) => sum + one, 0));
    } else {
      const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(bytes)) });
      seconds.push(await input.computeDuration());
      input.dispose();
    }
  }
  return { videoId, status, seconds };
}

const near = (seconds: readonly number[], wanted: number, tolerance = 0.15) => {
  assert.equal(seconds.length, 2);
  for (const one of seconds)
    assert.ok(Math.abs(one - wanted) <= tolerance, `${String(one)} is not ${String(wanted)}`);
};

describe('clips without ffmpeg', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  // The film is six seconds long and has a key frame every two.
  for (const [clip, wanted] of [
    [{ startTimecode: '2', endTimecode: '4' }, 2],
    [{ startTimecode: '00:00:02.000', endTimecode: '00:00:05.500' }, 3.5],
    [{ startTimecode: '00:00:03', endTimecode: '000:00:05:00' }, 3],
    [{ endTimecode: '3' }, 3],
    [{ startTimecode: '4' }, 2],
    [{ startTimecode: 2, endTimecode: 4 }, 2],
    [{ startTimecode: '0', endTimecode: '9999999' }, 6],
  ] as const) {
    it(`begin with a key frame: ${JSON.stringify(clip)}`, async () => {
      const { seconds, status } = await secondsOf(sandbox, { clip });
      // The last pictures need others to be made from.
      near(seconds, wanted + 0.3, 0.45);
      assert.ok(Math.abs(Number(status.encoding.metadata['duration']) - wanted) <= 1);
    });
  }

  it('are made of other kinds of film, too', async () => {
    const { seconds } = await secondsOf(
      sandbox,
      { clip: { startTimecode: '0', endTimecode: '2' } },
      'vp9-opus.webm',
    );
    near(seconds, 2, 0.5);
  });

  it('leave the stored bytes alone', async () => {
    const { videoId } = await secondsOf(sandbox, { clip: { startTimecode: '2' } });
    const reported = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` },
    });
    assert.deepEqual(Buffer.from(await reported.arrayBuffer()), await film('h264-aac.mp4'));
  });

  it('of a copy count from where the copied clip begins', async () => {
    const first = await secondsOf(sandbox, { clip: { startTimecode: '2' } });
    near((await secondsOf(sandbox, { source: first.videoId })).seconds, 4);
    near(
      (await secondsOf(sandbox, { source: first.videoId, clip: { startTimecode: '2', endTimecode: '3' } }))
        .seconds,
      1,
    );
  });

  it('that begin after the end leave nothing to play, and say so', async () => {
    const { status, seconds } = await secondsOf(sandbox, { clip: { startTimecode: '60' } });
    assert.deepEqual(seconds, []);
    assert.match(status.encoding.reason ?? '', /clip/);
  });

  for (const [clip, name] of [
    ['2', 'clip'],
    [[], 'clip'],
    [{}, 'clip'],
    [{ startTimecode: '-1' }, 'clip[startTimecode]'],
    [{ startTimecode: '1.5' }, 'clip[startTimecode]'],
    [{ startTimecode: '12345678' }, 'clip[startTimecode]'],
    [{ startTimecode: '00:61:00' }, 'clip[startTimecode]'],
    [{ startTimecode: '1', endTimecode: '00:00' }, 'clip[endTimecode]'],
    [{ startTimecode: '2', endTimecode: '2' }, 'clip[endTimecode]'],
    [{ startTimecode: '3', endTimecode: '2' }, 'clip[endTimecode]'],
    [{ endTimecode: {} }, 'clip[endTimecode]'],
  ] as const) {
    it(`are refused: ${JSON.stringify(clip)}`, async () => {
      const reported = await sandbox.ask('POST', '/videos', { json: { title: 'x', clip } });
      assert.equal(reported.status, 400);
      assert.equal(slugOf(reported), 'invalid-attribute');
      assert.equal(reported.body['name'], name);
    });
  }

  it('resolve frames by the rate of the film', () => {
    const video = { codec: 'avc', width: 2, height: 2, frameRate: 10 };
    const clips = [{ startTimecode: '00:00:01:05', endTimecode: undefined }];
    assert.deepEqual(rangeOf(clips, { seconds: 9, video }), { start: 1.5, end: 9 });
  });
});

describe('watermarks', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'watermark-'));
    // A red pixel.
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
    await writeFile(path.join(folder, 'red.png'), Buffer.from(png, 'base64'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Uploads the red picture as a watermark. */
  const red = async (sandbox: SandboxUnderTest): Promise<string> => {
    const bytes = new Uint8Array(await readFile(path.join(folder, 'red.png')));
    const reported = await sandbox.ask('POST', '/watermarks', { form: formOf(bytes, { name: 'red.png' }) });
    return textOf(reported.body, 'watermarkId');
  };
  const px = (value: number) => ({ value, unit: 'px' as const });
  const share = (value: number) => ({ value, unit: '%' as const });
  const nowhere: Placement = {
    ...{ left: undefined, right: undefined, top: undefined, bottom: undefined },
    ...{ width: undefined, height: undefined, opacity: 1 },
  };

  it('are refused in words where there is no ffmpeg', async () => {
    const sandbox = await SandboxUnderTest.start();
    const id = await red(sandbox);
    const reported = await sandbox.ask('POST', '/videos', { json: { title: 'x', watermark: { id } } });
    assert.equal(reported.status, 400);
    assert.equal(reported.body['name'], 'watermark');
    assert.match(textOf(reported.body, 'detail'), /ffmpeg/);
    await sandbox.end();
  });

  it('are placed as it was said', () => {
    const frame = { width: 400, height: 200 };
    const filter = (placement: Partial<Placement>) => watermarkFilter([{ ...nowhere, ...placement }], frame);
    assert.match(filter({}), /scale=w=iw:h=ih,.*aa=1\.0000.*overlay=x=0:y=0:/);
    assert.match(filter({ left: px(5), right: px(9), top: share(10) }), /overlay=x=5\.00:y=20\.00:/);
    assert.match(
      filter({ right: share(5), bottom: px(1) }),
      /x=main_w-overlay_w-20\.00:y=main_h-overlay_h-1\.00:/,
    );
    assert.match(filter({ width: share(50) }), /scale=w=200:h=-1/);
    assert.match(filter({ height: px(30), opacity: 0.5 }), /scale=w=-1:h=30,colorchannelmixer=aa=0\.5000/);
    assert.match(filter({ width: px(30), height: 'initial' }), /scale=w=30:h=ih/);
  });

  if (hasFfmpeg) {
    describe('with ffmpeg', () => {
      let sandbox: SandboxUnderTest;
      let id: string;
      before(async () => {
        sandbox = await SandboxUnderTest.start({ ffmpeg: 'ffmpeg' });
        id = await red(sandbox);
      });
      after(() => sandbox.end());

      const pixelOf = async (videoId: string, x: number, y: number) => {
        const url = `${sandbox.url}/assets/vod/${videoId}/mp4/source.mp4`;
        const film = path.join(folder, 'film.mp4');
        await writeFile(film, new Uint8Array(await (await fetch(url)).arrayBuffer()));
        const crop = `crop=2:2:${String(x)}:${String(y)},scale=1:1`;
        const args = [
          '-v',
          'error',
          '-i',
          film,
          '-vf',
          crop,
          '-frames:v',
          '1',
          '-f',
          'rawvideo',
          '-pix_fmt',
          'rgb24',
          '-',
        ];
        const [red = 0, green = 0, blue = 0] = execFileSync('ffmpeg', args);
        return red > 200 && green < 60 && blue < 60;
      };
      const corner = {
        right: '0px',
        bottom: '0%',
        width: '25%',
        height: '40px',
        opacity: '100%',
      };

      it('are burnt in, and stay when the watermark and the first video are gone', async () => {
        const { videoId } = await secondsOf(sandbox, { watermark: { id, ...corner } });
        assert.equal(await pixelOf(videoId, 300, 160), true);
        assert.equal(await pixelOf(videoId, 10, 10), false);
        const copying = await sandbox.ask('POST', '/videos', { json: { title: 'Copy', source: videoId } });
        const copy = textOf(copying.body, 'videoId');
        await sandbox.ask('DELETE', `/videos/${videoId}`);
        await sandbox.statusWhen(copy, isSettled);
        assert.equal(await pixelOf(copy, 300, 160), true);
      });

      it('go with a clip, which is exact then', async () => {
        const clip = { startTimecode: '00:00:01.500', endTimecode: '3' };
        near((await secondsOf(sandbox, { clip })).seconds, 1.5);
        const { videoId, seconds } = await secondsOf(sandbox, { clip, watermark: { id, ...corner } });
        near(seconds, 1.5);
        assert.equal(await pixelOf(videoId, 300, 160), true);
      });

      for (const [watermark, name] of [
        ['x', 'watermark'],
        [{}, 'watermark[id]'],
        [{ id: `watermark_${'B'.repeat(22)}` }, 'watermark[id]'],
        [{ id: '../../red.png' }, 'watermark[id]'],
        [{ left: '10' }, 'watermark[left]'],
        [{ left: 10 }, 'watermark[left]'],
        [{ left: '-10px' }, 'watermark[left]'],
        [{ left: '0px:y=0,drawtext=text=x' }, 'watermark[left]'],
        [{ top: '101%' }, 'watermark[top]'],
        [{ width: '0px' }, 'watermark[width]'],
        [{ width: '99999px' }, 'watermark[width]'],
        [{ height: 'auto' }, 'watermark[height]'],
        [{ opacity: '200%' }, 'watermark[opacity]'],
        [{ opacity: '10px' }, 'watermark[opacity]'],
      ] as const) {
        it(`are refused: ${JSON.stringify(watermark)}`, async () => {
          const asked = name.startsWith('watermark[') && name !== 'watermark[id]';
          const reported = await sandbox.ask('POST', '/videos', {
            json: { title: 'x', watermark: asked ? { id, ...(watermark as object) } : watermark },
          });
          assert.equal(reported.status, 400);
          assert.equal(reported.body['name'], name);
        });
      }
    });
  }
});
