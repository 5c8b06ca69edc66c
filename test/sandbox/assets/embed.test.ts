import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { png } from '../../support/sandbox/pictures.ts';
import { inRepository } from '../../support/repository.ts';
import { formOf, ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';

describe('embed pages', () => {
  let service: ServiceUnderTest;
  before(async () => (service = await ServiceUnderTest.start()));
  after(() => service.stop());

  it('are text under a strict policy, and may be framed by anybody', async () => {
    const title = '"><script>alert(1)</script>';
    const { body } = await service.ask('POST', '/videos', { title });
    const { status, headers, text } = await service.fetch(`/embed/vod/${String(body['videoId'])}`);
    // Where the player is not built, the page says so.
    assert.ok(status === 200 || status === 503);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", 'frame-ancestors *']) {
      assert.ok(policy.includes(rule), rule);
    }
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.ok(!text.includes('<script>alert'));
    // Data blocks are nothing that runs.
    assert.ok(!/style=|<script(?![^>]*(?:src=|type="application\/))/.test(text));
    assert.equal((await service.fetch('/embed/vod/viNone')).status, 404);
  });

  it('find every file that their player may load, and no other', async () => {
    const built = readdirSync(inRepository('dist/cdn')).filter((file) => /\.(?:js|css|map)$/.test(file));
    for (const name of ['vh-elements.js', 'vh-embed.js', 'vh-embed.css'])
      assert.ok(built.includes(name), name);
    for (const file of built) {
      const { status, headers } = await service.fetch(`/embed/assets/${file}`);
      const type = { css: 'text/css', map: 'application/json' }[path.extname(file).slice(1)];
      assert.equal(status, 200, file);
      assert.equal(headers.get('content-type'), `${type ?? 'text/javascript'}; charset=utf-8`, file);
      // The name of every other file changes with its content.
      const isFixed = /^vh-(?:elements|embed)\./.test(file);
      assert.equal(headers.get('cache-control')?.includes('immutable'), !isFixed, file);
    }
    for (const file of ['nothing.js', 'integrity.json', '..%2fpackage.json', 'vh-embed.ts', '..js', '.js']) {
      assert.equal((await service.fetch(`/embed/assets/${file}`)).status, 404, file);
    }
  });

  it('give their player its settings, with the theme of the video', async () => {
    const { body: player } = await service.ask('POST', '/players', {
      trackPlayed: '#123456',
      enableApi: false,
    });
    const playerId = String(player['playerId']);
    const link = 'javascript:alert(1)';
    await service.ask('POST', `/players/${playerId}/logo`, formOf(png(2, 2), 'logo.png', { link }));
    const { body: video } = await service.ask('POST', '/videos', { title: 'A title', playerId });
    const videoId = String(video['videoId']);
    const { body } = await service.fetch(`/embed/vod/${videoId}/playback`);
    assert.deepEqual(
      [body['kind'], body['id'], body['state'], body['title'], body['hls']],
      ['video', videoId, 'processing', 'A title', `${service.url}/assets/vod/${videoId}/hls/manifest.m3u8`],
    );
    const theme = body['theme'] as Record<string, unknown>;
    assert.deepEqual([theme['trackPlayed'], theme['enableApi']], ['#123456', false]);
    assert.deepEqual(theme['logo'], { src: `${service.url}/assets/player/${playerId}/logo.png`, href: link });
  });

  it('keep private videos private', async () => {
    const { body } = await service.ask('POST', '/videos', { title: 'Secret plans', public: false });
    const page = `/embed/vod/${String(body['videoId'])}`;
    assert.ok(!(await service.fetch(page)).text.includes('Secret plans'));
    assert.equal((await service.fetch(`${page}/playback`)).status, 404);
  });

  it('swap the token of a private video for a session that every address carries', async () => {
    const { body: made } = await service.ask('POST', '/videos', { title: 'Secret plans', public: false });
    const videoId = String(made['videoId']);
    const vtt = new TextEncoder().encode('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
    for (const kind of ['captions', 'chapters'])
      await service.ask('POST', `/videos/${videoId}/${kind}/en`, formOf(vtt, 'en.vtt'));
    const { body: video } = await service.ask('GET', `/videos/${videoId}`);
    const { player } = video['assets'] as { player: string };
    const page = player.slice(service.url.length).replace('?', '/playback?');
    const { body, headers } = await service.fetch(page);
    const { hls, poster, captions, chapters } = body as Record<'hls' | 'poster', string> &
      Record<'captions' | 'chapters', { src: string }[]>;
    const addresses = [poster, hls, captions[0]?.src ?? '', chapters[0]?.src ?? ''];
    for (const address of [...addresses, ...addresses]) {
      assert.match(address, /\?avh=[\w-]{43}$/);
      const { status } = await fetch(address);
      // The video itself has not come yet.
      assert.equal(status, address === hls ? 202 : 200, address);
    }
    assert.equal((await service.fetch(page)).status, 404, 'another viewer');
    assert.match(headers.get('set-cookie') ?? '', new RegExp(`; Path=/embed/vod/${videoId}; .*HttpOnly`));
  });
});
