import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GrowingFile } from '../../../src/upload/recording/journal/growing-file.ts';
import type { Upload } from '../../../src/upload/upload.ts';
import { rollDice } from '../../support/seeded.ts';
import {
  assertFailed,
  waitForEnd,
  PARTS,
  waitForState,
  setUpUpload,
  waitForStatus,
} from '../../support/upload/upload-run.ts';
import type { Fault, FakeService } from '../../support/upload/uploader-service.ts';
import { settled } from '../../support/until.ts';

/** An upload of a file that is still being written, in parts of four bytes. */
function growing() {
  const file = new GrowingFile('talk.webm', 'video/webm');
  return { file, ...setUpUpload({}, {}, file) };
}

const ranges = (service: FakeService) => service.seen.map(({ headers }) => headers.get('content-range'));
const text = (service: FakeService) => new TextDecoder().decode(service.bytes());
const sent = (upload: Upload, bytes: number) => waitForState(upload, (state) => state.sent >= bytes);

describe('Upload of a file that is still being written', () => {
  it('sends what there is while more comes, and says last how many parts there were', async () => {
    const { file, service, upload } = growing();
    upload.start();
    file.append(new Blob(['abcde']));
    await sent(upload, 4);
    assert.deepEqual(ranges(service), ['part 1/*']);
    file.append(new Blob(['fghij']));
    await sent(upload, 8);
    file.end();
    const state = await waitForEnd(upload);
    assert.equal(state.status, 'playable');
    assert.equal(state.total, 10);
    assert.deepEqual(ranges(service), ['part 1/*', 'part 2/*', 'part 3/3']);
    assert.equal(text(service), 'abcdefghij');
  });

  it('keeps something back for the last part, which must say that it is the last', async () => {
    const { file, service, upload } = growing();
    upload.start();
    file.append(new Blob(['abcd']));
    await waitForStatus(upload, 'granting');
    file.end();
    await waitForEnd(upload);
    assert.deepEqual(ranges(service), ['part 1/1']);
  });

  it('begins with nothing, and asks for the grant to send at once', async () => {
    const { file, upload, service } = growing();
    upload.start();
    assert.equal(upload.store.state.status, 'granting');
    file.append(new Blob(['abc']));
    file.end();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.equal(text(service), 'abc');
  });

  for (const [what, isKnown] of [
    ['that the platform knows of', true],
    ['that the platform does not notice', false],
  ] as const) {
    it(`sits out minutes without a network (${what}), and then sends all of it`, async () => {
      const { file, service, upload, environment } = growing();
      upload.start();
      file.append(new Blob(['abcde']));
      await sent(upload, 4);
      environment.offline = isKnown;
      environment.reachable = false;
      service.faults.push(...Array.from({ length: 1_000 }, (): Fault => 'reset'));
      const over = new Promise<void>((resolve) => {
        environment.onSleep = () => {
          if (environment.time > 3 * 60_000) resolve();
        };
      });
      file.append(new Blob(['fghij']));
      await over;
      assert.equal(upload.store.state.status, 'waiting');
      service.faults.length = 0;
      environment.comeBack();
      file.append(new Blob(['klmno']));
      file.end();
      assert.equal((await waitForEnd(upload)).status, 'playable');
      assert.equal(text(service), 'abcdefghijklmno');
      assert.equal(service.videos.size, 1);
      assert.ok(Math.max(...environment.waits) <= 15_000, 'it asks often enough to notice');
    });
  }

  it('waits for hours when the recording has ended and the server does not answer', async () => {
    const { file, service, upload, environment } = growing();
    upload.start();
    file.append(new Blob(['abcde']));
    await sent(upload, 4);
    environment.reachable = false;
    service.faults.push(...Array.from({ length: 1_000 }, (): Fault => 'reset'));
    file.append(new Blob(['fghij']));
    file.end();
    environment.onSleep = () => {
      if (environment.time < 2 * 60 * 60_000) return;
      service.faults.length = 0;
      environment.comeBack();
    };
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.equal(text(service), 'abcdefghij');
  });

  it('says that nothing was written', async () => {
    const { file, upload } = growing();
    upload.start();
    file.end();
    assertFailed(await waitForEnd(upload), 'file-empty');
  });

  it('sends the bytes that were recorded while it was paused', async () => {
    const { file, service, upload } = growing();
    upload.start();
    file.append(new Blob(['abcde']));
    await sent(upload, 4);
    upload.pause();
    file.append(new Blob(['fghij']));
    upload.resume();
    file.append(new Blob(['kl']));
    file.end();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.equal(text(service), 'abcdefghijkl');
  });

  it('ends at once when it is cancelled while it waits for more', async () => {
    const { file, service, upload } = growing();
    upload.start();
    file.append(new Blob(['abcde']));
    await sent(upload, 4);
    upload.cancel();
    file.append(new Blob(['fghij']));
    file.end();
    assert.equal(upload.store.state.status, 'cancelled');
    assert.equal(service.seen.length, 1);
  });

  it('waits with a wire that must know the size', async () => {
    const file = new GrowingFile('talk.webm', 'video/webm');
    const { grant, service } = setUpUpload();
    const put = setUpUpload({ grant: { ...grant, protocol: 'tus', partSize: PARTS } }, {}, file);
    put.upload.start();
    file.append(new Blob(['abc']));
    await waitForStatus(put.upload, 'granting');
    assert.equal(service.seen.length, 0);
    put.upload.cancel();
  });

  it(
    'ends in the right bytes and one video, however it grows and whatever fails',
    { timeout: 120_000 },
    async () => {
      const dice = rollDice();
      const faults: Fault[] = ['reset', 'lost-answer', { status: 503 }];
      for (let round = 0; round < 60; round++) {
        const { file, service, upload } = growing();
        service.hasExtensions = dice.below(2) === 0;
        for (let fault = dice.below(6); fault > 0; fault--) service.faults.push(dice.pick(faults));
        // Without the extension, an answer that is lost before the video has a name makes a second one.
        if (!service.hasExtensions) service.faults.unshift(undefined);
        upload.start();
        let whole = '';
        for (let piece = 1 + dice.below(12); piece > 0; piece--) {
          const more = 'abcdefghijklmnopqrstuvwxyz'.slice(0, 1 + dice.below(20));
          whole += more;
          file.append(new Blob([more]));
          if (dice.below(2) === 0) await settled(1);
        }
        file.end();
        const where = `SEED=${String(dice.seed)}, round ${String(round)}`;
        const { status } = await waitForEnd(upload);
        // An upload that lost the last answer and cannot ask knows that the video is stored, and no more.
        assert.equal(status, service.hasExtensions || service.sentAssets ? 'playable' : 'stored', where);
        assert.equal(text(service), whole, where);
        assert.equal(service.videos.size, 1, where);
        // Several are on their way at once: the last to be cut need not be the last to arrive.
        assert.ok(
          ranges(service).some((range) => /^part (\d+)\/\1$/.test(range ?? '')),
          where,
        );
      }
    },
  );
});
