import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Upload } from '../../../src/upload/upload.ts';
import { PutEnvironment } from '../support/put-store.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import {
  assertFailed,
  waitForEnd,
  waitForState,
  setUpUpload,
  SIZE,
} from '../../support/upload/upload-run.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';

const GIB = 2 ** 30;

/** A file of any size that takes no room; its bytes are all zero. */
class SparseFile extends File {
  readonly #size: number;

  constructor(size: number) {
    super([], 'long.mp4', { lastModified: 1 });
    this.#size = size;
  }

  override get size(): number {
    return this.#size;
  }

  override slice(from = 0, to = this.#size): Blob {
    return new SparseFile(to - from);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(new ArrayBuffer(this.#size));
  }
}

describe('Upload of unusual files', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const names = {
    'is written from right to left': '\u202e4pm.exe\u2069\u202d.mp4',
    'is markup': '<img src=x onerror="alert(1)">\'&amp;.mp4',
    'is four thousand letters long': `${'ä'.repeat(4000)}.mp4`,
    'breaks lines and ends headers': 'a\r\nContent-Range: part 1/9\r\n\r\n"; filename="b.mp4',
    'is half a letter': 'a\ud800.mp4',
    'is a path': '../../etc/passwd\u0000.mp4',
  };
  for (const [what, name] of Object.entries(names)) {
    it(`sends a file whose name ${what}, as one video`, async () => {
      const token = await sandbox.token();
      const grant = { protocol: 'parts', url: `${sandbox.url}/upload`, token } as const;
      const upload = new Upload(makeFile(SIZE, name), { settings: () => ({ grant }), isResumable: false });
      upload.start();
      const state = await waitForState(upload, ({ status }) => /^(processing|failed)$/.test(status));
      upload.release();
      const id = 'video' in state ? state.video?.videoId : undefined;
      assert.ok(
        id,
        JSON.stringify('error' in state ? [state.error.code, state.error.message] : state.status),
      );
      const { status, body } = await sandbox.ask('GET', `/videos/${id}`);
      assert.equal(status, 200);
      assert.equal(body['videoId'], id);
    });
  }

  for (const size of [2 ** 31, 4 * GIB, 5 * GIB + 1, 6 * GIB - 1]) {
    it(`counts ${String(size)} bytes without a gap or an overlap`, async () => {
      let next = 0;
      const environment = new PutEnvironment((range = '') => {
        const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range)?.map(Number) ?? [];
        assert.equal(from, next, range);
        assert.equal(total, size);
        next = Number(to) + 1;
        if (next === size) return new Response('{"videoId":"viP"}');
        return new Response(null, { status: 308, headers: { range: `bytes=0-${String(to)}` } });
      });
      const grant = {
        protocol: 'put',
        url: 'https://store.example/session/1',
        partSize: { max: 128 * 2 ** 20 },
      } as const;
      const upload = new Upload(new SparseFile(size), { settings: () => ({ grant }), environment });
      upload.start();
      const state = await waitForEnd(upload);
      assert.equal(state.status, 'stored', JSON.stringify(state));
      assert.equal(next, size);
      assert.equal(state.sent, size);
    });
  }

  it('refuses what the service takes no file of, before the first byte', async () => {
    const { service, upload } = setUpUpload({}, {}, new SparseFile(2 ** 52));
    upload.start();
    assertFailed(await waitForEnd(upload), 'file-too-large');
    assert.equal(service.seen.length, 0);
  });

  it('ends in file-unreadable when the file is a folder, or may not be read from the start', async () => {
    for (const name of ['NotFoundError', 'NotReadableError', 'SecurityError']) {
      const file = makeFile(SIZE, 'folder', '');
      file.slice = () =>
        Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', name)) });
      const { service, upload } = setUpUpload({}, {}, file);
      upload.start();
      assertFailed(await waitForEnd(upload), 'file-unreadable');
      assert.equal(service.seen.length, 0);
    }
  });
});
