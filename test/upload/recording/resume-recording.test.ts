import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GrantReason } from '../../../src/core/wire/grant.ts';
import type { GrantRequest } from '../../../src/upload/ports/grant-settings.ts';
import { GrowingFile } from '../../../src/upload/recording/journal/growing-file.ts';
import { JournalMemory } from '../../../src/upload/recording/journal/journal-memory.ts';
import { RecordedFile } from '../../../src/upload/recording/recover-recordings.ts';
import { FakeJournal } from './support/fake-capture.ts';
import { waitForEnd, PARTS, waitForState, setUpUpload } from '../../support/upload/upload-run.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { settled } from '../../support/until.ts';

const ranges = (service: FakeService) => service.seen.map(({ headers }) => headers.get('content-range'));
const text = (service: FakeService) => new TextDecoder().decode(service.bytes());

/** A visit that ends in a crash when so many bytes of `abcdefghij` have left. */
async function crash(bytes: number) {
  const journal = new FakeJournal();
  const file = new GrowingFile('talk.webm', 'video/webm');
  const memory = new JournalMemory(journal, file);
  file.openMemory = () => Promise.resolve(memory);
  const first = setUpUpload({}, {}, file);
  first.upload.start();
  file.append(new Blob(['abcdefghij']));
  await waitForState(first.upload, ({ sent }) => sent >= bytes);
  await memory.release();
  // The page is gone: nothing of it reaches the service or the disk any more.
  const { noted } = journal;
  first.upload.pause();
  return { service: first.service, grant: first.grant, noted };
}

/** What another visit finds of it, and what it does with that. */
async function goOn(before: Awaited<ReturnType<typeof crash>>, left: string) {
  const journal = new FakeJournal();
  const file: RecordedFile = new RecordedFile([new Blob([left])], 'talk.webm', {}, () =>
    Promise.resolve(memory),
  );
  const memory = new JournalMemory(journal, file, before.noted);
  const { service, grant } = before;
  const seen = service.seen.length;
  const next = setUpUpload({ grant: { ...grant, partSize: PARTS } }, {}, file, service);
  next.upload.start();
  const state = await waitForEnd(next.upload);
  assert.equal(state.status, 'playable');
  return { journal, sent: ranges(service).slice(seen) };
}

describe('Upload of a recording that a crash has left', () => {
  it('resumes the same video, and sends no part twice', async () => {
    const before = await crash(8);
    assert.deepEqual(ranges(before.service), ['part 1/*', 'part 2/*']);
    const { journal, sent } = await goOn(before, 'abcdefghij');
    assert.deepEqual(sent, ['part 3/3']);
    assert.equal(text(before.service), 'abcdefghij');
    assert.equal(before.service.videos.size, 1);
    assert.ok(journal.isDiscarded, 'nothing is kept of what is uploaded');
  });

  it('goes into the video of its first grant although no part of it had left', async () => {
    const service = new FakeService();
    const granted: string[] = [];
    const grant = (_reason: GrantReason, { videoId }: GrantRequest) => {
      const id = videoId ?? `vi${String(granted.length + 1)}`;
      if (videoId === undefined) granted.push(id);
      return { protocol: 'parts', url: service.url, token: 'good', partSize: PARTS, videoId: id } as const;
    };
    const journal = new FakeJournal();
    const file = new GrowingFile('talk.webm', 'video/webm');
    const memory = new JournalMemory(journal, file);
    file.openMemory = () => Promise.resolve(memory);
    const first = setUpUpload({ grant }, {}, file, service);
    first.upload.start();
    file.append(new Blob(['ab']));
    await settled(50);
    await memory.release();
    const { noted } = journal;
    first.upload.pause();
    assert.deepEqual(granted, ['vi1']);
    assert.equal(service.seen.length, 0);
    const rest: RecordedFile = new RecordedFile([new Blob(['ab'])], 'talk.webm', {}, () =>
      Promise.resolve(found),
    );
    const found = new JournalMemory(new FakeJournal(), rest, noted);
    const next = setUpUpload({ grant }, {}, rest, service);
    next.upload.start();
    assert.equal((await waitForEnd(next.upload)).status, 'playable');
    assert.deepEqual(granted, ['vi1']);
    assert.equal(text(service), 'ab');
  });

  it('starts over when the disk has lost the sent bytes', async () => {
    const before = await crash(8);
    await goOn(before, 'abcdefgh');
    assert.equal(before.service.videos.size, 2);
    assert.equal(new TextDecoder().decode(before.service.bytes('vi2')), 'abcdefgh');
  });

  it('starts over when the stored record is malformed', async () => {
    const before = await crash(8);
    for (const noted of ['', '{', 'null', '[1]', '{"upload":{"protocol":"ftp"}}', undefined]) {
      await goOn({ ...before, noted }, 'abcdefghij');
    }
    assert.equal(before.service.videos.size, 7);
  });

  it('keeps no signed address and no token', async () => {
    const journal = new FakeJournal();
    const file = new GrowingFile('talk.webm', 'video/webm');
    const memory = new JournalMemory(journal, file);
    const wire = ['https://service.test/files/1?signature=abc', 'upload-1'];
    const parts = [{ from: 0, to: 4, stored: true }];
    await memory.save({
      protocol: 'put',
      endpoint: 'https://service.test/upload',
      videoId: 'vi1',
      parts,
      wire,
    });
    assert.match(journal.noted ?? '', /upload-1/);
    assert.doesNotMatch(journal.noted ?? '', /signature/);
    await memory.cancel();
    assert.equal(journal.noted, undefined);
  });
});
