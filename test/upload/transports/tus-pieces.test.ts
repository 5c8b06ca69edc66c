import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadTusClient } from '../../../src/upload/parts.ts';
import { TusTransport } from '../../../src/upload/transports/tus.ts';
import { concatenatePieces } from '../../../src/upload/transports/tus-pieces.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { problem } from '../../support/upload/uploader-problem.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';

const PIECES = ['https://service.example/upload/tus/one', 'https://service.example/upload/tus/two'];

/** What joining comes to when it is answered with `status`, and the second piece with `there`. */
async function join(status: number, there: number) {
  const asked: string[] = [];
  const environment = Object.assign(new FakeEnvironment(new FakeService()), {
    sender: { reportsProgress: true, send: () => Promise.resolve(problem(status)) },
    fetch: (url: string, init?: RequestInit) => {
      asked.push(`${String(init?.method)} ${url} ${new Headers(init?.headers).get('authorization') ?? ''}`);
      return Promise.resolve(new Response(null, { status: url === PIECES[1] ? there : 200 }));
    },
  });
  const result = await concatenatePieces(
    environment,
    PIECES,
    {
      file: makeFile(10),
      grant: { protocol: 'tus', url: 'https://service.example/upload', token: 'good' },
      videoId: undefined,
      signal: new AbortController().signal,
      onProgress: () => {},
      onServerProgress: () => {},
      onStateChange: () => Promise.resolve(),
    },
    'one-upload',
  );
  return { kind: result.kind, asked };
}

describe('joining pieces by tus', () => {
  for (const status of [400, 404, 409, 410]) {
    it(`asks to start over when a piece is refused with ${String(status)}, since the service has lost one`, async () => {
      for (const there of [404, 410]) assert.equal((await join(status, there)).kind, 'lost');
    });
  }

  it('fails for good while the server has every piece', async () => {
    const { kind, asked } = await join(400, 200);
    assert.equal(kind, 'fatal');
    assert.deepEqual(
      asked,
      PIECES.map((url) => `HEAD ${url} Bearer good`),
    );
  });

  it('asks after no piece while another try may do', async () => {
    const { kind, asked } = await join(503, 404);
    assert.equal(kind, 'retry');
    assert.deepEqual(asked, []);
  });
});

describe('cutting a file for tus', () => {
  /** How many parts a large file is cut into by that grant, and how often the server was asked whether it joins them. */
  async function cut(joinsParts: boolean | undefined, says: string) {
    let asked = 0;
    const environment = Object.assign(new FakeEnvironment(new FakeService()), {
      fetch: () => {
        asked++;
        return Promise.resolve(new Response(null, { status: 204, headers: { 'tus-extension': says } }));
      },
    });
    const grant = { protocol: 'tus', url: 'https://service.example/upload', joinsParts } as const;
    const file = Object.defineProperty(makeFile(1), 'size', { value: 100 * 2 ** 20 });
    const plan = await new TusTransport(environment, loadTusClient).plan(
      file,
      grant,
      new AbortController().signal,
    );
    return { parts: plan.count, asked };
  }

  it('asks the server whether it joins parts, where the grant does not say', async () => {
    assert.deepEqual(await cut(undefined, 'creation,concatenation'), { parts: 6, asked: 1 });
    assert.deepEqual(await cut(undefined, 'creation'), { parts: 1, asked: 1 });
  });

  it('asks nothing where the grant says it', async () => {
    assert.deepEqual(await cut(true, 'creation'), { parts: 6, asked: 0 });
    assert.deepEqual(await cut(false, 'creation,concatenation'), { parts: 1, asked: 0 });
  });
});
