import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { VhError, type VhErrorCode } from '../../src/core/vh-error.ts';
import type { GrantSettings } from '../../src/upload/grant-source.ts';
import { PartPlan } from '../../src/upload/part-plan.ts';
import { isUnfinished, type UploadState, type UploadStatus } from '../../src/upload/upload-state.ts';
import { Upload, type UploadOptions } from '../../src/upload/upload.ts';
import { makeBytes, makeFile } from '../support/uploader-file.ts';
import { FakeService, type Fault } from '../support/uploader-service.ts';
import { FakeWorld } from '../support/uploader-world.ts';

const SIZE = 10;
const PARTS = { min: 4, max: 4 };

/** An upload of ten bytes in parts of four, and everything around it. */
function setUp(
  settings: Partial<GrantSettings> = {},
  options: Partial<UploadOptions> = {},
  file = makeFile(SIZE),
) {
  const service = new FakeService();
  const world = new FakeWorld(service);
  const grant = { protocol: 'parts', url: service.url, token: 'good', partSize: PARTS } as const;
  const upload = new Upload(file, { settings: () => ({ grant, ...settings }), world, ...options });
  const states: UploadState[] = [];
  upload.store.subscribe((state) => states.push(state));
  running.add(upload);
  return { service, world, upload, states, grant };
}

const running = new Set<Upload>();

/** Resolves at the first state that `wanted` likes, the present one included. */
function reach(upload: Upload, wanted: (state: UploadState) => boolean): Promise<UploadState> {
  if (wanted(upload.store.state)) return Promise.resolve(upload.store.state);
  return new Promise((resolve) => {
    const stop = upload.store.subscribe((state) => {
      if (!wanted(state)) return;
      stop();
      resolve(state);
    });
  });
}

const when = (upload: Upload, status: UploadStatus) => reach(upload, (state) => state.status === status);
const ended = (upload: Upload) =>
  reach(upload, ({ status }) => !isUnfinished(status) && status !== 'idle' && status !== 'processing');
const statuses = (states: UploadState[]) =>
  states.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1]);

function assertWhole(service: FakeService, size = SIZE): void {
  assert.equal(service.videos.size, 1, 'exactly one video');
  assert.deepEqual(service.bytes(), Uint8Array.from(makeBytes(size)));
}

function assertFailed(state: UploadState, code: VhErrorCode): void {
  assert.equal(state.status, 'failed');
  assert.equal(state.error.code, code);
  assert.ok(
    !/good|stale|token=/.test(`${state.error.message}${String(state.error.stack)}`),
    'no token in the error',
  );
}

afterEach(() => {
  for (const upload of running) upload.cancel();
  running.clear();
});

describe('Upload', () => {
  it('sends the parts in order and ends in a video that can be played', async () => {
    const { service, upload, states } = setUp();
    upload.start();
    const state = await ended(upload);
    assertWhole(service);
    assert.equal(state.status, 'playable');
    assert.equal(state.video.videoId, 'vi1');
    assert.equal(state.video.title, 'clip.mp4');
    assert.deepEqual(statuses(states), ['granting', 'uploading', 'processing', 'playable']);
    assert.deepEqual(
      service.seen.map(({ headers }) => headers.get('content-range')),
      ['part 1/3', 'part 2/3', 'part 3/3'],
    );
  });

  it('names the video before the file in every part but a first one that has none', async () => {
    const { service, upload } = setUp();
    upload.start();
    await ended(upload);
    assert.deepEqual(
      service.seen.map(({ fields }) => fields.join()),
      ['file', 'videoId,file', 'videoId,file'],
    );
  });

  it('carries the granted video in the first part too', async () => {
    const service = new FakeService();
    const grant = {
      protocol: 'parts',
      url: service.url,
      token: 'good',
      videoId: 'viGranted',
      partSize: PARTS,
    } as const;
    const upload = new Upload(makeFile(SIZE), { settings: () => ({ grant }), world: new FakeWorld(service) });
    upload.start();
    await ended(upload);
    assert.deepEqual([...service.videos.keys()], ['viGranted']);
    assert.equal(service.seen[0]?.headers.get('upload-id'), null);
  });

  it('says "part 1/1" of a file that fits into one', async () => {
    const { service, upload } = setUp({}, {}, makeFile(3));
    upload.start();
    await ended(upload);
    assert.equal(service.seen[0]?.headers.get('content-range'), 'part 1/1');
  });

  it('tells progress that never goes back, and ends at the whole', async () => {
    const { upload, states, service } = setUp();
    service.faults.push(undefined, 'reset');
    upload.start();
    await ended(upload);
    const sent = states.map((state) => state.sent);
    assert.deepEqual(
      sent,
      sent.toSorted((one, other) => one - other),
    );
    assert.ok(sent.every((bytes) => bytes <= SIZE));
    assert.equal(sent.at(-1), SIZE);
  });

  it('starts once, however often it is told', async () => {
    const { service, upload } = setUp();
    upload.start();
    upload.start();
    await ended(upload);
    upload.start();
    assert.equal(service.seen.length, 3);
  });
});

describe('Upload, when something fails', () => {
  const mended: [string, (Fault | undefined)[]][] = [
    ['a reset connection', ['reset']],
    ['a reset in the middle', [undefined, 'reset', 'reset']],
    ['a lost answer to a middle part', [undefined, 'lost-answer']],
    ['a lost answer to the last part', [undefined, undefined, 'lost-answer']],
    ['a silent connection', [undefined, 'silence']],
    ['408', [{ status: 408 }]],
    ['425', [{ status: 425 }]],
    ['429', [{ status: 429 }]],
    ['500', [{ status: 500 }]],
    ['503 after 503', [undefined, { status: 503 }, { status: 503 }]],
  ];
  for (const [what, faults] of mended) {
    for (const hasExtensions of [false, true]) {
      it(`mends ${what}${hasExtensions ? ', asking the service' : ''}`, async () => {
        const { service, upload } = setUp();
        service.hasExtensions = hasExtensions;
        service.faults.push(...faults);
        upload.start();
        // Who lost the last answer and cannot ask knows that it is stored, and no more.
        assert.match((await ended(upload)).status, hasExtensions ? /^playable$/ : /^playable$|^stored$/);
        assertWhole(service);
      });
    }
  }

  it('makes one video although the answer to the first part is lost, where the service knows Upload-Id', async () => {
    const { service, upload } = setUp();
    service.hasExtensions = true;
    service.faults.push('lost-answer');
    upload.start();
    await ended(upload);
    assertWhole(service);
    assert.equal(service.seen[0]?.headers.get('upload-id'), service.seen[1]?.headers.get('upload-id'));
  });

  it('makes one video although the answer to the first part is lost, where the grant names it', async () => {
    const service = new FakeService();
    const grant = {
      protocol: 'parts',
      url: service.url,
      token: 'good',
      videoId: 'viG',
      partSize: PARTS,
    } as const;
    const upload = new Upload(makeFile(SIZE), { settings: () => ({ grant }), world: new FakeWorld(service) });
    service.faults.push('lost-answer');
    upload.start();
    await ended(upload);
    assertWhole(service);
  });

  it('does not take what another upload left in the granted video for its own', async () => {
    const service = new FakeService();
    const grant = {
      protocol: 'parts',
      url: service.url,
      token: 'good',
      videoId: 'viG',
      partSize: PARTS,
    } as const;
    const first = new Upload(makeFile(SIZE), { settings: () => ({ grant }), world: new FakeWorld(service) });
    first.start();
    await ended(first);
    const second = new Upload(makeFile(SIZE, 'other.mp4'), {
      settings: () => ({ grant }),
      world: new FakeWorld(service),
    });
    second.start();
    assertFailed(await ended(second), 'upload-refused');
  });

  it('waits as long as it is told', async () => {
    const { service, world, upload } = setUp();
    service.faults.push({ status: 429, headers: { 'retry-after': '90' } });
    service.faults.push({ status: 503, headers: { 'x-ratelimit-retry-after': '45' } });
    upload.start();
    await ended(upload);
    assert.ok(world.waits.includes(90_000) && world.waits.includes(45_000));
  });

  it('says why it waits', async () => {
    const { service, upload, states } = setUp();
    service.faults.push('reset', { status: 503 });
    upload.start();
    await ended(upload);
    assert.deepEqual(
      states.flatMap((state) => (state.status === 'waiting' ? [state.why] : [])),
      ['network', 'busy'],
    );
  });

  it('notices a silent connection within seconds', async () => {
    const { service, world, upload } = setUp();
    service.faults.push('silence');
    upload.start();
    await when(upload, 'waiting');
    assert.ok(world.time <= 15_000, `${String(world.time)} ms`);
  });

  const final: [string, Fault, VhErrorCode, number][] = [
    ['network', 'reset', 'network', 9],
    ['service', { status: 500 }, 'service-unavailable', 9],
    ['rate', { status: 429 }, 'rate-limited', 9],
    ['400', { status: 400 }, 'upload-refused', 1],
    ['415', { status: 415 }, 'upload-refused', 1],
    ['an empty file', { status: 400, slug: 'uploaded-file-empty' }, 'file-empty', 1],
    ['an extension', { status: 400, slug: 'uploaded-file-extension-invalid' }, 'upload-refused', 1],
    ['404', { status: 404 }, 'not-found', 1],
  ];
  for (const [what, fault, code, tries] of final) {
    it(`ends in ${code} after ${String(tries)} ${tries === 1 ? 'try' : 'tries'} (${what})`, async () => {
      const { service, upload, states } = setUp();
      service.faults.push(...Array.from({ length: 20 }, () => fault));
      upload.start();
      assertFailed(await ended(upload), code);
      assert.equal(service.seen.length, tries);
      assert.equal(states.filter(({ status }) => status === 'failed').length, 1);
    });
  }

  it('goes on from what is stored when it is tried again after a failure', async () => {
    const { service, upload } = setUp();
    service.faults.push(undefined, { status: 400 });
    upload.start();
    await when(upload, 'failed');
    upload.retry();
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service);
    assert.equal(service.seen.length, 4);
  });

  it('makes smaller parts once when one is too large', async () => {
    const { service, upload, grant } = setUp({}, {}, makeFile(SIZE));
    const large = new Upload(makeFile(SIZE), {
      settings: () => ({ grant: { ...grant, partSize: { min: 4, max: 100 } } }),
      world: new FakeWorld(service),
    });
    service.faults.push({ status: 413 });
    large.start();
    await ended(large);
    assertWhole(service);
    assert.deepEqual(
      service.seen.map(({ headers }) => headers.get('content-range')),
      ['part 1/1', 'part 1/3', 'part 2/3', 'part 3/3'],
    );
    upload.cancel();
  });

  it('ends in file-too-large when the smallest part is', async () => {
    const { service, upload } = setUp();
    service.faults.push({ status: 413 });
    upload.start();
    assertFailed(await ended(upload), 'file-too-large');
  });

  it('waits for the network without using up tries', async () => {
    const { service, world, upload } = setUp();
    service.faults.push(...Array.from({ length: 30 }, (): Fault => 'reset'));
    world.offline = true;
    world.reachable = true;
    upload.start();
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service);
  });

  it('goes on when the platform says that the network is back', async () => {
    const { service, world, upload } = setUp();
    service.faults.push('reset');
    world.offline = true;
    world.reachable = false;
    upload.start();
    const waiting = await when(upload, 'waiting');
    assert.equal(waiting.status === 'waiting' && waiting.why, 'offline');
    world.comeBack();
    await ended(upload);
    assertWhole(service);
  });
});

describe('Upload and its right', () => {
  it('asks for one fresh grant when the token has ended, and goes on', async () => {
    const service = new FakeService();
    const reasons: string[] = [];
    const grant = (reason: string) => {
      reasons.push(reason);
      const token = reason === 'start' ? 'stale' : 'fresh';
      return { protocol: 'parts', url: service.url, token, partSize: PARTS } as const;
    };
    service.tokens.add('stale').add('fresh');
    const upload = new Upload(makeFile(SIZE), { settings: () => ({ grant }), world: new FakeWorld(service) });
    upload.store.subscribe(() => {
      if (service.seen.length === 1) service.tokens.delete('stale');
    });
    upload.start();
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(reasons, ['start', 'refused']);
  });

  it('ends in token-expired when the fresh grant is refused too', async () => {
    let count = 0;
    const service = new FakeService();
    const grant = () => ({ protocol: 'parts', url: service.url, token: `stale-${String(count++)}` }) as const;
    const upload = new Upload(makeFile(SIZE), { settings: () => ({ grant }), world: new FakeWorld(service) });
    upload.start();
    assertFailed(await ended(upload), 'token-expired');
    assert.equal(count, 2);
  });

  it('ends in token-invalid when a plain token was never good', async () => {
    const service = new FakeService();
    const settings = () => ({ token: 'stale', baseUrl: 'https://service.example' });
    const upload = new Upload(makeFile(SIZE), { settings, world: new FakeWorld(service) });
    upload.start();
    assertFailed(await ended(upload), 'token-invalid');
    assert.equal(service.seen.length, 1);
  });

  it('ends in token-expired when a plain token ends in the middle', async () => {
    const { service, upload } = setUp();
    service.faults.push(undefined, { status: 401, slug: 'authentication-invalid-upload-token' });
    upload.start();
    assertFailed(await ended(upload), 'token-expired');
  });

  it('waits for the network before it has a grant, too', async () => {
    const { world, upload, grant } = setUp();
    let asked = 0;
    const ask = () =>
      asked++ === 0 ? Promise.reject(new VhError('network', 'away')) : Promise.resolve(grant);
    const other = new Upload(upload.file, { settings: () => ({ grant: ask }), world });
    world.offline = true;
    other.start();
    await when(other, 'waiting');
    world.comeBack();
    assert.equal((await ended(other)).status, 'playable');
  });

  it('can be cancelled while a page never answers', () => {
    const { upload } = setUp({ grant: () => new Promise(() => {}) });
    upload.start();
    upload.pause();
    upload.resume();
    upload.cancel();
    assert.equal(upload.store.state.status, 'cancelled');
  });

  it('reads a removed attribute as none', async () => {
    const nothing = null as never;
    const { upload, service } = setUp({
      videoId: nothing,
      protocol: nothing,
      backend: nothing,
      assetUrl: nothing,
    });
    upload.start();
    assert.equal((await ended(upload)).status, 'playable');
    assert.deepEqual([...service.videos.keys()], ['vi1']);
    assert.equal(
      setUp({}, { rules: { maxSize: nothing, accept: nothing } }).upload.store.state.status,
      'idle',
    );
  });

  it('says that nothing grants the upload', async () => {
    const { upload } = setUp({ grant: undefined });
    upload.start();
    assertFailed(await ended(upload), 'grant-missing');
  });

  it('refuses a wire that this version does not speak', async () => {
    const { upload, grant } = setUp();
    const put = new Upload(upload.file, { settings: () => ({ grant: { ...grant, protocol: 'put' } }) });
    put.start();
    assertFailed(await ended(put), 'invalid-use');
  });

  it("hands on what the page's own function throws, as grant-refused", async () => {
    const grant = () => Promise.reject(new RangeError('not you'));
    const { upload } = setUp({ grant });
    upload.start();
    const state = await ended(upload);
    assertFailed(state, 'grant-refused');
    assert.ok(state.status === 'failed' && state.error.cause instanceof RangeError);
  });

  it('sends the token in the query of the granted address and nowhere else', async () => {
    const { service, upload } = setUp();
    upload.start();
    await ended(upload);
    for (const { url, headers } of service.seen) {
      assert.equal(url.origin, 'https://service.example');
      assert.equal(url.searchParams.get('token'), 'good');
      assert.ok(![...headers.values()].join().includes('good'));
    }
  });
});

describe('Upload, told to stop', () => {
  it('goes on after a pause with what is not stored', async () => {
    const { service, upload, states } = setUp();
    service.faults.push(undefined, 'silence');
    upload.start();
    await reach(upload, ({ sent }) => sent > 4);
    upload.pause();
    assert.equal(upload.store.state.status, 'paused');
    upload.resume();
    await ended(upload);
    assertWhole(service);
    assert.ok(statuses(states).includes('paused'));
  });

  it('goes on after a pause whose part arrived nevertheless', async () => {
    const { service, upload } = setUp();
    upload.store.subscribe(({ status, sent }) => {
      if (status === 'uploading' && sent > 4 && service.seen.length === 2) upload.pause();
    });
    upload.start();
    await when(upload, 'paused');
    upload.resume();
    await ended(upload);
    assertWhole(service);
  });

  for (const status of ['granting', 'uploading', 'waiting', 'paused', 'processing'] as const) {
    it(`ends without a word when it is cancelled while ${status}`, async () => {
      const { service, upload, states } = setUp();
      if (status === 'waiting') service.faults.push('reset');
      if (status === 'processing') service.encoding.playable = false;
      upload.store.subscribe((state) => {
        if (status === 'paused' && state.status === 'uploading') upload.pause();
      });
      upload.start();
      await when(upload, status);
      upload.cancel();
      const count = states.length;
      upload.resume();
      upload.retry();
      upload.start();
      // More turns of the loop than anything that was under way could need.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(upload.store.state.status, 'cancelled');
      assert.equal(states.length, count);
    });
  }

  it('can be cancelled by whoever hears that it begins', async () => {
    const { service, upload } = setUp();
    upload.store.subscribe(() => {
      upload.cancel();
    });
    upload.start();
    await when(upload, 'cancelled');
    assert.equal(service.seen.length, 0);
  });
});

describe('PartPlan', () => {
  const MIB = 1024 * 1024;
  const GIB = 1024 * MIB;
  const cuts: [string, PartPlan, number, number][] = [
    ['the usual size', PartPlan.cut(100 * MIB), 16 * MIB, 7],
    ['what the grant allows', PartPlan.cut(100 * MIB, { max: 8 * MIB }), 8 * MIB, 13],
    ['what the grant wants', PartPlan.cut(100 * MIB, { min: 32 * MIB }), 32 * MIB, 4],
    ['never more than ten thousand', PartPlan.cut(300 * GIB), Math.ceil((300 * GIB) / 10_000), 10_000],
    ['one piece, however large', PartPlan.whole(5 * GIB), 5 * GIB, 1],
  ];
  for (const [what, plan, partSize, count] of cuts) {
    it(`cuts by ${what}`, () => {
      assert.equal(plan.partSize, partSize);
      assert.equal(plan.count, count);
      assert.equal(plan.at(count - 1).to, plan.size);
    });
  }

  it('shrinks to the smallest parts, and no further', () => {
    assert.equal(PartPlan.cut(100 * MIB).shrink()?.partSize, 5 * MIB);
    assert.equal(
      PartPlan.cut(100 * MIB)
        .shrink()
        ?.shrink(),
      undefined,
    );
    assert.equal(PartPlan.cut(3 * MIB).shrink(), undefined);
    assert.equal(PartPlan.whole(5 * GIB).shrink(), undefined);
  });
});

describe('Upload and its file', () => {
  const refused: [string, File, UploadOptions['rules'], VhErrorCode][] = [
    ['an empty file', makeFile(0), {}, 'file-empty'],
    ['a file that is too large', makeFile(11), { maxSize: 10 }, 'file-too-large'],
    ['another type', makeFile(1, 'a.txt', 'text/plain'), { accept: 'video/*,.mkv' }, 'file-type-refused'],
    ['a file that the page refuses', makeFile(1), { ask: () => false }, 'file-refused'],
  ];
  for (const [what, file, rules, code] of refused) {
    it(`refuses ${what} before the first byte`, () => {
      const { service, upload } = setUp({}, { rules: rules ?? {} }, file);
      assertFailed(upload.store.state, code);
      upload.start();
      upload.retry();
      assert.equal(upload.store.state.status, 'failed');
      assert.equal(service.seen.length, 0);
    });
  }

  it('takes what accept names by ending, by type and by kind', () => {
    const file = makeFile(1, 'A.MKV', '');
    assert.equal(setUp({}, { rules: { accept: ' .mkv ' } }, file).upload.store.state.status, 'idle');
    assert.equal(setUp({}, { rules: { accept: 'video/mp4' } }).upload.store.state.status, 'idle');
    assert.equal(setUp({}, { rules: { accept: 'audio/*, VIDEO/*' } }).upload.store.state.status, 'idle');
  });

  it('ends in file-unreadable when the file has gone', async () => {
    const file = makeFile(SIZE);
    file.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
    const { upload } = setUp({}, {}, file);
    upload.start();
    assertFailed(await ended(upload), 'file-unreadable');
  });

  it('ends in file-changed when what could be read is kept back', async () => {
    const file = makeFile(SIZE);
    const { service, upload } = setUp({}, {}, file);
    service.faults.push(undefined, 'reset');
    const slice = file.slice.bind(file);
    file.slice = (...range) =>
      service.seen.length < 2
        ? slice(...range)
        : Object.assign(new Blob(), {
            arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
          });
    upload.start();
    assertFailed(await ended(upload), 'file-changed');
  });

  it('ends in file-changed when the file is another one', async () => {
    const file = makeFile(SIZE);
    const { service, upload } = setUp({}, {}, file);
    service.faults.push(undefined, 'reset');
    Object.defineProperty(file, 'lastModified', {
      get: () => (service.seen.length < 2 ? 1_700_000_000_000 : 1),
    });
    upload.start();
    assertFailed(await ended(upload), 'file-changed');
  });
});

describe('Upload and a service that does not know Upload-Id', () => {
  it('does without when the browser is not let to send it', async () => {
    const { service, upload } = setUp();
    service.refusesUploadId = true;
    upload.start();
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service);
  });

  it('does not give it up because the server is away', async () => {
    const { service, world, upload } = setUp();
    service.refusesUploadId = true;
    world.reachable = false;
    upload.start();
    assertFailed(await ended(upload), 'network');
    assert.equal(service.seen.length, 0);
  });
});

describe('Upload, after the last byte', () => {
  it('ends in processing-failed when no video can be made of it', async () => {
    const { service, upload, states } = setUp();
    service.hasExtensions = true;
    service.encoding = { playable: false, failed: true };
    upload.start();
    const state = await ended(upload);
    assertFailed(state, 'processing-failed');
    assert.equal(state.status === 'failed' && state.video?.videoId, 'vi1');
    assert.ok(statuses(states).includes('processing'));
  });

  it('asks the manifest where nothing else can be asked', async () => {
    const { service, upload } = setUp();
    service.encoding.playable = false;
    upload.start();
    await when(upload, 'processing');
    service.encoding.playable = true;
    assert.equal((await ended(upload)).status, 'playable');
  });

  it('does not try a file again of which no video could be made', async () => {
    const { service, upload } = setUp();
    service.hasExtensions = true;
    service.encoding = { playable: false, failed: true };
    upload.start();
    await when(upload, 'failed');
    upload.retry();
    assert.equal(upload.store.state.status, 'failed');
  });

  it('stops watching when nobody is there any more, and keeps the video', async () => {
    const { service, upload } = setUp();
    service.encoding.playable = false;
    upload.start();
    await when(upload, 'processing');
    upload.release();
    assert.equal(upload.store.state.status, 'stored');
  });
});
