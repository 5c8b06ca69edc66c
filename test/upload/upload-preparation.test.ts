import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VhError } from '../../src/core/errors/vh-error.ts';
import type { PreparedFile, PrepareOptions } from '../../src/upload/file/file-preparation.ts';
import { Queue } from '../../src/upload/queue/queue.ts';
import type { UploadStatus } from '../../src/upload/ports/upload-state.ts';
import { Upload } from '../../src/upload/upload.ts';
import { until } from '../support/until.ts';
import { makeFile } from '../support/upload/uploader-file.ts';
import { FakeService } from '../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../support/upload/fake-environment.ts';

/** An upload of twenty bytes whose preparation ends when the test says so. */
function setUp() {
  const service = new FakeService();
  const environment = new FakeEnvironment(service);
  const grant = { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } } as const;
  let run: { resolve: (prepared: PreparedFile) => void; reject: (error: VhError) => void } | undefined;
  const prepared = new Promise<PreparedFile>((resolve, reject) => {
    run = { resolve, reject };
  });
  let options: PrepareOptions | undefined;
  const prepare = (given: PrepareOptions) => {
    options = given;
    return prepared;
  };
  const upload = new Upload(makeFile(20, 'long.mp4'), { settings: () => ({ grant }), environment, prepare });
  const seen: UploadStatus[] = [];
  upload.store.subscribe(({ status }) => {
    if (seen.at(-1) !== status) seen.push(status);
  });
  const reach = (status: UploadStatus) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (upload.store.state.status === status) resolve();
      };
      upload.store.subscribe(look);
      look();
    });
  assert.ok(run);
  return { service, upload, seen, run, prepared, reach, options: () => options };
}

describe('the preparation of an upload', () => {
  it('is waited for by start(), and replaces the file', async () => {
    const { service, upload, seen, run, reach, options } = setUp();
    upload.start();
    options()?.onOptimized(0.5);
    assert.deepEqual([upload.isPreparing, service.seen.length], [true, 0]);
    run.resolve({ file: makeFile(10, 'short.mp4') });
    await reach('playable');
    assert.deepEqual(seen.slice(0, 4), ['granting', 'optimizing', 'idle', 'granting']);
    assert.deepEqual([upload.file.name, upload.chosenFile.name], ['short.mp4', 'long.mp4']);
    assert.equal(upload.store.state.total, 10);
  });

  it('leaves an upload idle until it is started', async () => {
    const { service, upload, run, reach } = setUp();
    upload.prepare();
    run.resolve({ file: upload.file });
    await reach('idle');
    assert.equal(service.seen.length, 0);
  });

  it('continues while the upload is paused, and sends nothing then', async () => {
    const { service, upload, seen, run, prepared, reach, options } = setUp();
    upload.start();
    upload.pause();
    options()?.onOptimized(0.5);
    run.resolve({ file: makeFile(10, 'short.mp4') });
    await prepared;
    await Promise.resolve();
    assert.deepEqual([seen.join(), service.seen.length], ['granting,paused', 0]);
    upload.resume();
    await reach('playable');
  });

  it('refuses a file for good', async () => {
    const { upload, run, reach } = setUp();
    upload.start();
    run.reject(new VhError('file-refused', 'The page refused the file.'));
    await reach('failed');
    upload.retry();
    assert.equal(upload.store.state.status, 'failed');
  });

  it('ends with the upload, and reports nothing then', async () => {
    const { upload, seen, run, prepared, options } = setUp();
    upload.prepare();
    upload.cancel();
    assert.equal(options()?.signal.aborted, true);
    run.resolve({ file: upload.file });
    await prepared;
    await Promise.resolve();
    assert.deepEqual(seen, ['granting', 'cancelled']);
  });

  it('takes no turn while it prepares, and one afterwards', async () => {
    const { upload, run, reach } = setUp();
    const other = setUp();
    const queue = new Queue({ concurrency: () => 1 });
    upload.prepare();
    queue.addAll([upload, other.upload]);
    queue.start();
    other.run.resolve({ file: other.upload.file });
    await other.reach('playable');
    assert.equal(upload.store.state.status, 'granting');
    run.resolve({ file: upload.file });
    await reach('playable');
  });

  it('is not started by resume() where it was not started before', async () => {
    const { service, upload, run, reach } = setUp();
    const queue = new Queue();
    upload.prepare();
    queue.add(upload);
    queue.pause();
    queue.resume();
    run.resolve({ file: upload.file });
    await reach('idle');
    assert.equal(service.seen.length, 0);
  });

  /** An upload whose file is made at its start: how often, and of which kind, the test says. */
  const setUpFinish = () => {
    const { service, upload, run, reach, seen } = setUp();
    const made: { resolve: (prepared: PreparedFile) => void; reject: (error: VhError) => void }[] = [];
    const finish = () =>
      new Promise<PreparedFile>((resolve, reject) => {
        made.push({ resolve, reject });
      });
    run.resolve({ file: upload.file, finish });
    return { service, upload, reach, seen, made };
  };

  it('has a second part that begins with the start, and whose file leaves', async () => {
    const { service, upload, reach, made } = setUpFinish();
    upload.prepare();
    await reach('idle');
    assert.deepEqual([made.length, service.seen.length], [0, 0]);
    upload.start();
    await reach('granting');
    assert.deepEqual([made.length, service.seen.length], [1, 0]);
    made[0]?.resolve({ file: makeFile(8, 'cut.mp4') });
    await reach('playable');
    assert.deepEqual([upload.file.name, upload.store.state.total], ['cut.mp4', 8]);
  });

  it('has a second part also where the upload was started before the first was over', async () => {
    const { upload, reach, made, seen } = setUpFinish();
    upload.start();
    await until(() => made.length > 0);
    assert.ok(!seen.includes('uploading'));
    made[0]?.resolve({ file: makeFile(8, 'cut.mp4') });
    await reach('playable');
    assert.equal(upload.file.name, 'cut.mp4');
  });

  it('sends nothing where the second part fails, and a retry makes the file anew', async () => {
    const { service, upload, reach, made } = setUpFinish();
    const queue = new Queue();
    const id = queue.add(upload);
    upload.prepare();
    await reach('idle');
    queue.start(id);
    made[0]?.reject(new VhError('trim-unavailable', 'The film cannot be cut here.'));
    await reach('failed');
    assert.equal(service.seen.length, 0);
    queue.retry(id);
    await reach('granting');
    assert.deepEqual([made.length, service.seen.length], [2, 0]);
    made[1]?.resolve({ file: makeFile(8, 'cut.mp4') });
    await reach('playable');
    assert.equal(upload.file.name, 'cut.mp4');
  });

  it('keeps its turn while the second part makes its file: no more uploads than may run have begun', async () => {
    const [first, second] = [setUpFinish(), setUpFinish()];
    const queue = new Queue({ concurrency: () => 1 });
    queue.addAll([first.upload, second.upload]);
    for (const { upload } of [first, second]) upload.prepare();
    await first.reach('idle');
    await second.reach('idle');
    queue.start();
    assert.deepEqual([first.made.length, second.made.length], [1, 0]);
    first.made[0]?.resolve({ file: makeFile(8, 'first.mp4') });
    await first.reach('playable');
    await until(() => second.made.length > 0);
    second.made[0]?.resolve({ file: makeFile(8, 'second.mp4') });
    await second.reach('playable');
  });

  it('can be paused in its second part, and sends nothing until it is resumed', async () => {
    const { service, upload, reach, made } = setUpFinish();
    upload.prepare();
    await reach('idle');
    upload.start();
    upload.pause();
    made[0]?.resolve({ file: makeFile(8, 'cut.mp4') });
    for (let turn = 0; turn < 9; turn++) await Promise.resolve();
    assert.deepEqual([upload.store.state.status, service.seen.length], ['paused', 0]);
    upload.resume();
    await reach('playable');
    assert.equal(upload.file.name, 'cut.mp4');
  });
});
