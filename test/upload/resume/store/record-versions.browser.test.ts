import { expect } from 'chai';
import { isVhError } from '../../../../src/core/errors/vh-error.ts';
import { RecordStore } from '../../../../src/upload/resume/store/record-store.ts';
import { parseStoredUpload } from '../../../../src/upload/resume/store/parse-stored-upload.ts';
import { OLDER_BROWSER } from '../../../support/versions/older-browser.ts';
import { OpenDatabases } from '../../../support/versions/open-databases.ts';

const NAME = 'vh-elements';
const NEWER = 2;
const RECORD = parseStoredUpload(OLDER_BROWSER.upload);

describe('the database of unfinished uploads', () => {
  let databases: OpenDatabases;

  beforeEach(async () => {
    databases = new OpenDatabases(NAME);
    await databases.delete();
  });

  afterEach(() => databases.delete());

  async function expectRefusal(answer: Promise<unknown>): Promise<void> {
    const error: unknown = await answer.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isVhError(error, 'resume-unavailable')).to.equal(true);
  }

  it('of an earlier version is read by this one', async () => {
    const older = await databases.open(1, ['uploads']);
    const transaction = older.transaction('uploads', 'readwrite');
    transaction.objectStore('uploads').put(OLDER_BROWSER.upload);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    expect(await new RecordStore().list()).to.deep.equal([RECORD]);
  });

  it('of a newer version stays as it is: an older tab continues without it', async () => {
    const newer = await databases.open(NEWER, ['uploads-2']);
    await expectRefusal(new RecordStore().list());
    if (RECORD) await expectRefusal(new RecordStore().put(RECORD));
    expect([...newer.objectStoreNames]).to.deep.equal(['uploads-2']);
  });

  it('is given up for a newer version in another tab, which has its records', async () => {
    const store = new RecordStore();
    if (RECORD) await store.put(RECORD);
    // Waits for ever if the store keeps its connection.
    const newer = await databases.open(NEWER);
    await expectRefusal(store.list());
    const kept = newer.transaction('uploads').objectStore('uploads').getAllKeys();
    await new Promise((resolve) => (kept.onsuccess = resolve));
    expect(kept.result).to.deep.equal([RECORD?.key]);
  });

  it('that another tab keeps from opening is asked once, and no call waits for ever', async () => {
    await databases.block(NEWER);
    const store = new RecordStore(50);
    await expectRefusal(store.list());
    if (RECORD) await expectRefusal(store.put(RECORD));
  });
});
