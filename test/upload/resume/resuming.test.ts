import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { GrantReason } from '../../../src/core/grant.ts';
import { VhError } from '../../../src/core/vh-error.ts';
import type { GrantProvider } from '../../../src/upload/grant-source.ts';
import { KeptMemory } from '../../../src/upload/resume/kept-memory.ts';
import { uploadScope } from '../../../src/upload/resume/upload-scope.ts';
import type { OpenMemory } from '../../../src/upload/upload-memory.ts';
import { Upload, type UploadOptions } from '../../../src/upload/upload.ts';
import { FakeSite } from '../../support/resume-tabs.ts';
import { assertWhole, ended, PARTS, reach, SIZE, when } from '../../support/upload-run.ts';
import { makeFile } from '../../support/uploader-file.ts';
import { FakeService } from '../../support/uploader-service.ts';
import { FakeWorld } from '../../support/uploader-world.ts';

/** A tab with an upload in it: everything in it ends when it is killed. */
class Tab {
  readonly upload: Upload;
  readonly #tab: ReturnType<FakeSite['tab']>;
  readonly #service: DyingService;

  constructor(
    site: FakeSite,
    service: FakeService,
    options: Partial<UploadOptions> = {},
    file = makeFile(SIZE),
  ) {
    this.#tab = site.tab();
    this.#service = new DyingService(service);
    const openMemory: OpenMemory = ({ settings, onFollow, ...needs }) =>
      KeptMemory.open({
        ...needs,
        world: this.#tab,
        scope: uploadScope(settings),
        onFollow: ({ sent }) => onFollow(sent),
      });
    const world = Object.assign(new FakeWorld(this.#service.asService), { openMemory });
    const grant = {
      protocol: 'parts',
      url: service.url,
      token: 'good',

      partSize: PARTS,
    } as const;
    this.upload = new Upload(file, { settings: () => ({ grant }), world, ...options });
    open.add(this.upload);
    this.upload.start();
  }

  /** As the crash of a tab: nothing that it does reaches anybody any more. */
  kill(): void {
    this.#service.die();
    this.#tab.kill();
    // So that nothing runs on behind the test.
    this.upload.pause();
    open.delete(this.upload);
  }
}

/** A service that one tab can lose. */
class DyingService {
  readonly asService: FakeService;
  #isDead = false;

  constructor(service: FakeService) {
    this.asService = new Proxy(service, {
      get: (target, name) => {
        if (name === 'post' && this.#isDead) return () => new Promise(() => {});
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  die(): void {
    this.#isDead = true;
  }
}

const open = new Set<Upload>();
afterEach(() => {
  for (const upload of open) upload.cancel();
  open.clear();
});

/** The numbers of the parts that were sent, in order. */
const partsOf = (service: FakeService) =>
  service.seen.map(({ headers }) => Number(/^part (\d+)/.exec(headers.get('content-range') ?? '')?.[1]));

/** A service that goes silent at its `request`th request, and a tab that waits for it. */
async function stuckAt(request: number, hasExtensions = true) {
  const site = new FakeSite();
  const service = new FakeService();
  service.hasExtensions = hasExtensions;
  service.faults.push(...Array.from({ length: request - 1 }, () => undefined), 'silence');
  const tab = new Tab(site, service);
  while (service.seen.length < request) await new Promise((resolve) => setImmediate(resolve));
  return { site, service, tab };
}

describe('an upload whose tab died', () => {
  for (const hasExtensions of [true, false]) {
    it(`sends only what is not stored, ${hasExtensions ? 'asking' : 'without asking'} the service`, async () => {
      const { site, service, tab } = await stuckAt(3, hasExtensions);
      tab.kill();
      const { upload } = new Tab(site, service);
      assert.equal((await ended(upload)).status, 'playable');
      assertWhole(service);
      assert.deepEqual(partsOf(service), [1, 2, 3, 3]);
    });
  }

  it('makes no second video, when it died with the first part on its way', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.hasExtensions = true;
    service.faults.push('lost-answer', 'silence');
    const tab = new Tab(site, service);
    while (service.seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
    tab.kill();
    const { upload } = new Tab(site, service);
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service);
  });

  it('shows the claim of its grant when it asks for another', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.faults.push(undefined, 'silence');
    const asked: unknown[] = [];
    const grant: GrantProvider = (reason, { videoId, claim }) => {
      asked.push([reason, videoId, claim]);
      return { protocol: 'parts', url: service.url, token: 'good', videoId, claim: 'mine', partSize: PARTS };
    };
    const tab = new Tab(site, service, { settings: () => ({ grant }) });
    while (service.seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
    tab.kill();
    const { upload } = new Tab(site, service, { settings: () => ({ grant }) });
    assert.equal((await ended(upload)).status, 'playable');
    assert.deepEqual(asked, [
      ['start', undefined, undefined],
      ['resume', 'vi1', 'mine'],
    ]);
  });

  it('believes the service, not what was kept', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    service.videos.get('vi1')?.parts.delete(2);
    const { upload } = new Tab(site, service);
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(partsOf(service).toSorted(), [1, 2, 2, 3, 3]);
  });

  it('begins anew, once, and says so when the service has forgotten it', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    service.videos.clear();
    service.forgotten.add('vi1');
    const { upload } = new Tab(site, service);
    const state = await ended(upload);
    assert.equal(state.status, 'playable');
    assert.equal(state.notice?.code, 'upload-restarted');
    assertWhole(service);
  });

  it('goes on with another file of the same name, size and date from the beginning', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    const { name, type, lastModified } = makeFile(SIZE);
    const other = new File(['9876543210'], name, { type, lastModified });
    const { upload } = new Tab(site, service, {}, other);
    assert.equal((await ended(upload)).status, 'playable');
    assert.equal(service.videos.size, 2);
    assert.equal(new TextDecoder().decode(service.bytes('vi2')), '9876543210');
  });

  it('asks for the right to go on with its video, and begins anew when that is refused', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    const asked: [GrantReason, string | undefined][] = [];
    const url = new URL(service.url).href;
    const settings = () => ({
      grant: (reason: GrantReason, { videoId }: { videoId: string | undefined }) => {
        asked.push([reason, videoId]);
        if (reason === 'resume') throw new VhError('grant-refused', 'Not yours.');
        return { protocol: 'parts', url, token: 'good', partSize: PARTS } as const;
      },
    });
    // To the same place by its scope: a function of the page's.
    for (const kept of site.records.kept.values()) {
      const key = kept.key.replace(kept.scope, 'grant');
      site.records.kept.set(key, { ...kept, key, scope: 'grant' });
    }
    const { upload } = new Tab(site, service, { settings });
    const state = await ended(upload);
    assert.deepEqual(asked, [
      ['resume', 'vi1'],
      ['start', undefined],
    ]);
    assert.equal(state.status, 'playable');
    assert.equal(state.notice?.code, 'upload-restarted');
    assert.equal(service.videos.size, 2);
  });

  it('is another upload for a page that wants nothing remembered', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    const { upload } = new Tab(site, service, { isResumable: false });
    await ended(upload);
    assert.equal(site.records.writes, 0);
  });

  it('goes on without, and says so, where nothing can be kept', async () => {
    const site = new FakeSite();
    site.records.isDenied = true;
    const service = new FakeService();
    const { upload } = new Tab(site, service);
    const state = await ended(upload);
    assert.equal(state.status, 'playable');
    assert.equal(state.notice?.code, 'resume-unavailable');
    assertWhole(service);
  });

  it('leaves nothing behind when it is done, and when it is cancelled', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    await ended(new Tab(site, service).upload);
    while (site.records.kept.size > 0) await new Promise((resolve) => setImmediate(resolve));
    service.faults.push(undefined, 'silence');
    const before = service.seen.length;
    const { upload } = new Tab(site, service);
    while (service.seen.length < before + 2) await new Promise((resolve) => setImmediate(resolve));
    upload.cancel();
    while (site.records.kept.size > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('keeps no token', async () => {
    const { site, tab } = await stuckAt(3);
    assert.ok(site.records.kept.size > 0);
    assert.doesNotMatch(JSON.stringify([...site.records.kept.values()]), /good/);
    tab.kill();
  });
});

describe('the same file in two tabs', () => {
  it('makes one video, which both have', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.faults.push(undefined, { status: 503 });
    const tabs = [new Tab(site, service), new Tab(site, service)];
    const states = await Promise.all(tabs.map(({ upload }) => ended(upload)));
    assert.deepEqual(
      states.map((state) => 'video' in state && state.video?.videoId),
      ['vi1', 'vi1'],
    );
    assertWhole(service);
  });

  it('is followed in the second, which takes over when the first dies', async () => {
    const { site, service, tab } = await stuckAt(3);
    const { upload } = new Tab(site, service);
    await reach(upload, (state) => state.status === 'waiting' && state.why === 'elsewhere');
    tab.kill();
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(partsOf(service), [1, 2, 3, 3]);
  });

  it('goes on in the second when the first is cancelled', async () => {
    const { site, service, tab } = await stuckAt(3);
    const { upload } = new Tab(site, service);
    await reach(upload, (state) => state.status === 'waiting' && state.why === 'elsewhere');
    tab.upload.cancel();
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service);
  });

  it('may be paused, resumed and cancelled while it is followed', async () => {
    const { site, service, tab } = await stuckAt(3);
    const { upload } = new Tab(site, service);
    const isFollowing = () =>
      reach(upload, (state) => state.status === 'waiting' && state.why === 'elsewhere');
    await isFollowing();
    upload.pause();
    assert.equal(upload.store.state.status, 'paused');
    upload.resume();
    await isFollowing();
    upload.cancel();
    assert.equal(upload.store.state.status, 'cancelled');
    assert.equal(tab.upload.store.state.status, 'uploading');
    assert.equal(site.records.kept.size, 1);
    tab.kill();
  });

  it('goes on in the second when the first has failed, and the first has its video at the next try', async () => {
    const site = new FakeSite();
    const service = new FakeService();
    service.hasExtensions = true;
    service.faults.push(undefined, undefined, { status: 400, slug: 'no' }, 'silence');
    const first = new Tab(site, service);
    await when(first.upload, 'failed');
    const second = new Tab(site, service);
    while (service.seen.length < 4) await new Promise((resolve) => setImmediate(resolve));
    first.upload.retry();
    await reach(first.upload, (state) => state.status === 'waiting' && state.why === 'elsewhere');
    second.kill();
    assert.equal((await ended(first.upload)).status, 'playable');
    assertWhole(service);
  });
});
