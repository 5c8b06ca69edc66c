import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadTusClient } from '../../../src/upload/parts.ts';
import { TusTransport } from '../../../src/upload/transports/tus.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';

const MIB = 1024 * 1024;
const GRANT = { protocol: 'tus', url: 'https://service.example/upload', videoId: 'vi1' } as const;
const { signal } = new AbortController();

/** A file whose bytes are never read. */
const FILE = { name: 'film.mp4', type: 'video/mp4', size: 64 * MIB } as File;

/** The wire to a server that says, when it is asked, that it can join pieces; with what it is asked to join. */
function wire(answer: () => Promise<Response>) {
  const joined: string[] = [];
  const environment = Object.assign(new FakeEnvironment(new FakeService()), {
    fetch: answer,
    sender: {
      reportsProgress: true,
      send: ({ headers }: { headers: Readonly<Record<string, string>> }) => {
        joined.push(headers['Upload-Concat'] ?? '');
        return Promise.resolve(new Response(null, { status: 201, headers: { 'video-id': 'vi1' } }));
      },
    },
  });
  return { transport: new TusTransport(environment, loadTusClient), joined };
}

const joins = () =>
  Promise.resolve(
    new Response(null, { status: 204, headers: { 'tus-extension': 'creation,concatenation' } }),
  );

describe('pieces of a tus upload, in another visit', () => {
  it('are the same, and are joined, although the server cannot be asked again', async () => {
    const first = wire(joins);
    const plan = await first.transport.plan(FILE, GRANT, signal);
    assert.equal(plan.count, 4);
    const [uploadId = null, ...counted] = first.transport.saveState();
    const urls = [1, 2, 3, 4].map((piece) => `https://service.example/upload/${String(piece)}`);
    const second = wire(() => Promise.reject(new TypeError('away')));
    second.transport.restoreState([uploadId, ...counted, ...urls]);
    assert.equal((await second.transport.plan(FILE, GRANT, signal)).count, 4);
    const ignore = () => {};
    const attempt = {
      file: FILE,
      grant: GRANT,
      videoId: 'vi1',
      signal,
      onProgress: ignore,
      onServerProgress: ignore,
    };
    const result = await second.transport.finish({ ...attempt, onStateChange: () => Promise.resolve() });
    assert.equal(result.kind, 'stored');
    assert.deepEqual(second.joined, [`final;${urls.join(' ')}`]);
  });

  it('are one, when they were one, although the server can join by now', async () => {
    const first = wire(() => Promise.reject(new TypeError('away')));
    await first.transport.plan(FILE, GRANT, signal);
    const second = wire(joins);
    second.transport.restoreState(first.transport.saveState());
    assert.equal((await second.transport.plan(FILE, GRANT, signal)).count, 1);
  });
});
