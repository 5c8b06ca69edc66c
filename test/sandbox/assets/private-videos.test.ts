import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { SandboxClock } from '../support/sandbox-clock.ts';
import {
  formOf,
  isSettled,
  request,
  SandboxUnderTest,
  slugOf,
  textOf,
} from '../../support/sandbox/sandbox.ts';

const TOKEN = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}';
const HOUR = 60 * 60 * 1000;

interface Assets {
  hls: string;
  mp4: string;
  thumbnail: string;
  player: string;
  iframe: string;
}

describe('private videos', () => {
  const clock = new SandboxClock();
  let sandbox: SandboxUnderTest;
  let videoId: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start({ clock });
    const made = await sandbox.ask('POST', '/videos', { json: { title: 'Mine', public: false } });
    videoId = textOf(made.body, 'videoId');
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    const vtt = new TextEncoder().encode('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
    await sandbox.ask('POST', `/videos/${videoId}/captions/en`, { form: formOf(vtt, { name: 'en.vtt' }) });
    await sandbox.statusWhen(videoId, isSettled);
  });
  after(() => sandbox.end());

  const anyone = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    request(method, url, { authorization: false, headers });
  const assets = async (id = videoId): Promise<Assets> => {
    const reported = await sandbox.ask('GET', `/videos/${id}`);
    return (JSON.parse(reported.text) as { assets: Assets }).assets;
  };
  const sessionOf = async (url: string) => (await anyone(url)).headers.get('x-token-session') ?? '';
  const swap = async ({ hls }: Assets) => {
    const reported = await anyone(hls.replace('hls/manifest.m3u8', 'session'));
    assert.equal(reported.status, 200);
    return textOf(reported.body, 'session_token');
  };

  it('have addresses with a token, another one each time that they are shown', async () => {
    const base = `${sandbox.url}/assets/vod/${videoId}/token/${TOKEN}`;
    const first = await assets();
    assert.match(first.hls, new RegExp(`^${base}/hls/manifest.m3u8$`));
    assert.match(first.mp4, new RegExp(`^${base}/mp4/source.mp4$`));
    assert.match(first.thumbnail, new RegExp(`^${base}/thumbnail.jpg$`));
    assert.match(first.player, new RegExp(`^${sandbox.url}/embed/vod/${videoId}\\?token=${TOKEN}$`));
    assert.ok(first.iframe.includes(first.player));
    const shown = [
      await sandbox.ask('GET', '/videos'),
      await sandbox.ask('PATCH', `/videos/${videoId}`, { json: { title: 'Mine' } }),
      await sandbox.ask('GET', `/videos/${videoId}/captions`),
      await sandbox.ask('GET', `/videos/${videoId}/captions/en`),
      await sandbox.ask('GET', `/videos/${videoId}`),
    ].map(({ text }) => new RegExp(TOKEN).exec(text)?.[0]);
    assert.equal(new Set(shown).size, shown.length);
    assert.ok(!shown.includes(undefined));
  });

  for (const asset of ['hls', 'mp4', 'thumbnail'] as const) {
    it(`give their ${asset} to a token once, and then to its session`, async () => {
      const { [asset]: url } = await assets();
      const first = await anyone(url);
      assert.equal(first.status, 200);
      assert.match(first.headers.get('cache-control') ?? '', /private/);
      assert.match(first.headers.get('access-control-expose-headers') ?? '', /X-Token-Session/);
      const session = first.headers.get('x-token-session') ?? '';
      assert.notEqual(session, '');
      const again = await anyone(url);
      assert.equal(again.status, 404);
      assert.equal(slugOf(again), 'resource-not-found');
      assert.equal((await anyone(`${url}?avh=${session}`)).status, 200);
      assert.equal((await anyone(url, { 'x-token-session': session })).status, 200);
      const cookie = first.headers.get('set-cookie') ?? '';
      assert.match(
        cookie,
        new RegExp(`; Path=/assets/vod/${videoId}/token/${TOKEN};.*HttpOnly; SameSite=Lax$`),
      );
      assert.equal((await anyone(url, { cookie: cookie.split(';')[0] ?? '' })).status, 200);
    });
  }

  it('show their picture without costing the playback, but not after it', async () => {
    const one = await assets();
    assert.equal((await anyone(one.thumbnail)).status, 200);
    assert.equal((await anyone(one.hls)).status, 200);
    assert.equal((await anyone(one.mp4)).status, 404);
    const other = await assets();
    assert.equal((await anyone(other.mp4)).status, 200);
    assert.equal((await anyone(other.thumbnail)).status, 404);
  });

  it('open nothing but their picture to the session of their picture', async () => {
    const one = await assets();
    const base = one.hls.replace('/hls/manifest.m3u8', '');
    const pictured = await anyone(one.thumbnail);
    const session = pictured.headers.get('x-token-session') ?? '';
    const cookie = (pictured.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    assert.notEqual(session, '');
    const bring = (url: string): [string, Record<string, string>][] => [
      [`${url}?avh=${session}`, {}],
      [url, { 'x-token-session': session }],
      [url, { cookie }],
    ];
    // Under another token's path, so that only the session could let anybody in.
    const used = (await assets()).hls.replace('/hls/manifest.m3u8', '');
    await anyone(`${used}/hls/manifest.m3u8`);
    for (const rest of [
      'hls/manifest.m3u8',
      'hls/240p/playlist.m3u8',
      'hls/240p/init.mp4',
      'hls/240p/1.m4s',
      'hls/captions/en.m3u8',
      'captions/en.vtt',
      'mp4/source.mp4',
      'session',
    ]) {
      for (const [url, headers] of bring(`${used}/${rest}`))
        assert.equal((await anyone(url, headers)).status, 404, url);
    }
    const embed = `${sandbox.url}/embed/vod/${videoId}/playback`;
    for (const [url, headers] of bring(embed)) assert.equal((await anyone(url, headers)).status, 404, url);
    for (const [url, headers] of bring(`${base}/thumbnail.jpg`))
      assert.equal((await anyone(url, headers)).status, 200, 'the picture itself goes on');
  });

  for (const [how, carry] of Object.entries({
    'its address': (session: string) => [`?avh=${session}`, {}] as const,
    'a header': (session: string) => ['', { 'x-token-session': session }] as const,
    'a cookie': (session: string) => ['', { cookie: `avh=${session}` }] as const,
  })) {
    it(`spend the token on the first playback, with a picture's session in ${how} too`, async () => {
      const one = await assets();
      const [query, headers] = carry(await sessionOf(one.thumbnail));
      const first = await anyone(one.hls + query, headers);
      assert.equal(first.status, 200);
      const session = first.headers.get('x-token-session') ?? '';
      assert.notEqual(session, '', 'a playback has a session of its own');
      assert.ok(first.text.includes(`?avh=${session}`), 'and its addresses carry that one');
      for (const again of [one.hls, one.mp4, one.hls + query])
        assert.equal((await anyone(again, headers)).status, 404, 'the token is used up');
      assert.equal((await anyone(`${one.mp4}?avh=${session}`)).status, 200);
    });
  }

  it('swap a token for a session, once', async () => {
    const one = await assets();
    const session = await swap(one);
    assert.equal((await anyone(one.hls.replace('hls/manifest.m3u8', 'session'))).status, 404);
    for (const url of [one.hls, one.mp4, one.thumbnail]) {
      assert.equal((await anyone(url)).status, 404, 'the token is used up');
      assert.equal((await anyone(`${url}?avh=${session}`)).status, 200);
    }
  });

  it('play by the addresses in the playlist alone', async () => {
    const { hls } = await assets();
    const seen: string[] = [];
    const follow = async (url: string): Promise<void> => {
      const reported = await anyone(url);
      assert.equal(reported.status, 200, url);
      seen.push(new URL(url).pathname.split('/').slice(6).join('/'));
      if (!(reported.headers.get('content-type') ?? '').includes('mpegurl')) return;
      const named = reported.text
        .split('\n')
        .flatMap((line) =>
          line.startsWith('#') ? [...(/URI="([^"]+)"/.exec(line)?.slice(1) ?? [])] : [line],
        )
        .filter((line) => line !== '');
      for (const address of named) await follow(new URL(address, url).href);
    };
    await follow(hls);
    for (const needed of ['hls/manifest.m3u8', 'hls/240p/init.mp4', 'hls/240p/1.m4s', 'captions/en.vtt']) {
      assert.ok(seen.includes(needed), needed);
    }
  });

  it('refuse viewers without a token', async () => {
    const session = await sessionOf((await assets()).hls);
    const other = await sandbox.ask('POST', '/videos', { json: { title: 'Other', public: false } });
    const otherId = textOf(other.body, 'videoId');
    const foreign = (await assets(otherId)).thumbnail;
    const base = `${sandbox.url}/assets/vod/${videoId}`;
    const fresh = new RegExp(TOKEN).exec(foreign)?.[0] ?? '';
    for (const rest of [
      'hls/manifest.m3u8',
      'hls/240p/playlist.m3u8',
      'hls/240p/init.mp4',
      'hls/240p/1.m4s',
      'hls/captions/en.m3u8',
      'captions/en.vtt',
      'mp4/source.mp4',
      'thumbnail.jpg',
    ]) {
      const refused = [
        `${base}/${rest}`,
        `${base}/${rest}?avh=${session}`,
        `${base}/token/00000000-0000-0000-0000-000000000000/${rest}`,
        `${base}/token/${fresh}/${rest}`,
        `${base}/token/x'%20OR%201=1/${rest}`,
        `${base}/token/${fresh}/${rest}?avh=${'A'.repeat(43)}`,
        `${base.replace(videoId, otherId)}/token/${fresh}/${rest}?avh=${'A'.repeat(43)}&x-token-session=${session}`.replace(
          fresh,
          'none',
        ),
      ];
      for (const url of refused) assert.equal((await anyone(url)).status, 404, url);
    }
    assert.equal((await anyone(`${foreign}?avh=${session}`)).status, 200, 'the fresh token was left alone');
    assert.equal(
      (await anyone(`${foreign}?avh=${session}`)).status,
      404,
      "and another video's session is none",
    );
    assert.equal((await anyone(`${base}/session`)).status, 404);
  });

  it('do not take a question for a use', async () => {
    const empty = await sandbox.ask('POST', '/videos', { json: { title: 'Empty', public: false } });
    const waiting = await assets(textOf(empty.body, 'videoId'));
    assert.equal((await anyone(waiting.hls)).status, 202);
    assert.equal((await anyone(waiting.hls)).status, 202);
    const { hls, mp4 } = await assets();
    assert.equal((await anyone(hls, {}, 'HEAD')).status, 200);
    assert.equal((await anyone(mp4.replace('mp4/', 'hls/'))).status, 404);
    assert.equal((await anyone(hls)).status, 200);
  });

  it('have one winner when two come at once', async () => {
    for (const asset of ['hls', 'mp4', 'thumbnail'] as const) {
      const { [asset]: url } = await assets();
      const answers = await Promise.all(Array.from({ length: 8 }, () => anyone(url)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    }
  });

  it('turn public and back at once', async () => {
    const { hls } = await assets();
    const open = `${sandbox.url}/assets/vod/${videoId}/hls/manifest.m3u8`;
    assert.equal((await anyone(open)).status, 404);
    await sandbox.ask('PATCH', `/videos/${videoId}`, { json: { public: true } });
    assert.equal((await anyone(open)).status, 200);
    assert.equal((await anyone(hls)).status, 200);
    assert.equal((await assets()).hls, open);
    await sandbox.ask('PATCH', `/videos/${videoId}`, { json: { public: false } });
    assert.equal((await anyone(open)).status, 404);
  });

  it('keep tokens and sessions over a restart, and neither of them in clear', async () => {
    const [{ hls: used }, { hls: unused }] = [await assets(), await assets()];
    const session = await sessionOf(used);
    await sandbox.close();
    for (const name of await readdir(sandbox.dir)) {
      if (!name.startsWith('sandbox.db')) continue;
      const bytes = await readFile(path.join(sandbox.dir, name));
      const tokens = [used, unused].map((url) => new RegExp(TOKEN).exec(url)?.[0] ?? '');
      for (const secret of [session, ...tokens]) assert.ok(!bytes.includes(secret));
    }
    await sandbox.open();
    const here = (url: string) => new URL(new URL(url).pathname, sandbox.url).href;
    assert.equal((await anyone(here(used))).status, 404);
    assert.equal((await anyone(`${here(used)}?avh=${session}`)).status, 200);
    assert.equal((await anyone(here(unused))).status, 200);
  });

  it('end after a day', async () => {
    const [{ hls: used }, { hls: unused }] = [await assets(), await assets()];
    const session = await sessionOf(used);
    clock.forward(23 * HOUR);
    assert.equal((await anyone(`${used}?avh=${session}`)).status, 200);
    clock.forward(2 * HOUR);
    assert.equal((await anyone(`${used}?avh=${session}`)).status, 404);
    assert.equal((await anyone(unused)).status, 404);
  });
});
