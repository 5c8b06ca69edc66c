import { assert, expect } from 'chai';
import { isVhError } from '../../../../src/core/errors/vh-error.ts';
import type { StoredUpload } from '../../../../src/upload/resume/store/stored-upload.ts';
import { RecordStore } from '../../../../src/upload/resume/store/record-store.ts';
import { until } from '../../../support/until.ts';

/** A record of its own for each test: the database is the whole site's. */
function makeRecord(): StoredUpload {
  const key = `test ${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  return {
    key,
    scope: 'test',
    file: { name: 'holiday.mp4', size: 10, type: 'video/mp4', lastModified: 1_700_000_000_000 },
    handle: undefined,
    startedAt: 1_700_000_000_000,
    chosenAt: 1_699_999_999_000,
    touchedAt: 1_700_000_001_000,
    sent: 4,
    tab: 'the first',
    isPaused: true,
    isRemoved: false,
    isUnseen: false,
    film: undefined,
    group: undefined,
    source: undefined,
    upload: {
      protocol: 'parts',
      endpoint: 'https://service.example/upload',
      videoId: 'vi1',
      parts: [
        { from: 0, to: 4, stored: true },
        { from: 4, to: 10, stored: false },
      ],
      wire: ['abc', null],
    },
    video: undefined,
  };
}

/** Puts something into the database past the store, as another version of the library might. */
async function putRaw(value: unknown): Promise<void> {
  const opening = indexedDB.open('vh-elements');
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const transaction = opening.result.transaction('uploads', 'readwrite');
  transaction.objectStore('uploads').put(value);
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  opening.result.close();
}

describe('RecordStore', () => {
  const replaced: (() => void)[] = [];

  /** Lets a call of the browser's throw until the test is over. */
  function refuse(target: object, method: string, why: string): void {
    const own = Object.getOwnPropertyDescriptor(target, method);
    const value = () => {
      throw new DOMException('refused', why);
    };
    Object.defineProperty(target, method, { value, configurable: true });
    replaced.push(() => {
      if (own) Object.defineProperty(target, method, own);
      else Reflect.deleteProperty(target, method);
    });
  }

  /** What is written until the test is over. */
  function noteWrites(): string[] {
    const written: string[] = [];
    const own = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put');
    const put = own?.value as IDBObjectStore['put'];
    const value = function (this: IDBObjectStore, record: unknown) {
      written.push(JSON.stringify(record));
      return put.call(this, record);
    };
    Object.defineProperty(IDBObjectStore.prototype, 'put', { ...own, value });
    replaced.push(() => Object.defineProperty(IDBObjectStore.prototype, 'put', own ?? {}));
    return written;
  }

  afterEach(() => {
    for (const restore of replaced.splice(0)) restore();
  });

  it('returns a record of ten thousand parts, of which it writes a little each time', async () => {
    const record = makeRecord();
    assert(record.upload);
    const parts = Array.from({ length: 10_000 }, (_one, index) => ({
      from: index * 5,
      to: index * 5 + 5,
      stored: index < 4_000 || index === 4_003,
    }));
    const long = { ...record, upload: { ...record.upload, parts } };
    const written = noteWrites();
    await new RecordStore().put(long);
    expect(await new RecordStore().get(record.key)).to.deep.equal(long);
    expect(written).to.have.length(1);
    expect(written[0]?.length).to.be.below(2_000);
    await new RecordStore().delete(record.key);
  });

  it('returns the stored record, to later readers too', async () => {
    const record = makeRecord();
    await new RecordStore().put(record);
    expect(await new RecordStore().get(record.key)).to.deep.equal(record);
  });

  it('has no record that was never stored, or was deleted', async () => {
    const store = new RecordStore();
    const record = makeRecord();
    expect(await store.get(record.key)).to.equal(undefined);
    await store.put(record);
    await store.delete(record.key);
    expect(await store.get(record.key)).to.equal(undefined);
  });

  it('lists all that can be read, and no more', async () => {
    const store = new RecordStore();
    const record = makeRecord();
    const strange = makeRecord().key;
    await store.put(record);
    await putRaw({ key: strange, from: 'another version' });
    const keys = (await store.list()).map(({ key }) => key);
    expect(keys).to.include(record.key);
    expect(keys).not.to.include(strange);
  });

  it('continues after the database was closed from elsewhere', async () => {
    const store = new RecordStore();
    const record = makeRecord();
    await store.put(record);
    const deleting = indexedDB.deleteDatabase('vh-elements');
    await new Promise((resolve) => (deleting.onsuccess = resolve));
    expect(await store.get(record.key)).to.equal(undefined);
    await store.put(record);
    expect(await store.get(record.key)).to.deep.equal(record);
  });

  it('says by its code that nothing can be kept, and tries again the next time', async () => {
    const store = new RecordStore();
    const record = makeRecord();
    refuse(indexedDB, 'open', 'SecurityError');
    const error: unknown = await store.put(record).catch((reason: unknown) => reason);
    expect(isVhError(error, 'resume-unavailable')).to.equal(true);
    for (const restore of replaced.splice(0)) restore();
    await store.put(record);
    expect(await store.get(record.key)).to.deep.equal(record);
  });

  it('waits once for a browser that never opens its storage, and takes the answer when it comes', async () => {
    const store = new RecordStore(50);
    const record = makeRecord();
    const real = indexedDB.open.bind(indexedDB);
    const asked: { name: string; answer: (opened: IDBOpenDBRequest) => void }[] = [];
    const silent: Record<string, unknown> = {};
    Object.defineProperty(indexedDB, 'open', {
      value: (name: string) => {
        asked.push({
          name,
          answer: (opened) => {
            Object.assign(silent, { result: opened.result });
            (silent['onsuccess'] as () => void)();
          },
        });
        return silent;
      },
      configurable: true,
    });
    replaced.push(() => Reflect.deleteProperty(indexedDB, 'open'));
    for (let times = 0; times < 2; times++) {
      const error: unknown = await store.get(record.key).catch((reason: unknown) => reason);
      expect(isVhError(error, 'resume-unavailable')).to.equal(true);
    }
    await until(() => asked.length > 0);
    expect(asked).to.have.length(1);
    const opening = real('vh-elements', 1);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    asked[0]?.answer(opening);
    // A machine that is busy may be as slow as one that is stuck.
    await until(() =>
      store.put(record).then(
        () => true,
        () => false,
      ),
    );
    let kept: StoredUpload | undefined;
    await until(async () => (kept = await store.get(record.key).catch(() => undefined)) !== undefined);
    expect(kept).to.deep.equal(record);
  });

  it('does not wait for ever for a transaction that never ends', async () => {
    const store = new RecordStore(50);
    const record = makeRecord();
    await new RecordStore().put(record);
    const own = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction');
    Object.defineProperty(IDBDatabase.prototype, 'transaction', {
      value: () => ({ objectStore: () => ({ get: () => ({}) }) }),
      configurable: true,
    });
    replaced.push(() => {
      if (own) Object.defineProperty(IDBDatabase.prototype, 'transaction', own);
    });
    const error: unknown = await store.get(record.key).catch((reason: unknown) => reason);
    expect(isVhError(error, 'resume-unavailable')).to.equal(true);
  });

  it('says the same of a storage that is full', async () => {
    const store = new RecordStore();
    const record = makeRecord();
    refuse(IDBObjectStore.prototype, 'put', 'QuotaExceededError');
    const error: unknown = await store.put(record).catch((reason: unknown) => reason);
    expect(isVhError(error, 'resume-unavailable')).to.equal(true);
  });
});
