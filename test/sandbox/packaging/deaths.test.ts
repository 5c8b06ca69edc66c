import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ffmpeg } from '../../../packages/vh-elements-sandbox/src/packaging/ffmpeg/ffmpeg.ts';
import { PackagingWorker } from '../../../packages/vh-elements-sandbox/src/packaging/packaging-worker.ts';
import { Packaging } from '../../../packages/vh-elements-sandbox/src/packaging/packaging.ts';

const program = fileURLToPath(new URL('./support/crashing-worker.js', import.meta.url));
const media = fileURLToPath(new URL('../../../../test/media/sandbox/h264-aac.mp4', import.meta.url));
const ffmpeg = await Ffmpeg.find();

describe('a packaging whose process dies', () => {
  let folder: string;
  let files: { path: string; size: number }[];
  const fate = (...words: string[]) => writeFile(path.join(folder, 'fate'), words.join(' '));
  const fateLeft = () => readFile(path.join(folder, 'fate'), 'utf8');

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'deaths-'));
    process.env['VH_MORTAL_WORKER'] = folder;
    files = [{ path: media, size: (await stat(media)).size }];
  });
  beforeEach(() => rm(path.join(folder, 'assets'), { recursive: true, force: true }));
  after(async () => {
    delete process.env['VH_MORTAL_WORKER'];
    await rm(folder, { recursive: true, force: true });
  });

  /** Packages the film with a worker that has its fate; returns the outcome of each rendition. */
  const run = async (tool: Ffmpeg | undefined, stallTimeoutMs?: number) => {
    const ends: string[] = [];
    const logged: string[] = [];
    const packaging = new Packaging({
      files,
      folder: path.join(folder, 'assets'),
      ffmpeg: tool,
      longestSeconds: 3600,
      signal: new AbortController().signal,
      mp4: false,
      finished: [],
      onProbe: () => undefined,
      onRendition: ({ quality, status }) => {
        if (status === 'encoded' || status === 'failed') ends.push(`${quality} ${status}`);
      },
      takePicture: () => Promise.resolve(),
      log: (line) => logged.push(line),
      worker: new PackagingWorker({ program, ...(stallTimeoutMs === undefined ? {} : { stallTimeoutMs }) }),
    });
    const error = await packaging.first().then(
      () => undefined,
      (reason: unknown) => (reason as Error).message,
    );
    return { ends, error, logged };
  };

  for (const death of ['reject', 'exit', 'kill']) {
    it(`starts over: ${death}`, async () => {
      await fate(death);
      assert.deepEqual(await run(undefined), { ends: ['240p encoded'], error: undefined, logged: [] });
      assert.equal(await fateLeft(), '');
      const made = path.join(folder, 'assets', 'hls', '240p', 'playlist.m3u8');
      assert.match(await readFile(made, 'utf8'), /#EXT-X-ENDLIST/);
    });
  }

  it('starts over when it makes no progress', async () => {
    await fate('stall');
    // On a busy machine the other process needs a while before it can show any.
    assert.deepEqual(await run(undefined, 10_000), { ends: ['240p encoded'], error: undefined, logged: [] });
  });

  for (const [deaths, reason] of [
    [['reject', 'reject'], /could not be packaged: the packaging process died twice: Assertion failed/],
    [['kill', 'exit'], /died twice: it ended with 3/],
    [['exit', 'kill'], /died twice: it ended with SIGKILL/],
  ] as const) {
    it(`fails with the reason when it dies again: ${deaths.join(', ')}`, async () => {
      await fate(...deaths);
      const { ends, error } = await run(undefined);
      assert.deepEqual(ends, ['240p failed']);
      assert.match(error ?? '', reason);
    });
  }

  if (ffmpeg) {
    it('is tried the other way, in another process', async () => {
      await fate('reject', 'reject');
      const { ends, error, logged } = await run(ffmpeg);
      assert.deepEqual([ends, error], [['240p encoded'], undefined]);
      assert.match(logged.join('\n'), /encoding instead: .*Assertion failed/);
    });
  }
});
