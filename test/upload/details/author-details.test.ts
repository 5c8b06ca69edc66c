import assert from 'node:assert/strict';
import { describe, it, mock, type Mock, beforeEach, afterEach } from 'node:test';
import type { changeDetails } from '../../../src/client/change-details.ts';
import { VhError } from '../../../src/core/errors/vh-error.ts';
import { Store } from '../../../src/core/store.ts';
import type { VideoDetails } from '../../../src/core/wire/author/video-details.ts';
import {
  AuthorDetails,
  proposeTitle,
  type DescribedUpload,
} from '../../../src/upload/details/author-details.ts';
import { DetailsMemory } from '../../../src/upload/details/details-memory.ts';
import type { UploadState } from '../../../src/upload/index.ts';

const PROGRESS = { sent: 0, stored: 0, total: 10, speed: undefined, secondsLeft: undefined };

/** A browser's store. */
function makeStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe('what an author says of a film', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  function begin(given: {
    videoId?: string | undefined;
    details?: DescribedUpload['details'];
    memory?: DetailsMemory;
    hasBackend?: boolean;
  }) {
    const { videoId, details, memory, hasBackend } = { videoId: 'vi1', hasBackend: true, ...given };
    const store = new Store<UploadState>({ status: 'uploading', ...PROGRESS });
    const upload: { -readonly [Name in keyof DescribedUpload]: DescribedUpload[Name] } = {
      ...{ store, videoId, details },
      claim: () => 'proof',
    };
    const committed: VideoDetails[] = [];
    const save: Mock<typeof changeDetails> = mock.fn(() => Promise.resolve());
    const author = new AuthorDetails(upload, {
      ...{ name: 'my_trip.mp4', memory, save },
      backend: () => (hasBackend ? { backend: '/vh' } : undefined),
      onCommit: (said) => committed.push(said),
    });
    const goOn = (status: 'uploading' | 'processing' | 'playable', id = upload.videoId) => {
      upload.videoId = id;
      if (status === 'uploading') store.set({ status, ...PROGRESS });
      else store.set({ status, video: { videoId: id ?? '' }, since: 0, ...PROGRESS });
    };
    const saved = () => save.mock.calls.map(({ arguments: [, own, change] }) => [own.videoId, change]);
    return { author, upload, committed, save, saved, goOn };
  }
  const pause = async () => {
    mock.timers.tick(800);
    await settle();
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };

  it('has its title from the file’s name, which is saved as it stands once the film is stored', async () => {
    assert.equal(proposeTitle('my_trip  to_the.sea.mp4'), 'my trip to the.sea');
    assert.equal(proposeTitle('.mp4'), '.mp4');
    assert.equal(proposeTitle('日本.mov'), '日本');
    const { author, upload, saved, goOn } = begin({});
    assert.equal(author.store.state.typed.title, 'my trip');
    assert.equal(upload.details?.title, 'my trip');
    assert.deepEqual(saved(), []);
    goOn('processing');
    await settle();
    assert.deepEqual(saved(), [['vi1', { title: 'my trip' }]]);
    assert.equal(author.store.state.saving, 'saved');
    goOn('playable');
    await settle();
    assert.equal(saved().length, 1);
  });

  it('is saved a pause after the last key, and only what has changed', async () => {
    const { author, saved, committed } = begin({});
    author.type({ title: 'A' });
    mock.timers.tick(799);
    author.type({ title: 'At sea' });
    mock.timers.tick(799);
    assert.deepEqual(saved(), []);
    assert.ok(author.isUnsaved);
    await pause();
    assert.deepEqual(saved(), [['vi1', { title: 'At sea' }]]);
    assert.deepEqual(committed, [{ title: 'At sea', description: '', tags: [], fields: {} }]);
    author.type({ tags: ' sea,wind; sea ،  ' });
    await pause();
    assert.deepEqual(saved().at(-1), ['vi1', { tags: ['sea', 'wind'] }]);
    assert.equal(author.store.state.saving, 'saved');
    assert.ok(!author.isUnsaved);
    author.flush();
    await settle();
    assert.equal(saved().length, 2);
  });

  it('is saved in one request at a time: what is typed meanwhile follows', async () => {
    const { author, save, saved } = begin({});
    let answer = () => {};
    save.mock.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    author.type({ title: 'One' });
    await pause();
    author.type({ title: 'Two', description: 'More' });
    await pause();
    assert.equal(saved().length, 1);
    answer();
    await settle();
    assert.deepEqual(saved().at(-1), ['vi1', { title: 'Two', description: 'More' }]);
    assert.equal(author.store.state.saving, 'saved');
  });

  it('waits for the video, and is saved for another one that takes its place', async () => {
    const { author, saved, goOn } = begin({ videoId: undefined });
    author.type({ title: 'At sea' });
    await pause();
    assert.equal(author.store.state.saving, 'waiting');
    goOn('uploading', 'vi2');
    await settle();
    goOn('uploading', 'vi3');
    await settle();
    assert.deepEqual(saved(), [
      ['vi2', { title: 'At sea' }],
      ['vi3', { title: 'At sea' }],
    ]);
  });

  it('is kept over a failure, and saved at the next try', async () => {
    const { author, save, saved } = begin({});
    save.mock.mockImplementationOnce(() => Promise.reject(new VhError('network', 'Away.')));
    author.type({ title: 'At sea' });
    await pause();
    assert.equal(author.store.state.saving, 'failed');
    assert.ok(author.isUnsaved);
    assert.equal(author.store.state.typed.title, 'At sea');
    author.flush();
    await settle();
    assert.equal(author.store.state.saving, 'saved');
    assert.equal(saved().length, 2);
  });

  it('says that the site no longer takes it, and does not ask for ever', async () => {
    const { author, save } = begin({});
    for (const [status, saving] of [
      [403, 'refused'],
      [404, 'refused'],
      [429, 'failed'],
      [503, 'failed'],
    ] as const) {
      save.mock.mockImplementationOnce(() =>
        Promise.reject(new VhError('request-refused', 'No.', { status })),
      );
      author.type({ title: `At sea ${String(status)}` });
      await pause();
      assert.equal(author.store.state.saving, saving);
    }
    assert.equal(save.mock.callCount(), 4);
  });

  it('has no limit to type in: what is too long is named, kept, and not sent; the rest is', async () => {
    const { author, saved, upload } = begin({});
    const title = 'x'.repeat(10_000);
    author.type({ title, description: '<b>'.repeat(3_000) });
    await pause();
    assert.deepEqual(author.store.state.faults, ['title']);
    assert.equal(author.store.state.typed.title, title);
    assert.equal(upload.details?.title, title);
    assert.deepEqual(saved(), [['vi1', { description: '<b>'.repeat(3_000) }]]);
    assert.equal(author.store.state.saving, 'none');
    author.type({ title: ' ' });
    await pause();
    assert.deepEqual(author.store.state.faults, ['title']);
    assert.equal(saved().length, 1);
  });

  it('is the page’s own where it has no backend', async () => {
    const { author, upload, saved, committed } = begin({ hasBackend: false });
    author.type({ title: 'At sea' });
    assert.ok(!author.isUnsaved);
    await pause();
    assert.equal(author.store.state.saving, 'kept');
    assert.deepEqual([saved(), committed.length, upload.details?.title], [[], 1, 'At sea']);
  });

  it('stays with its upload when the element goes, and shows in the next one', async () => {
    const first = begin({});
    first.author.type({ title: 'At sea', tags: 'a, b' });
    first.author.end();
    await settle();
    assert.deepEqual(first.saved(), [['vi1', { title: 'At sea', tags: ['a', 'b'] }]]);
    const second = begin({ details: first.upload.details });
    assert.equal(second.author.store.state.typed.title, 'At sea');
    assert.equal(second.author.store.state.typed.tags, 'a, b');
  });

  it('shows again in the next visit, to the same visitor, and is forgotten when it is with the service', async () => {
    const storage = makeStorage();
    const memoryOf = (subject?: string) => new DetailsMemory(subject, () => storage);
    const first = begin({ memory: memoryOf('ann') });
    first.save.mock.mockImplementation(() => Promise.reject(new VhError('network', 'Away.')));
    first.author.type({ title: 'At sea', fields: { kind: 'trip' } });
    await pause();
    assert.equal(begin({ memory: memoryOf('eve') }).author.store.state.typed.title, 'my trip');
    assert.equal(begin({ memory: memoryOf() }).author.store.state.typed.title, 'my trip');
    const second = begin({ videoId: undefined, memory: memoryOf('ann') });
    assert.equal(second.author.store.state.typed.title, 'my trip');
    second.goOn('uploading', 'vi1');
    await settle();
    assert.equal(second.author.store.state.typed.title, 'At sea');
    assert.deepEqual(second.saved(), [['vi1', { title: 'At sea', fields: { kind: 'trip' } }]]);
    assert.ok(memoryOf('ann').read('vi1'));
    second.goOn('processing');
    assert.equal(memoryOf('ann').read('vi1'), undefined);
  });

  it('is not what somebody has typed before it was known', async () => {
    const storage = makeStorage();
    const memory = new DetailsMemory(undefined, () => storage);
    memory.write('vi1', { title: 'Old', description: '', tags: '', fields: {} });
    const { author, goOn } = begin({ videoId: undefined, memory });
    author.type({ title: 'New' });
    goOn('uploading', 'vi1');
    await pause();
    assert.equal(author.store.state.typed.title, 'New');
    assert.equal(memory.read('vi1')?.title, 'New');
  });

  it('is remembered for twenty films and seven days, and not where storage is denied or broken', () => {
    const storage = makeStorage();
    const memory = new DetailsMemory('ann', () => storage);
    const typed = { title: 'a', description: '', tags: '', fields: {} };
    for (let video = 0; video < 21; video++) memory.write(`vi${String(video)}`, typed);
    assert.deepEqual([memory.read('vi0'), memory.read('vi1')], [undefined, typed]);
    mock.timers.tick(7 * 24 * 60 * 60 * 1000);
    assert.equal(memory.read('vi20'), undefined);
    for (const text of ['', '5', '{"vi1 ann":{"typed":5}}', '{"vi1 ann":5}', 'no json']) {
      storage.setItem('vh-upload-details', text);
      assert.equal(memory.read('vi1'), undefined);
    }
    const denied = new DetailsMemory('ann', () => {
      throw new DOMException('Denied', 'SecurityError');
    });
    denied.write('vi1', typed);
    assert.equal(denied.read('vi1'), undefined);
  });
});
