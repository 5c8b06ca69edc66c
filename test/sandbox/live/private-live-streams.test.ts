import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ManualClockSandbox } from './support/manual-clock-sandbox.ts';
import { parseLivePlaylist } from './support/live-playlist.ts';

const TOKEN = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

interface Assets {
  hls: string;
  thumbnail: string;
  player: string;
  iframe: string;
}

interface Playback {
  hls: string;
  poster: string;
}

describe('private live streams', () => {
  let service: ManualClockSandbox;
  let liveStreamId: string;
  before(async () => {
    service = await ManualClockSandbox.open(60);
    liveStreamId = await create();
    await service.ask('POST', `/live-streams/${liveStreamId}/_synthetic`);
    service.clock.advance(6_500);
  });
  after(() => service.close());

  const create = async () => {
    const made = await service.ask('POST', '/live-streams', { name: 'Backstage', public: false });
    return ((await made.json()) as { liveStreamId: string }).liveStreamId;
  };
  const assets = async (id = liveStreamId) => {
    const reported = await service.ask('GET', `/live-streams/${id}`);
    return ((await reported.json()) as { assets: Assets }).assets;
  };
  const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status;
  /** The first token in a text; stream keys look like tokens. */
  const tokenOf = (text: string) => TOKEN.exec(text.split('/private/')[1] ?? '')?.[0] ?? '';
  const sessionUrl = ({ hls }: Assets) => hls.replace(/\.m3u8$/, '/session');
  /** Every address that a playlist names, as a player resolves it. */
  const named = (playlist: string, url: string) =>
    playlist
      .split('\n')
      .flatMap((line) => (line.startsWith('#') ? (/URI="([^"]+)"/.exec(line)?.slice(1) ?? []) : [line]))
      .filter((line) => line !== '')
      .map((line) => new URL(line, url).href);

  it('have addresses with a token, another one each time that they are shown', async () => {
    const base = `${service.url}/assets/live/private`;
    const one = await assets();
    const token = tokenOf(one.hls);
    assert.deepEqual(one, {
      iframe: one.iframe,
      player: `${service.url}/embed/live/${liveStreamId}?token=${token}`,
      hls: `${base}/${token}/${liveStreamId}.m3u8`,
      thumbnail: `${base}/${token}/${liveStreamId}/thumbnail.jpg`,
    });
    assert.ok(one.iframe.includes(one.player));
    const list = await (await service.ask('GET', '/live-streams')).text();
    const patched = await service.ask('PATCH', `/live-streams/${liveStreamId}`, { name: 'Backstage' });
    const shown = [one.hls, list, await patched.text(), (await assets()).hls].map(tokenOf);
    assert.equal(new Set(shown).size, shown.length);
    assert.ok(!shown.includes(''));
  });

  it('play by the addresses in the playlists alone, parts and hints too', async () => {
    const { hls } = await assets();
    const first = await fetch(hls);
    assert.equal(first.status, 200);
    assert.match(first.headers.get('cache-control') ?? '', /private/);
    const [media = ''] = named(await first.text(), hls);
    const text = await (await fetch(media)).text();
    const { segments, hint } = parseLivePlaylist(text);
    assert.ok(segments.some(({ parts }) => parts.length > 0));
    const addresses = named(text, media);
    const hinted = new URL(hint ?? '', media).href;
    assert.ok(addresses.includes(hinted));
    for (const url of addresses.filter((one) => one !== hinted)) assert.equal(await statusOf(url), 200, url);
    // A blocking reload, as hls.js writes it: its own words beside ours.
    const reload = new URL(media);
    reload.searchParams.set('_HLS_msn', String(segments[0]?.sequence));
    const reloaded = await fetch(reload);
    assert.equal(reloaded.status, 200);
    assert.match(reloaded.headers.get('cache-control') ?? '', /private/);
    assert.equal(await statusOf(hls), 404, 'the token is used up');
  });

  it('continue in the session, by the address, a header or a cookie', async () => {
    const one = await assets();
    const first = await fetch(one.hls);
    const session = first.headers.get('x-token-session') ?? '';
    assert.equal(await statusOf(one.hls), 404);
    assert.equal(await statusOf(`${one.hls}?avh=${session}`), 200);
    assert.equal(await statusOf(one.hls, { headers: { 'x-token-session': session } }), 200);
    const cookie = first.headers.get('set-cookie') ?? '';
    assert.match(cookie, /; Path=\/assets\/live\/private\/[\da-f-]{36};/);
    assert.equal(await statusOf(one.hls, { headers: { cookie: cookie.split(';')[0] ?? '' } }), 200);
  });

  it('swap a token for a session, once', async () => {
    const one = await assets();
    const swapped = await fetch(sessionUrl(one));
    assert.equal(swapped.headers.get('content-type'), 'application/json');
    const { session_token: session } = (await swapped.json()) as { session_token: string };
    assert.equal(await statusOf(sessionUrl(one)), 404);
    for (const url of [one.hls, one.thumbnail]) {
      assert.equal(await statusOf(url), 404);
      assert.equal(await statusOf(`${url}?avh=${session}`), 200);
    }
  });

  it('show their picture without costing the playback', async () => {
    const one = await assets();
    assert.equal(await statusOf(one.thumbnail), 200);
    assert.equal(await statusOf(one.thumbnail), 404);
    assert.equal(await statusOf(one.hls), 200);
  });

  it('open nothing but their picture to the session of their picture, and play once', async () => {
    const one = await assets();
    const session = (await fetch(one.thumbnail)).headers.get('x-token-session') ?? '';
    assert.notEqual(session, '');
    const first = await fetch(`${one.hls}?avh=${session}`);
    assert.equal(first.status, 200);
    const played = first.headers.get('x-token-session') ?? '';
    assert.notEqual(played, '');
    const [media = ''] = named(await first.text(), one.hls);
    assert.equal(new URL(media).searchParams.get('avh'), played);
    const inside = named(await (await fetch(media)).text(), media).map((url) => url.replace(/\?.*/, ''));
    const playback = `${service.url}/embed/live/${liveStreamId}/playback`;
    for (const url of [one.hls, media.replace(/\?.*/, ''), sessionUrl(one), playback, ...inside])
      assert.equal(await statusOf(`${url}?avh=${session}`), 404, url);
    assert.equal(await statusOf(`${one.thumbnail}?avh=${session}`), 200);
    assert.equal(await statusOf(`${one.hls}?avh=${played}`), 200);
  });

  it('do not take a question for a use', async () => {
    const waiting = await assets(await create());
    assert.equal(await statusOf(waiting.hls), 202);
    assert.equal(await statusOf(waiting.hls), 202);
    const { hls } = await assets();
    assert.equal(await statusOf(hls, { method: 'HEAD' }), 200);
    assert.equal(await statusOf(hls.replace('.m3u8', '/0/part-x.m4s')), 404);
    assert.equal(await statusOf(hls), 200);
  });

  it('refuse viewers without a token', async () => {
    const one = await assets();
    const session = (await fetch(one.hls)).headers.get('x-token-session') ?? '';
    const playlist = await (await fetch(`${one.hls}?avh=${session}`)).text();
    const [media = ''] = named(playlist, one.hls);
    const inside = named(await (await fetch(media)).text(), media);
    const foreign = tokenOf((await assets(await create())).hls);
    for (const url of [one.hls, media, one.thumbnail, ...inside]) {
      const bare = url.replace(/\?.*/, '');
      const open = bare.replace(/private\/[\da-f-]{36}\//, '');
      const refused = [
        bare,
        open,
        `${open}?avh=${session}`,
        bare.replace(TOKEN, foreign),
        `${bare}?avh=${'A'.repeat(43)}`,
        bare.replace(TOKEN, 'x'),
      ];
      for (const address of refused) assert.equal(await statusOf(address), 404, address);
    }
    assert.equal(await statusOf(sessionUrl(one).replace(TOKEN, foreign)), 404);
  });

  it('turn public and back at once', async () => {
    const { hls } = await assets();
    const open = `${service.url}/assets/live/${liveStreamId}.m3u8`;
    assert.equal(await statusOf(open), 404);
    await service.ask('PATCH', `/live-streams/${liveStreamId}`, { public: true });
    assert.equal((await assets()).hls, open);
    assert.equal(await statusOf(open), 200);
    assert.equal(await statusOf(hls), 200, 'an older address still works');
    await service.ask('PATCH', `/live-streams/${liveStreamId}`, { public: false });
    assert.equal(await statusOf(open), 404);
  });

  it('are embedded by one viewer: the page swaps its token for a session, and may be loaded again', async () => {
    const { player } = await assets();
    const page = player.replace('?', '/playback?');
    const first = await fetch(page);
    const { hls, poster } = (await first.json()) as Playback;
    for (const url of [poster, hls, poster, hls]) assert.equal(await statusOf(url), 200);
    assert.equal(await statusOf(page), 404, 'another viewer');
    const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const again = (await (await fetch(page, { headers: { cookie } })).json()) as Playback;
    assert.equal(await statusOf(again.hls), 200);
    const session = new URL(hls).searchParams.get('avh') ?? '';
    const alone = await fetch(`${page.split('?')[0] ?? ''}?avh=${session}`);
    assert.equal(await statusOf(((await alone.json()) as Playback).hls), 200);
    assert.equal(await statusOf(page.split('?')[0] ?? ''), 404);
  });
});
