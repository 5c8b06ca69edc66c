import assert from 'node:assert/strict';
import { appendFile, readdir } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DataFolder } from '../../../packages/vh-elements-sandbox/src/store/files/data-folder.ts';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { tus } from '../../support/sandbox/sandbox-tus.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const BYTES = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** A request whose connection breaks off as soon as all of its bytes are taken. */
class CutRequest extends IncomingMessage {
  #bytes: Buffer | undefined;

  constructor(url: string, headers: Record<string, string>, bytes: Buffer) {
    super(new Socket());
    this.method = 'PATCH';
    this.url = url;
    this.headers = headers;
    this.#bytes = bytes;
  }

  override _read(): void {
    if (this.#bytes) this.push(this.#bytes);
    else this.destroy(new Error('aborted'));
    this.#bytes = undefined;
  }
}

describe('a tus upload that ends behind its last byte', () => {
  const bytes = seededBytes(100_000, 61);
  let sandbox: SandboxUnderTest;
  let videoId: string;
  let location: URL;

  beforeEach(async () => {
    sandbox = await SandboxUnderTest.start();
    const headers = { 'upload-length': String(bytes.length) };
    const made = await tus('POST', `${sandbox.url}/upload?token=${await sandbox.token()}`, headers);
    videoId = made.headers.get('video-id') ?? '';
    location = new URL(made.headers.get('location') ?? '');
  });
  afterEach(() => sandbox.end());

  const here = () => new URL(location.pathname, sandbox.url).href;
  const stored = async () => {
    const headers = { authorization: basic(KEY) };
    const source = await fetch(`${sandbox.url}/videos/${videoId}/source`, { headers });
    return sha256(new Uint8Array(await source.arrayBuffer()));
  };

  it('becomes a video although the connection is cut', async () => {
    const request = new CutRequest(location.pathname, { ...BYTES, 'upload-offset': '0' }, bytes);
    request.on('error', () => undefined);
    sandbox.handle(request, new ServerResponse(request));
    await sandbox.statusWhen(videoId, ({ ingest }) => ingest?.status === 'uploaded');
    assert.equal(await stored(), sha256(bytes));
  });

  it('becomes a video although the sandbox ends, as soon as anybody asks after it', async () => {
    await tus('PATCH', here(), { ...BYTES, 'upload-offset': '0' }, bytes.subarray(0, -1));
    await sandbox.close();
    // As it is left when the process ends after the last byte and before the video.
    const folder = new DataFolder(sandbox.dir);
    const [file = ''] = await readdir(folder.extents);
    await appendFile(path.join(folder.extents, file), bytes.subarray(-1));
    const database = new Database(folder.database);
    database.run('UPDATE tus_uploads SET received = length');
    database.close();
    await sandbox.open();
    const head = await tus('HEAD', here());
    assert.equal(head.headers.get('upload-offset'), String(bytes.length));
    assert.equal(await stored(), sha256(bytes));
  });
});
