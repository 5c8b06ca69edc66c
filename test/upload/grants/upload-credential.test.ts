import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VhError } from '../../../src/core/errors/vh-error.ts';
import type { Grant } from '../../../src/core/wire/grant.ts';
import { Upload } from '../../../src/upload/upload.ts';
import {
  assertFailed,
  assertWhole,
  waitForEnd,
  PARTS,
  setUpUpload,
  SIZE,
  waitForStatus,
} from '../../support/upload/upload-run.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { settled, until } from '../../support/until.ts';

describe('Upload and its credential', () => {
  it('asks for one fresh grant when the token has expired, and continues', async () => {
    const service = new FakeService();
    const reasons: string[] = [];
    const grant = (reason: string) => {
      reasons.push(reason);
      const token = reason === 'start' ? 'stale' : 'fresh';
      return { protocol: 'parts', url: service.url, token, partSize: PARTS } as const;
    };
    service.tokens.add('stale').add('fresh');
    const upload = new Upload(makeFile(SIZE), {
      settings: () => ({ grant }),
      environment: new FakeEnvironment(service),
    });
    upload.store.subscribe(() => {
      if (service.seen.length === 1) service.tokens.delete('stale');
    });
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(reasons, ['start', 'refused']);
  });

  it('makes one video although its first answer is lost and its grant is refused then', async () => {
    for (const hasEnded of [false, true]) {
      const service = new FakeService();
      service.hasExtensions = true;
      service.tokens.add('stale').add('fresh');
      service.faults.push('lost-answer');
      if (!hasEnded) service.faults.push({ status: 401, slug: 'authentication-invalid-upload-token' });
      const grant = (reason: string) => {
        const token = reason === 'start' ? 'stale' : 'fresh';
        return { protocol: 'parts', url: service.url, token, partSize: PARTS } as const;
      };
      const environment = new FakeEnvironment(service);
      const upload = new Upload(makeFile(SIZE), { settings: () => ({ grant }), environment });
      upload.store.subscribe(({ status }) => {
        if (status === 'waiting' && hasEnded) service.tokens.delete('stale');
      });
      upload.start();
      assert.equal((await waitForEnd(upload)).status, 'playable');
      assertWhole(service);
    }
  });

  it('makes one video although its first answer is lost and its grant is about to end', async () => {
    const service = new FakeService();
    service.hasExtensions = true;
    service.tokens.add('stale').add('fresh');
    service.faults.push('lost-answer');
    const grant = (reason: string) => {
      const isFirst = reason === 'start';
      const expiresAt = new Date(Date.now() + (isFirst ? 30_000 : 3_600_000)).toISOString();
      const token = isFirst ? 'stale' : 'fresh';
      return { protocol: 'parts', url: service.url, token, partSize: PARTS, expiresAt } as const;
    };
    const upload = new Upload(makeFile(SIZE), {
      settings: () => ({ grant }),
      environment: new FakeEnvironment(service),
    });
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
    const [first, second] = service.seen.map(({ url }) => url.searchParams.get('token'));
    assert.deepEqual([first, second], ['stale', 'stale']);
  });

  it('keeps its video when the page names another one and the grant expires', async () => {
    for (const before of [undefined, 'viOne']) {
      const service = new FakeService();
      service.tokens.add('stale').add('fresh');
      let videoId = before;
      const grant = (reason: string) => {
        const token = reason === 'start' ? 'stale' : 'fresh';
        return { protocol: 'parts', url: service.url, token, partSize: PARTS } as const;
      };
      const settings = () => ({ grant, videoId });
      const upload = new Upload(makeFile(SIZE), { settings, environment: new FakeEnvironment(service) });
      upload.store.subscribe(() => {
        if (service.seen.length === 0) return;
        videoId = 'viTwo';
        service.tokens.delete('stale');
      });
      upload.start();
      assert.equal((await waitForEnd(upload)).status, 'playable');
      assertWhole(service);
      assert.deepEqual([...service.videos.keys()], [before ?? 'vi1']);
    }
  });

  it('goes where the page says by then when it is tried again before it had a grant', async () => {
    const service = new FakeService();
    let videoId = 'viOne';
    const grant = () => {
      if (videoId === 'viOne') throw new RangeError('not into this one');
      return { protocol: 'parts', url: service.url, token: 'good', partSize: PARTS } as const;
    };
    const environment = new FakeEnvironment(service);
    const upload = new Upload(makeFile(SIZE), { settings: () => ({ grant, videoId }), environment });
    upload.start();
    assertFailed(await waitForEnd(upload), 'grant-refused');
    videoId = 'viTwo';
    upload.retry();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.deepEqual([...service.videos.keys()], ['viTwo']);
  });

  it('ends in token-expired when the fresh grant is refused too', async () => {
    let count = 0;
    const service = new FakeService();
    const grant = () => ({ protocol: 'parts', url: service.url, token: `stale-${String(count++)}` }) as const;
    const upload = new Upload(makeFile(SIZE), {
      settings: () => ({ grant }),
      environment: new FakeEnvironment(service),
    });
    upload.start();
    assertFailed(await waitForEnd(upload), 'token-expired');
    assert.equal(count, 2);
  });

  it('ends in token-invalid when a plain token was never good', async () => {
    const service = new FakeService();
    const settings = () => ({ token: 'stale', baseUrl: 'https://service.example' });
    const upload = new Upload(makeFile(SIZE), { settings, environment: new FakeEnvironment(service) });
    upload.start();
    assertFailed(await waitForEnd(upload), 'token-invalid');
    assert.equal(service.seen.length, 1);
  });

  it('ends in token-expired when a plain token ends in the middle', async () => {
    const { service, upload } = setUpUpload();
    service.faults.push(undefined, { status: 401, slug: 'authentication-invalid-upload-token' });
    upload.start();
    assertFailed(await waitForEnd(upload), 'token-expired');
  });

  it('waits for the network before it has a grant, too', async () => {
    const { environment, upload, grant } = setUpUpload();
    let asked = 0;
    const ask = () =>
      asked++ === 0 ? Promise.reject(new VhError('network', 'away')) : Promise.resolve(grant);
    const other = new Upload(upload.file, { settings: () => ({ grant: ask }), environment });
    environment.offline = true;
    other.start();
    await waitForStatus(other, 'waiting');
    environment.comeBack();
    assert.equal((await waitForEnd(other)).status, 'playable');
  });

  it('can be cancelled while a page does not answer, and sends nothing when it does', async () => {
    const answers: ((grant: Grant) => void)[] = [];
    const { upload, service, grant } = setUpUpload({
      grant: () => new Promise((resolve) => void answers.push(resolve)),
    });
    upload.start();
    await until(() => answers.length > 0);
    upload.pause();
    upload.resume();
    upload.cancel();
    for (const answer of answers) answer(grant);
    await settled(30);
    assert.equal(service.seen.length, 0);
    assert.equal(upload.store.state.status, 'cancelled');
  });

  it('reads a removed attribute as none', async () => {
    const nothing = null as never;
    const { upload, service } = setUpUpload({
      videoId: nothing,
      protocol: nothing,
      backend: nothing,
      assetUrl: nothing,
    });
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.deepEqual([...service.videos.keys()], ['vi1']);
    assert.equal(
      setUpUpload({}, { rules: { maxSize: nothing, accept: nothing } }).upload.store.state.status,
      'idle',
    );
  });

  it('reports that no grant, token or backend is given', async () => {
    const { upload } = setUpUpload({ grant: undefined });
    upload.start();
    assertFailed(await waitForEnd(upload), 'grant-missing');
  });

  it("hands on what the page's own function throws, as grant-refused", async () => {
    const grant = () => Promise.reject(new RangeError('not you'));
    const { upload } = setUpUpload({ grant });
    upload.start();
    const state = await waitForEnd(upload);
    assertFailed(state, 'grant-refused');
    assert.ok(state.status === 'failed' && state.error.cause instanceof RangeError);
  });

  it('sends the token in the query of the granted address and nowhere else', async () => {
    const { service, upload } = setUpUpload();
    upload.start();
    await waitForEnd(upload);
    for (const { url, headers } of service.seen) {
      assert.equal(url.origin, 'https://service.example');
      assert.equal(url.searchParams.get('token'), 'good');
      assert.ok(![...headers.values()].join().includes('good'));
    }
  });
});
