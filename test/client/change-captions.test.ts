import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createBackend } from '../../src/backend/index.ts';
import { Client, type CaptionChangeQuestion } from '../../src/client/index.ts';
import { findCaptionFault } from '../../src/core/wire/caption-text.ts';
import { SITE } from '../support/backend/ask-grant.ts';
import { KEY, SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const SRT =
  '\uFEFF1\r\n0:00:01,5 --> 00:00:02,250\r\nHello, 00:01\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nYou\r\n';
const VTT = 'WEBVTT\n\n00:00:01.500 --> 00:00:02.250\nHello, 00:01\n\n00:00:03.000 --> 00:00:04.000\nYou\n';

describe('captions from the author of a video', () => {
  it('are looked at in time that grows with their length', () => {
    for (const hostile of ['00:00:01,00 --x'.repeat(60_000), '0'.repeat(990_000), '-'.repeat(990_000)]) {
      assert.equal(findCaptionFault(hostile), 'not-webvtt');
      assert.equal(findCaptionFault(`WEBVTT\n${hostile}`), 'no-cue');
    }
    assert.equal(findCaptionFault(`WEBVTT\n${'-'.repeat(1_000_000)}`), 'too-long');
  });

  describe('by the client, the page backend and the sandbox', () => {
    let sandbox: SandboxUnderTest;
    before(async () => (sandbox = await SandboxUnderTest.start()));
    after(() => sandbox.end());

    const open = (subject = 'ann') => {
      const backend = createBackend({
        ...{ baseUrl: sandbox.url, apiKey: KEY, basePath: '/vh', authorize: () => true },
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
    const captionsOf = async (videoId: string) => {
      const { text } = await sandbox.ask('GET', `/videos/${videoId}/captions`);
      return (JSON.parse(text) as { data: { srclang: string; src: string; default: boolean }[] }).data;
    };
    const refused = (client: Client, question: CaptionChangeQuestion, code: string) =>
      assert.rejects(client.changeCaptions(question), { code });

    it('are added, replaced, made the default and deleted', async () => {
      const client = open();
      const { videoId = '', claim } = await client.grant({
        file: { name: 'a.mp4', size: 5, type: 'video/mp4' },
      });
      const about = { videoId, claim };
      await client.changeCaptions({
        ...about,
        change: 'put',
        language: 'en',
        text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nOld\n',
      });
      await client.changeCaptions({ ...about, change: 'put', language: 'en', text: SRT });
      await client.changeCaptions({ ...about, change: 'put', language: 'pt-BR', text: VTT });
      await client.changeCaptions({ ...about, change: 'default', language: 'pt-BR' });
      const stored = await captionsOf(videoId);
      assert.deepEqual(
        stored.map((one) => [one.srclang, one.default]),
        [
          ['en', false],
          ['pt-BR', true],
        ],
      );
      assert.equal(await (await fetch(stored[0]?.src ?? '')).text(), VTT);
      await client.changeCaptions({ ...about, change: 'delete', language: 'en' });
      assert.equal((await captionsOf(videoId)).length, 1);
    });

    it('are refused where they cannot be read, and to other people', async () => {
      const client = open();
      const { videoId = '', claim } = await client.grant({
        file: { name: 'a.mp4', size: 5, type: 'video/mp4' },
      });
      const good = { videoId, claim, change: 'put', language: 'en', text: VTT } as const;
      await refused(client, { ...good, text: 'Once upon a time' }, 'captions-unreadable');
      await refused(client, { ...good, language: 'English, please' }, 'invalid-use');
      await refused(client, { ...good, language: 'qq' }, 'request-refused');
      await refused(open('eve'), good, 'request-refused');
      assert.deepEqual(await captionsOf(videoId), []);
    });
  });
});
