import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GrowingFile } from '../../../src/upload/recording/journal/growing-file.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { waitForState } from '../../support/upload/upload-run.ts';
import { settled } from '../../support/until.ts';

const MIB = 1024 * 1024;

describe('Upload of a growing file and the service', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  it('stores a recording of unknown length byte for byte, in parts as large as the service wants', async () => {
    const bytes = seededBytes(12 * MIB);
    const file = new GrowingFile('talk.mp4', 'video/mp4');
    const settings = { token: await sandbox.token(), baseUrl: sandbox.url };
    const upload = new Upload(file, { settings: () => settings });
    upload.start();
    for (let at = 0; at < bytes.length; at += MIB) {
      file.append(new Blob([Uint8Array.from(bytes.subarray(at, at + MIB))]));
      await settled(1);
    }
    // The first part was sent during the recording.
    await waitForState(upload, ({ sent }) => sent >= 5 * MIB);
    file.end();
    const state = await waitForState(upload, ({ status }) => status === 'processing' || status === 'failed');
    assert.ok('video' in state && state.status === 'processing', JSON.stringify(state));
    upload.release();
    const { videoId } = state.video;
    const headers = { authorization: basic(KEY) };
    const stored = await fetch(`${sandbox.url}/videos/${videoId}/source`, { headers });
    assert.equal(sha256(new Uint8Array(await stored.arrayBuffer())), sha256(bytes));
    const { body } = await sandbox.ask('GET', '/videos');
    assert.equal(body['pagination']?.['itemsTotal'], 1);
  });
});
