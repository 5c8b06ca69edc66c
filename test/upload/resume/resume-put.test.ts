import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { BrowserMemory } from '../../../src/upload/resume/browser-memory.ts';
import { uploadScope } from '../../../src/upload/resume/store/upload-scope.ts';
import { browserUploadEnvironment } from '../../../src/upload/browser-environment.ts';
import type { UploadEnvironment } from '../../../src/upload/ports/upload-environment.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { PutServer } from '../../support/upload/faults/put-server.ts';
import { FakeSite } from '../support/fake-site.ts';
import { seededBytes } from '../../support/sandbox/sandbox-bytes.ts';
import { waitForEnd } from '../../support/upload/upload-run.ts';

const STEP = 256 * 1024;
const BYTES = new Uint8Array(seededBytes(5 * STEP, 7));
const HASH = createHash('sha256').update(BYTES).digest('hex');

describe('an upload by put that is remembered', () => {
  let server: PutServer;
  let site: FakeSite;

  before(async () => {
    server = await PutServer.start();
  });

  after(() => server.close());

  beforeEach(() => {
    server.clear();
    site = new FakeSite();
  });

  /** An upload to the address of that path, in a tab of its own; `onSend` gets each request's range. */
  function begin(path: string, onSend: (range: string | undefined) => void = () => {}): Upload {
    const tab = site.tab();
    const environment: UploadEnvironment = {
      ...browserUploadEnvironment,
      sender: {
        ...browserUploadEnvironment.sender,
        send: (request) => {
          onSend(request.headers['Content-Range']);
          return browserUploadEnvironment.sender.send(request);
        },
      },
      openMemory: ({ settings, ...options }) =>
        BrowserMemory.open({ ...options, environment: tab, scope: uploadScope(settings) }),
    };
    const file = new File([BYTES], 'film.mp4', { type: 'video/mp4', lastModified: 1_700_000_000_000 });
    const url = `${server.url}${path}`;
    const grant = { protocol: 'put', url, videoId: 'film', partSize: { min: STEP, max: STEP } } as const;
    const upload = new Upload(file, { settings: () => ({ grant }), environment });
    upload.start();
    return upload;
  }

  it('ends at an address that takes no ranges, in one piece', async () => {
    const sent: (string | undefined)[] = [];
    const upload = begin('/object/film', (range) => {
      sent.push(range);
      if (sent.length > 5) upload.cancel();
    });
    assert.equal((await waitForEnd(upload)).status, 'stored');
    assert.equal(server.hashOf('/object/film'), HASH);
    assert.deepEqual(sent, [`bytes 0-${String(STEP - 1)}/${String(5 * STEP)}`, undefined]);
  });

  it('resumes in another visit at the offset that the session reports', async () => {
    let sent = 0;
    const left = new Promise<void>((resolve) => {
      const first = begin('/session/secret-name', () => {
        if (++sent < 4) return;
        // As the death of the tab: it says nothing to anybody.
        first.pause();
        resolve();
      });
    });
    await left;
    const kept = JSON.stringify([...site.records.kept.values()]);
    assert.ok(kept.includes('film.mp4'));
    // The address itself is the credential.
    assert.ok(!kept.includes('secret-name'), kept);
    site = revived(site);
    const ranges: (string | undefined)[] = [];
    const upload = begin('/session/secret-name', (range) => ranges.push(range));
    assert.equal((await waitForEnd(upload)).status, 'stored');
    assert.equal(server.hashOf('/session/secret-name'), HASH);
    assert.equal(server.completions, 1);
    assert.equal(ranges[0], `bytes */${String(5 * STEP)}`);
    assert.ok(ranges.length <= 4, ranges.join());
    assert.equal(upload.store.state.notice, undefined);
  });

  it('starts over in another session, with a notice', async () => {
    let sent = 0;
    await new Promise<void>((resolve) => {
      const first = begin('/session/one', () => {
        if (++sent < 4) return;
        first.pause();
        resolve();
      });
    });
    site = revived(site);
    const upload = begin('/session/two');
    const state = await waitForEnd(upload);
    assert.equal(state.status, 'stored');
    assert.equal(state.notice?.code, 'upload-restarted');
    assert.equal(server.hashOf('/session/two'), HASH);
  });
});

/** The same site after every tab of it has gone. */
function revived(site: FakeSite): FakeSite {
  const next = new FakeSite();
  for (const [key, kept] of site.records.kept) next.records.kept.set(key, kept);
  return next;
}
