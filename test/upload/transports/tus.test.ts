import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { UploadState } from '../../../src/upload/ports/upload-state.ts';
import type { Upload } from '../../../src/upload/upload.ts';
import { importForBrowser } from '../support/bundle-for-browser.ts';
import { sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { serve } from '../../support/upload/uploader-network.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import type { TusFault } from '../../support/upload/uploader-tus.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { settled, until } from '../../support/until.ts';

describe('Upload by tus', () => {
  const SIZE = 1000;
  let engine: typeof import('../../../src/upload/upload.ts');
  let service: FakeService;
  let network: { restore: () => void } | undefined;

  before(async () => {
    engine = (await importForBrowser('src/upload/upload.ts')) as typeof engine;
  });

  beforeEach(() => {
    network?.restore();
    service = new FakeService();
    network = serve(service);
  });

  after(() => {
    network?.restore();
  });

  /** A started upload; waiting takes no time. */
  function begin(
    grant: (reason: string) => { token: string } = () => ({ token: 'good' }),
    own: Partial<FakeEnvironment> = {},
  ): Upload {
    const settings = () => ({
      grant: (reason: string) => ({ protocol: 'tus', url: service.url, ...grant(reason) }) as const,
    });
    const environment = Object.assign(new FakeEnvironment(service), own);
    const upload = new engine.Upload(makeFile(SIZE), { settings, environment, withChecksum: true });
    upload.start();
    return upload;
  }

  function reach(upload: Upload, ...wanted: UploadState['status'][]): Promise<UploadState> {
    return new Promise((resolve) => {
      const look = () => {
        if (wanted.includes(upload.store.state.status)) resolve(upload.store.state);
      };
      upload.store.subscribe(look);
      look();
    });
  }

  /** The server is told once that it may forget the upload, by who may say so, and hears nothing after that. */
  async function onlyDeleted(): Promise<void> {
    const isDeletion = ({ method }: { method: string }) => method === 'DELETE';
    await until(() => service.tus.seen.some(isDeletion));
    await settled(30);
    const last = service.tus.seen.at(-1);
    assert.equal(service.tus.seen.filter(isDeletion).length, 1);
    assert.equal(last?.method, 'DELETE');
    assert.equal(last.url.pathname, service.tus.location);
    assert.equal(last.headers.get('authorization'), 'Bearer good');
  }

  const ended = (upload: Upload) => reach(upload, 'stored', 'playable', 'failed');

  const mended: [string, (TusFault | undefined)[]][] = [
    ['no fault', []],
    ['a reset', ['reset']],
    ['a cut', [undefined, { arrived: 300 }, undefined, { arrived: 300 }]],
    ['a lost answer to the last byte', [undefined, 'lost-answer']],
    ['429 and 503', [{ status: 429 }, undefined, { status: 503 }]],
    [
      'answers that were cut off in their heads',
      [{ status: 201 }, undefined, { arrived: 300 }, { status: 200 }],
    ],
    ['an offset that is out of step', [undefined, { status: 409 }]],
    ['more cuts than there are tries, as long as it moves', [undefined, ...cuts(20)]],
  ];
  for (const [what, faults] of mended) {
    it(`ends in the right bytes, their checksum and one upload after ${what}`, async () => {
      service.tus.faults.push(...faults);
      const upload = begin();
      const state = await ended(upload);
      assert.equal(state.status, 'stored');
      assert.equal('video' in state && state.video.videoId, 'viTus');
      assert.deepEqual(service.tus.bytes, Uint8Array.from(makeBytes(SIZE)));
      assert.equal(await upload.checksum(), sha256(Buffer.from(service.tus.bytes)));
      assert.equal(service.tus.uploads, 1);
    });
  }

  it('has no answer read as a document, of which Firefox would complain in the console', async () => {
    const asked: XMLHttpRequest[] = [];
    const Served = globalThis.XMLHttpRequest;
    globalThis.XMLHttpRequest = class extends Served {
      constructor() {
        super();
        asked.push(this);
      }
    };
    await ended(begin());
    assert.deepEqual(new Set(asked.map(({ responseType }) => responseType)), new Set(['text']));
  });

  it('begins again, once, when the server has forgotten the upload', async () => {
    service.tus.faults.push(undefined, { arrived: 10 }, { status: 404 });
    assert.equal((await ended(begin())).status, 'stored');
    assert.equal(service.tus.uploads, 2);
    assert.deepEqual(service.tus.bytes, Uint8Array.from(makeBytes(SIZE)));
    // By the same name, so that the video which the first has made stays the only one.
    const made = service.tus.seen.filter(({ method }) => method === 'POST');
    assert.match(made[0]?.headers.get('upload-metadata') ?? '', /uploadId/);
    assert.equal(made[1]?.headers.get('upload-metadata'), made[0]?.headers.get('upload-metadata'));
  });

  it('gives up when nothing moves any more', async () => {
    service.tus.faults.push(undefined, ...Array.from({ length: 5_000 }, (): TusFault => ({ status: 500 })));
    const state = await ended(begin());
    assert.equal(state.status === 'failed' && state.error.code, 'service-unavailable');
  });

  it('gives up when the server takes back again and again what it had', async () => {
    service.tus.faults.push(undefined, ...cuts(60));
    const upload = begin();
    upload.store.subscribe(({ status }) => {
      if (status === 'waiting') service.tus.bytes = new Uint8Array();
    });
    const state = await ended(upload);
    assert.equal(state.status === 'failed' && state.error.code, 'network');
  });

  it('ends in unexpected-answer when the server has more bytes than there are', async () => {
    service.tus.faults.push(undefined, { arrived: 10 });
    const upload = begin();
    upload.store.subscribe(({ status }) => {
      if (status === 'waiting') service.tus.bytes = new Uint8Array(SIZE + 1);
    });
    const state = await ended(upload);
    assert.equal(state.status === 'failed' && state.error.code, 'unexpected-answer');
  });

  it('continues with a fresh grant', async () => {
    service.tus.faults.push(undefined, { arrived: 10 });
    const upload = begin((reason) => {
      if (reason === 'start') return { token: 'stale' };
      return { token: 'good' };
    });
    service.tus.tokens.add('stale');
    await reach(upload, 'waiting');
    service.tus.tokens.delete('stale');
    assert.equal((await ended(upload)).status, 'stored');
    assert.equal(service.tus.uploads, 1);
  });

  it('takes the token to no other origin, and leaves none in the error', async () => {
    service.tus.location = 'https://elsewhere.example/upload';
    const state = await ended(begin());
    assert.equal(state.status === 'failed' && state.error.code, 'unexpected-answer');
    assert.ok(
      state.status === 'failed' && !`${state.error.message} ${String(state.error.cause)}`.includes('good'),
    );
    assert.deepEqual(
      service.tus.seen.map(({ url }) => url.origin),
      ['https://service.example'],
    );
  });

  it('calls the video by its upload, where a server knows of no videos', async () => {
    service.tus.namesVideo = false;
    const state = await ended(begin());
    assert.equal('video' in state && state.video?.videoId, 'one');
  });

  it('does not believe an answer from where a redirect has led', async () => {
    service.tus.faults.push(undefined, { redirectedTo: 'https://elsewhere.example/upload' });
    const state = await ended(begin());
    assert.equal(state.status === 'failed' && state.error.code, 'unexpected-answer');
  });

  it('keeps its progress when it is out of step', async () => {
    service.tus.faults.push(undefined, { status: 409 });
    // A clock that runs, so that every count is reported.
    let time = 0;
    const upload = begin(undefined, { now: () => (time += 100) });
    const sent: number[] = [];
    upload.store.subscribe((state) => sent.push(state.sent));
    await ended(upload);
    assert.deepEqual(
      sent,
      sent.toSorted((one, other) => one - other),
    );
  });

  it("deletes the server's upload when it is cancelled after a failure", async () => {
    service.tus.faults.push(undefined, { status: 400 });
    const upload = begin();
    assert.equal((await ended(upload)).status, 'failed');
    upload.cancel();
    await onlyDeleted();
    assert.equal(upload.store.state.status, 'failed');
  });

  it("ends the server's part when it is cancelled", async () => {
    service.tus.faults.push(undefined, 'reset');
    const upload = begin();
    await reach(upload, 'waiting');
    upload.cancel();
    await onlyDeleted();
    assert.equal(upload.store.state.status, 'cancelled');
  });
});

/** So many cuts, each after forty bytes, with the question for the offset between them. */
function cuts(count: number): (TusFault | undefined)[] {
  return Array.from({ length: count }, () => [{ arrived: 40 }, undefined]).flat();
}
