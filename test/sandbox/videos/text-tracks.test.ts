import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { formOf, isSettled, SandboxUnderTest, slugOf, type Answered } from '../../support/sandbox/sandbox.ts';

const VTT = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n';

describe('captions and chapters', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.statusWhen(videoId, isSettled);
  });
  after(() => sandbox.end());

  const put = (kind: string, language: string, text = VTT) =>
    sandbox.ask('POST', `/videos/${videoId}/${kind}/${language}`, {
      form: formOf(Buffer.from(text), { name: 'x.vtt' }),
    });
  const bodyOf = (reported: Answered) => JSON.parse(reported.text) as Record<string, unknown>;
  const master = async () => (await fetch(`${sandbox.url}/assets/vod/${videoId}/hls/manifest.m3u8`)).text();

  it('are kept, read, replaced and listed', async () => {
    const reported = await put('captions', 'de');
    assert.equal(reported.status, 200);
    assert.deepEqual(bodyOf(reported), {
      uri: `/videos/${videoId}/captions/de`,
      src: `${sandbox.url}/assets/vod/${videoId}/captions/de.vtt`,
      srclang: 'de',
      languageName: 'Deutsch',
      default: false,
    });
    await put('captions', 'en-US');
    await put('captions', 'de', VTT.replace('Hello', 'Hallo'));
    const response = await fetch(String(bodyOf(reported)['src']));
    assert.equal(response.headers.get('content-type'), 'text/vtt; charset=utf-8');
    assert.match(await response.text(), /Hallo/);
    const list = await sandbox.ask('GET', `/videos/${videoId}/captions?pageSize=1&currentPage=2`);
    const { data, pagination } = JSON.parse(list.text) as {
      data: { srclang: string }[];
      pagination: { itemsTotal: number };
    };
    assert.deepEqual(
      data.map(({ srclang }) => srclang),
      ['en-US'],
    );
    assert.equal(pagination.itemsTotal, 2);
  });

  it('have one default', async () => {
    const patch = (language: string, json: unknown) =>
      sandbox.ask('PATCH', `/videos/${videoId}/captions/${language}`, { json });
    assert.equal(bodyOf(await patch('de', { default: true }))['default'], true);
    assert.equal(bodyOf(await patch('en-US', { default: true }))['default'], true);
    assert.equal(bodyOf(await sandbox.ask('GET', `/videos/${videoId}/captions/de`))['default'], false);
    assert.equal(slugOf(await patch('de', { default: 'yes' })), 'invalid-attribute');
  });

  it('stand in the master playlist, with a playlist of their own', async () => {
    const text = await master();
    assert.match(text, /NAME="Deutsch",LANGUAGE="de",DEFAULT=NO/);
    assert.match(text, /LANGUAGE="en-US",DEFAULT=YES/);
    assert.match(text, /RESOLUTION=[^\n]*SUBTITLES="subs"/);
    const address = new URL('hls/captions/de.m3u8', `${sandbox.url}/assets/vod/${videoId}/`);
    const playlist = await (await fetch(address)).text();
    const file = playlist.split('\n').find((line) => line.endsWith('.vtt')) ?? '';
    assert.match(await (await fetch(new URL(file, address))).text(), /^WEBVTT/);
  });

  it('go when they are deleted', async () => {
    assert.equal((await sandbox.ask('DELETE', `/videos/${videoId}/captions/en-US`)).status, 204);
    const gone = await sandbox.ask('GET', `/videos/${videoId}/captions/en-US`);
    assert.equal(gone.status, 404);
    assert.doesNotMatch(await master(), /en-US/);
  });

  it('as chapters have a language and no default', async () => {
    const reported = await put('chapters', 'fr', 'not even a VTT');
    assert.equal(reported.status, 200);
    assert.deepEqual(bodyOf(reported), {
      uri: `/videos/${videoId}/chapters/fr`,
      src: `${sandbox.url}/assets/vod/${videoId}/chapters/fr.vtt`,
      language: 'fr',
    });
    assert.equal((await sandbox.ask('PATCH', `/videos/${videoId}/chapters/fr`, { json: {} })).status, 405);
  });

  it('refuse an unknown language, a large file and an unknown video', async () => {
    for (const language of ['x', '12', 'en_US', 'waytoolonglanguage', 'en-']) {
      assert.equal(slugOf(await put('captions', language)), 'invalid-attribute', language);
    }
    const large = await put('captions', 'it', 'x'.repeat(5 * 1024 * 1024 + 1));
    assert.equal(slugOf(large), 'uploaded-file-too-large');
    assert.equal((await sandbox.ask('GET', '/videos/viNone/captions')).status, 404);
  });
});
