import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { DAY, HALF_UPLOADED, openTestMemory as open } from './support/browser-memory.ts';
import { FakeSite } from '../support/fake-site.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { until } from '../../support/until.ts';

describe('KeptMemory', () => {
  it('has no record of a new file', async () => {
    const memory = await open(new FakeSite()).memory;
    assert.equal(memory.record, undefined);
    assert.equal(memory.video, undefined);
  });

  it('returns the stored state, after the tab was killed', async () => {
    const site = new FakeSite();
    const first = open(site);
    await (await first.memory).save(HALF_UPLOADED);
    first.tab.kill();
    assert.deepEqual((await open(site).memory).record, HALF_UPLOADED);
  });

  it('knows another file of the same name, size and date for another', async () => {
    const site = new FakeSite();
    const first = open(site);
    await (await first.memory).save(HALF_UPLOADED);
    first.tab.kill();
    const { name, type, lastModified } = makeFile(10);
    const other = new File(['0123456789'], name, { type, lastModified });
    assert.equal((await open(site, { file: other }).memory).record, undefined);
  });

  it('keeps uploads to two places apart', async () => {
    const site = new FakeSite();
    const here = await open(site).memory;
    await here.save(HALF_UPLOADED);
    const there = await open(site, { scope: 'backend https://site.example/other' }).memory;
    assert.equal(there.record, undefined);
  });

  it('forgets after seven days, as the service does', async () => {
    const site = new FakeSite();
    const first = open(site);
    await (await first.memory).save(HALF_UPLOADED);
    first.tab.kill();
    site.time += 7 * DAY;
    assert.equal((await open(site).memory).record, undefined);
  });

  it('keeps the sent bytes, also after the clock was set back', async () => {
    const site = new FakeSite();
    const memory = await open(site).memory;
    await memory.save(HALF_UPLOADED);
    site.time -= DAY;
    memory.reportSent(7);
    const stored = () => [...site.records.kept.values()].map(({ sent }) => sent);
    await until(() => stored().includes(7));
  });

  it('keeps fifty at most, the newest of them', async () => {
    const site = new FakeSite();
    for (let count = 0; count < 60; count++) {
      site.time += 1000;
      const one = await open(site, { scope: `place ${count}` }).memory;
      await one.save(HALF_UPLOADED);
      await one.release();
    }
    const last = await open(site, { scope: 'one more' }).memory;
    await last.save(HALF_UPLOADED);
    // Not with the first save, which holds up the first byte.
    assert.equal(site.records.kept.size, 61);
    await last.save(HALF_UPLOADED);
    // Beside its own.
    await until(() => site.records.kept.size <= 51);
    const scopes = [...site.records.kept.values()].map(({ scope }) => scope);
    assert.ok(!scopes.includes('place 0') && scopes.includes('place 59') && scopes.includes('one more'));
  });

  it('keeps no address that is signed', async () => {
    const site = new FakeSite();
    const memory = await open(site).memory;
    const plain = 'https://service.example/upload/tus/abc';
    const signed = [
      'https://store.example/s?Signature=x',
      'https://u:p@store.example/s',
      'https://store.example/s#t',
    ];
    await memory.save({ ...HALF_UPLOADED, protocol: 'tus', wire: [plain, ...signed, null, 'id'] });
    assert.deepEqual([...site.records.kept.values()][0]?.upload?.wire, [plain, null, null, null, null, 'id']);
  });

  it('stores nothing of a finished or cancelled upload', async () => {
    const site = new FakeSite();
    const done = await open(site).memory;
    await done.save(HALF_UPLOADED);
    await done.finish({ videoId: 'vi1' });
    assert.equal(site.records.kept.size, 0);
    const calledOff = await open(site).memory;
    await calledOff.save(HALF_UPLOADED);
    assert.equal(await calledOff.cancel(), false);
    assert.equal(site.records.kept.size, 0);
  });

  it('keeps the state of one that is given up for now', async () => {
    const site = new FakeSite();
    const failed = await open(site).memory;
    await failed.save(HALF_UPLOADED);
    await failed.release();
    assert.deepEqual((await open(site).memory).record, HALF_UPLOADED);
  });

  it('starts over when the service has forgotten the upload', async () => {
    const site = new FakeSite();
    const first = open(site);
    const memory = await first.memory;
    await memory.save(HALF_UPLOADED);
    await memory.forget();
    assert.equal(memory.record, undefined);
    first.tab.kill();
    assert.equal((await open(site).memory).record, undefined);
  });

  it('never holds up the sending: only the newest of many is written', async () => {
    const site = new FakeSite();
    const first = open(site);
    const memory = await first.memory;
    const all = Array.from({ length: 1000 }, (_one, index) =>
      memory.save({ ...HALF_UPLOADED, videoId: `vi${index}` }),
    );
    await Promise.all(all);
    assert.ok(site.records.writes <= 2, `${site.records.writes} writes`);
    first.tab.kill();
    assert.equal((await open(site).memory).record?.videoId, 'vi999');
  });

  it('uploads without storage, and warns once', async () => {
    const site = new FakeSite();
    site.records.isDenied = true;
    const { memory, lost } = open(site);
    await (await memory).save(HALF_UPLOADED);
    await (await memory).save(HALF_UPLOADED);
    assert.equal(lost.length, 1);
    assert.ok(isVhError(lost[0], 'resume-unavailable'));
    await (await memory).finish({ videoId: 'vi1' });
  });

  it('says once that the storage is full, when that is in the middle', async () => {
    const site = new FakeSite();
    const { memory, lost } = open(site);
    await (await memory).save(HALF_UPLOADED);
    site.records.isDenied = true;
    await (await memory).save(HALF_UPLOADED);
    await (await memory).save(HALF_UPLOADED);
    await (await memory).cancel();
    assert.equal(lost.length, 1);
  });
});
