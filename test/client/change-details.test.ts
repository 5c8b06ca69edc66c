import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { createBackend } from '../../src/backend/index.ts';
import { Client } from '../../src/client/index.ts';
import { SITE } from '../support/backend/ask-grant.ts';
import { inRepository } from '../support/repository.ts';
import { KEY, SandboxUnderTest } from '../support/sandbox/sandbox.ts';

describe('what an author says of a video, by the client, the page backend and the sandbox', () => {
  let sandbox: SandboxUnderTest;
  before(async () => (sandbox = await SandboxUnderTest.start()));
  after(() => sandbox.end());

  const open = (subject = 'ann') => {
    const backend = createBackend({
      ...{ baseUrl: sandbox.url, apiKey: KEY, basePath: '/vh' },
      authorize: (_, asked) =>
        asked.action === 'details' && asked.metadata ? { subject, metadata: asked.metadata } : true,
      subject: () => subject,
      claimSecret: 'a secret of the whole site, long enough',
    });
    const fetch = (url: string, init: RequestInit) => {
      const request = new Request(url, init);
      request.headers.set('origin', SITE);
      return backend(request);
    };
    const sleep = () => Promise.resolve();
    return new Client({ backend: `${SITE}/vh`, environment: { fetch, sleep, random: () => 0 } });
  };
  const begin = async () => {
    const client = open();
    const file = { name: 'trip.mp4', size: 5, type: 'video/mp4' };
    const { videoId = '', claim } = await client.grant({ file });
    return { client, videoId, claim };
  };
  const stored = async (videoId: string) =>
    JSON.parse((await sandbox.ask('GET', `/videos/${videoId}`)).text) as Record<string, unknown>;

  it('is saved, and stays where it is not said again', async () => {
    const { client, videoId, claim } = await begin();
    const details = {
      title: 'By the sea',
      description: 'Two\nlines',
      tags: ['sea'],
      fields: { kind: 'trip' },
    };
    await client.changeDetails({ videoId, claim }, details);
    await client.changeDetails({ videoId, claim }, { title: 'By the <b>sea</b>' });
    const { title, description, tags, metadata } = await stored(videoId);
    assert.deepEqual(
      { title, description, tags, metadata },
      {
        title: 'By the <b>sea</b>',
        description: 'Two\nlines',
        tags: ['sea'],
        metadata: [{ key: 'kind', value: 'trip' }],
      },
    );
    await assert.rejects(open('eve').changeDetails({ videoId, claim }, { title: 'Eve’s' }), {
      ...{ code: 'request-refused', status: 403, slug: 'details-unproven' },
    });
    assert.equal((await stored(videoId))['title'], 'By the <b>sea</b>');
  });

  it('is refused before it is sent where it cannot be stored', async () => {
    const silent = new Client({
      backend: `${SITE}/vh`,
      environment: {
        fetch: () => assert.fail('nothing is sent'),
        sleep: () => Promise.resolve(),
        random: () => 0,
      },
    });
    for (const details of [{}, { title: '' }, { title: 'x'.repeat(10_000) }, { tags: [''] }])
      await assert.rejects(silent.changeDetails({ videoId: 'vi1' }, details), { code: 'details-unfit' });
    for (const image of [new Blob([]), new Blob(['<svg>']), new Blob([new Uint8Array(5 * 2 ** 20)])])
      await assert.rejects(silent.changePoster({ videoId: 'vi1' }, image), { code: 'poster-unfit' });
    await assert.rejects(silent.changeDetails({ videoId: '../players' }, { title: 'a' }), {
      code: 'invalid-use',
    });
  });

  it('has a picture: its bytes are the thumbnail that the service shows', async () => {
    const { client, videoId, claim } = await begin();
    const picture = new Uint8Array(await readFile(inRepository('test/media/dusk.jpg')));
    await client.changePoster({ videoId, claim }, new Blob([picture]));
    const { thumbnail } = (await stored(videoId))['assets'] as { thumbnail: string };
    const shown = await fetch(thumbnail);
    assert.equal(shown.headers.get('content-type'), 'image/jpeg');
    assert.deepEqual(new Uint8Array(await shown.arrayBuffer()), picture);
  });
});
