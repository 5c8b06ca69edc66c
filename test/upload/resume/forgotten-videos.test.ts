import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { UnfinishedUploads } from '../../../src/upload/resume/unfinished-uploads.ts';
import type { GrantSettings } from '../../../src/upload/ports/grant-settings.ts';
import type { UploadRecord } from '../../../src/upload/ports/upload-record.ts';
import { HALF_UPLOADED, openTestMemory } from './support/browser-memory.ts';
import { FakeSite } from '../support/fake-site.ts';

const BACKEND = { backend: 'https://site.example/vh' };
const EMPTY: UploadRecord = {
  ...HALF_UPLOADED,
  claim: 'a-claim',
  parts: HALF_UPLOADED.parts.map((part) => ({ ...part, stored: false })),
};

describe('an unfinished upload that is forgotten', () => {
  const { fetch } = globalThis;
  const asked: unknown[] = [];
  beforeEach(() => {
    asked.length = 0;
    globalThis.fetch = (url, init) => {
      asked.push([url, JSON.parse(init?.body as string)]);
      return Promise.resolve(Response.json({ discarded: true }));
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  async function forget(record: UploadRecord, settings: GrantSettings, whileSending = false) {
    const site = new FakeSite();
    const memory = await openTestMemory(site).memory;
    await memory.save(record);
    if (!whileSending) await memory.release();
    const [key = ''] = site.records.kept.keys();
    await new UnfinishedUploads(() => settings, site.tab()).forget(key);
    assert.equal(site.records.kept.size, whileSending ? 1 : 0);
    return asked;
  }

  it('gives its empty video back', async () => {
    const [[url, body] = []] = (await forget(EMPTY, BACKEND)) as [string, Record<string, unknown>][];
    assert.equal(url, 'https://site.example/vh/grants');
    const { action, videoId, claim, file } = body ?? {};
    assert.deepEqual([action, videoId, claim], ['discard', 'vi1', 'a-claim']);
    assert.equal((file as { size: number }).size, 10);
  });

  for (const [what, record, settings, isSent] of [
    ['has a part', { ...EMPTY, parts: HALF_UPLOADED.parts }, BACKEND, false],
    ['came without a claim', { ...EMPTY, claim: undefined }, BACKEND, false],
    ['is the page’s own', EMPTY, { ...BACKEND, videoId: 'vi1' }, false],
    ['is sent by a token', EMPTY, { ...BACKEND, token: 'good' }, false],
    ['a tab is sending', EMPTY, BACKEND, true],
  ] as const) {
    it(`leaves a video that ${what}`, async () => {
      assert.deepEqual(await forget(record, settings, isSent), []);
    });
  }

  it('is forgotten although the backend does not answer', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('unreachable'));
    await forget(EMPTY, BACKEND);
  });
});
