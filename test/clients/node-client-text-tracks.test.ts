import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { OfficialClient, refusalOf } from '../support/sandbox/official-client.ts';
import { attributesOf } from './support/typed-answer.ts';
import { inRepository } from '../support/repository.ts';
import { SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const VTT = inRepository('test', 'media', 'captions', 'en.vtt');

describe('captions and chapters, asked by the official client for Node', () => {
  let sandbox: SandboxUnderTest;
  let official: OfficialClient;
  let videoId: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    official = new OfficialClient(sandbox.url);
    ({ videoId } = await official.client.videos.create({ title: 'Answered' }));
  });
  after(() => sandbox.end());

  it('gives, reads, lists and takes away captions', async () => {
    const { captions } = official.client;
    const made = await captions.upload(videoId, 'en', VTT);
    assert.deepEqual(attributesOf(made, 'Caption'), ['_default', 'src', 'srclang', 'uri']);
    assert.deepEqual([made.srclang, made._default], ['en', false]);
    assert.equal(made.uri, `/videos/${videoId}/captions/en`);
    assert.equal(await (await fetch(made.src ?? '')).text(), await readFile(VTT, 'utf8'));
    await captions.upload(videoId, 'de', createReadStream(VTT));
    await captions.upload(videoId, 'pt-BR', await readFile(VTT));
    assert.deepEqual(await captions.get(videoId, 'en'), made);
    const list = await captions.list({ videoId, pageSize: 2 });
    assert.deepEqual(attributesOf(list, 'CaptionsListResponse'), ['data', 'pagination']);
    assert.deepEqual([list.data.length, list.pagination.itemsTotal], [2, 3]);
    await captions.delete(videoId, 'de');
    assert.deepEqual(await refusalOf(captions.get(videoId, 'de')), [404, 'resource-not-found', 'language']);
  });

  it('makes one caption the default', async () => {
    const { captions } = official.client;
    await captions.upload(videoId, 'fr', VTT);
    await captions.upload(videoId, 'it', VTT);
    assert.equal((await captions.update(videoId, 'fr', { _default: true }))._default, true);
    const updated = await captions.update(videoId, 'it', { _default: true });
    assert.deepEqual(attributesOf(updated, 'Caption'), ['_default', 'src', 'srclang', 'uri']);
    const { data } = await captions.list({ videoId });
    assert.deepEqual(
      data.filter(({ _default }) => _default).map(({ srclang }) => srclang),
      ['it'],
    );
  });

  it('gives, reads, lists and takes away chapters', async () => {
    const { chapters } = official.client;
    const made = await chapters.upload(videoId, 'en', VTT);
    assert.deepEqual(attributesOf(made, 'Chapter'), ['language', 'src', 'uri']);
    assert.deepEqual(await chapters.get(videoId, 'en'), made);
    const list = await chapters.list({ videoId });
    assert.deepEqual(attributesOf(list, 'ChaptersListResponse'), ['data', 'pagination']);
    assert.deepEqual(list.data, [made]);
    await chapters.delete(videoId, 'en');
    assert.deepEqual((await chapters.list({ videoId })).data, []);
  });

  it('refuses a language that is none', async () => {
    const { captions, chapters } = official.client;
    const refusal = [400, 'invalid-attribute', 'language'];
    assert.deepEqual(await refusalOf(captions.upload(videoId, 'e', VTT)), refusal);
    assert.deepEqual(await refusalOf(chapters.upload(videoId, 'e', VTT)), refusal);
  });

  it('has no operation that was not asked for', () => {
    assert.deepEqual(official.unused('captions', 'chapters'), []);
  });
});
