import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { trimFile } from '../../../src/upload/trim/trim-file.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { inRepository } from '../../support/repository.ts';
import { until } from '../../support/until.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { assertFailed, setUpUpload, SIZE, waitForEnd } from '../../support/upload/upload-run.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeSite } from '../support/fake-site.ts';
import { PutEnvironment } from '../support/put-store.ts';
import { FakeTab } from '../support/upload-tab.ts';
import { IetfService } from '../support/ietf-service.ts';
import { WorkerSite } from '../support/worker-site.ts';

const hashOf = (bytes: Uint8Array, encoding: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(bytes).digest(encoding);

/** What the upload says is the digest of what the service has. */
async function assertTrue(upload: Upload, service: FakeService): Promise<void> {
  const state = await waitForEnd(upload);
  assert.equal(state.status, 'playable');
  const stored = hashOf(service.bytes());
  assert.deepEqual([state.checksum, await upload.checksum()], [stored, stored]);
}

describe('The checksum of an upload', () => {
  it('is that of the stretch that was cut out of a film, and not that of the film', async () => {
    const bytes = readFileSync(inRepository('test/media/tiny.mp4'));
    const film = new File([bytes], 'trip.mp4', { type: 'video/mp4' });
    const service = new FakeService();
    service.hasExtensions = true;
    const partSize = { min: 65_536, max: 65_536 };
    const { upload } = setUpUpload(
      { grant: { protocol: 'parts', url: service.url, token: 'good', partSize } },
      { withChecksum: true, prepare: () => trimFile(film, { start: 1.2, end: 3.2 }) },
      film,
      service,
    );
    upload.start();
    await assertTrue(upload, service);
    assert.notEqual(upload.store.state.checksum, hashOf(bytes));
  });

  for (const { what, lose } of [
    { what: 'whose tab died', lose: () => {} },
    {
      what: 'whose tab died, of which the service has lost all',
      lose: (service: FakeService) => {
        service.videos.clear();
        service.forgotten.add('vi1');
      },
    },
  ])
    it(`is that of the whole file for one ${what}`, async () => {
      const site = new FakeSite();
      const service = new FakeService();
      service.hasExtensions = true;
      service.faults.push(undefined, undefined, 'silence');
      const tab = new FakeTab(site, service, { withChecksum: true });
      service.onSilence = () => tab.environment.standStill();
      await until(() => service.seen.length >= 3);
      tab.kill();
      lose(service);
      const { upload } = new FakeTab(site, service, { withChecksum: true });
      await assertTrue(upload, service);
    });

  it('is that of the whole file where the worker has sent a part of it', async () => {
    const { site, page } = await stuckPage();
    const { faults, seen } = site.service;
    // It stores one part, and is silent then until the next page takes the upload back.
    faults.push(undefined, ...Array.from({ length: 1_000 }, () => 'silence' as const));
    site.deliver = (message, take) => {
      take(message);
      if ((message as { kind: string }).kind === 'claim') faults.length = 0;
    };
    page.leave();
    await until(() => seen.length >= 4);
    const { uploads, videos } = await site.page({ withChecksum: true }).continue();
    assert.deepEqual([uploads.length, videos], [1, []]);
    const [upload] = uploads;
    assert.ok(upload);
    await assertTrue(upload, site.service);
  });

  it('is nobody’s where the worker has sent all: the next page has no upload that could say it', async () => {
    const { site, page, upload } = await stuckPage();
    page.leave();
    await until(() => [...site.site.records.kept.values()].some(({ isUnseen }) => isUnseen));
    const { uploads, videos } = await site.page({ withChecksum: true }).continue();
    assert.deepEqual([uploads.length, videos], [0, ['vi1']]);
    assert.equal(upload.store.state.checksum, undefined, 'the page that has gone says nothing either');
  });

  /** A page whose upload stands still at its second of four parts. */
  async function stuckPage() {
    const site = new WorkerSite();
    site.service.faults.push(undefined, 'silence');
    const page = site.page({ withChecksum: true });
    site.service.onSilence = () => page.environment.standStill();
    const upload = page.send(makeFile(SIZE + 5));
    await until(() => site.service.seen.length >= 2);
    await until(() => site.isAwake);
    return { site, page, upload };
  }

  for (const wire of ['ietf', 'put'] as const) {
    /** An upload to a service whose last answer has that digest. */
    function sendTo(digest: string): { upload: Upload; stored: () => Promise<Uint8Array | undefined> } {
      const last = new Response(null, { status: 204, headers: { 'repr-digest': digest } });
      const begin = (url: string, environment: FakeEnvironment) => {
        const grant = { protocol: wire, url, token: 'good' } as const;
        const options = { settings: () => ({ grant }), environment, withChecksum: true };
        const upload = new Upload(makeFile(SIZE), options);
        upload.start();
        return upload;
      };
      if (wire === 'put') {
        const environment = new PutEnvironment(() => last);
        const upload = begin('https://store.example/clip', environment);
        return { upload, stored: async () => environment.stored?.bytes() };
      }
      const service = new IetfService();
      service.finalAnswer = () => last;
      const { send, fetch } = service;
      const own = { sender: { reportsProgress: true, send }, fetch };
      const upload = begin(service.url, Object.assign(new FakeEnvironment(new FakeService()), own));
      return { upload, stored: () => Promise.resolve(Uint8Array.from(service.file ?? [])) };
    }

    it(`agrees with the digest that an answer to ${wire} says`, async () => {
      const said = hashOf(makeBytes(SIZE), 'base64');
      const { upload, stored } = sendTo(`sha-512=:AAAA:, sha-256=:${said}:`);
      const state = await waitForEnd(upload);
      assert.equal(state.status, 'stored');
      assert.equal(await upload.checksum(), hashOf((await stored()) ?? new Uint8Array()));
    });

    it(`ends an upload whose answer to ${wire} says another digest`, async () => {
      const said = hashOf(makeBytes(SIZE - 1), 'base64');
      const { upload } = sendTo(`sha-256=:${said}:`);
      assertFailed(await waitForEnd(upload), 'checksum-mismatch');
    });

    for (const digest of ['sha-256=:none:', `sha-512=:${hashOf(makeBytes(1), 'base64')}:`, 'sha-256'])
      it(`takes ${digest.slice(0, 16)} in an answer to ${wire} for no digest of this kind`, async () => {
        const { upload } = sendTo(digest);
        assert.equal((await waitForEnd(upload)).status, 'stored');
        assert.equal(await upload.checksum(), hashOf(makeBytes(SIZE)));
      });
  }
});
