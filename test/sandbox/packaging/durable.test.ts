import assert from 'node:assert/strict';
import promises, { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Packaging } from '../../../packages/vh-elements-sandbox/src/packaging/packaging.ts';

const media = fileURLToPath(new URL('../../../../test/media/sandbox/h264-aac.mkv', import.meta.url));

/** Records syncs and renames below `folder`, in order; call the result to stop. */
function watchDisk(folder: string, events: string[]): () => void {
  const report = (what: string, place: string) => events.push(`${what} ${path.relative(folder, place)}`);
  const { open, rename } = promises;
  const watches = [
    mock.method(promises, 'open', async (place: string, flags?: string) => {
      const handle = await open(place, flags);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        report('sync', place);
      };
      return handle;
    }),
    mock.method(promises, 'rename', async (from: string, to: string) => {
      await rename(from, to);
      report('rename', to);
    }),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const watch of watches) watch.mock.restore();
    syncBuiltinESMExports();
  };
}

describe('a rendition', () => {
  it('is whole on the disk, under its name, before it counts as encoded', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'durable-'));
    const events: string[] = [];
    const stopWatching = watchDisk(folder, events);
    try {
      await new Packaging({
        files: [{ path: media, size: (await stat(media)).size }],
        folder: path.join(folder, 'assets'),
        ffmpeg: undefined,
        longestSeconds: 3600,
        signal: new AbortController().signal,
        mp4: true,
        finished: [],
        onProbe: () => undefined,
        onRendition: ({ type, status }) => events.push(`${type} ${status}`),
        takePicture: () => Promise.resolve(),
        log: () => undefined,
      }).first();
      const at = (event: string) => {
        assert.ok(events.includes(event), `${event} is not among ${events.join(', ')}`);
        return events.indexOf(event);
      };
      const inOrder = (...order: string[]) => {
        const places = order.map(at);
        assert.deepEqual(
          places,
          [...places].sort((a, b) => a - b),
          events.join(', '),
        );
      };
      const names = await readdir(path.join(folder, 'assets', 'hls', '240p'));
      assert.ok(names.length >= 4, names.join(', '));
      for (const name of names) inOrder(`sync assets/work/240p/${name}`, 'sync assets/work/240p');
      inOrder('sync assets/work/240p', 'rename assets/hls/240p', 'sync assets/hls', 'hls encoded');
      inOrder('sync assets/hls', 'sync assets', 'hls encoded');
      inOrder(
        'sync assets/work/source.mp4',
        'rename assets/mp4/source.mp4',
        'sync assets/mp4',
        'mp4 encoded',
      );
    } finally {
      stopWatching();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
