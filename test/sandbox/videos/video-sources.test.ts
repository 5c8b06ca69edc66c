import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { film, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import {
  isSettled,
  KEY,
  SandboxUnderTest,
  slugOf,
  type Answered,
  textOf,
} from '../../support/sandbox/sandbox.ts';
import { SourceHost } from '../../support/sandbox/source-host.ts';
import { tus, tusMetadata } from '../../support/sandbox/sandbox-tus.ts';
import { settled } from '../../support/until.ts';

describe('videos made from an address', () => {
  let sandbox: SandboxUnderTest;
  let host: SourceHost;
  let other: SourceHost;
  let mp4: Buffer;
  const held: (() => void)[] = [];
  before(async () => {
    mp4 = await film('h264-aac.mp4');
    other = await SourceHost.start((_request, response) => response.end(mp4));
    host = await SourceHost.start((request, response) => {
      const redirect = (location: string) => response.writeHead(302, { location }).end();
      switch (request.url?.split('?')[0]) {
        case '/film.mp4':
          response.setHeader('content-length', mp4.length).end(mp4);
          break;
        case '/held.mp4':
          response.setHeader('content-length', mp4.length).write(mp4.subarray(0, 1000));
          held.push(() => response.end(mp4.subarray(1000)));
          break;
        case '/moved':
          redirect('/film.mp4');
          break;
        case '/elsewhere':
          redirect(`${other.url}/film.mp4`);
          break;
        case '/file':
          redirect('file:///etc/passwd');
          break;
        case '/metadata':
          redirect('http://169.254.169.254/latest/');
          break;
        case '/round':
          redirect('/round');
          break;
        case '/large':
          response.setHeader('content-length', 10_000_000).write('x');
          break;
        case '/endless': {
          const more = () => {
            if (!response.destroyed) response.write(Buffer.alloc(65_536), () => void settled(1).then(more));
          };
          more();
          break;
        }
        case '/cut':
          response
            .setHeader('content-length', mp4.length)
            .write(mp4.subarray(0, 100), () => response.destroy());
          break;
        case '/empty':
          response.end();
          break;
        case '/silent':
          break;
        case '/text':
          response.end('this is no film');
          break;
        default:
          response.writeHead(404).end();
      }
    });
    sandbox = await SandboxUnderTest.start({
      sourceHosts: ['localhost'],
      limits: { sourceBytes: 1_000_000 },
    });
  });
  after(async () => {
    await sandbox.end();
    await host.end();
    await other.end();
  });

  const make = (source: unknown, rest: Record<string, unknown> = {}) =>
    sandbox.ask('POST', '/videos', { json: { title: 'Fetched', source, ...rest } });
  const idOf = (reported: Answered) => textOf(reported.body, 'videoId');
  const sourceOf = (reported: Answered) =>
    (JSON.parse(reported.text) as { source: { type?: string } }).source;
  const ingestOf = async (videoId: string) => {
    const reported = await sandbox.ask('GET', `/videos/${videoId}/status`);
    return (
      JSON.parse(reported.text) as { ingest: { status: string; reason?: string; filesize: number | null } }
    ).ingest;
  };

  it('are answered with 202 and arrive later', async () => {
    const reported = await make(`${host.url}/film.mp4`);
    assert.equal(reported.status, 202);
    const videoId = idOf(reported);
    assert.deepEqual(sourceOf(reported), { uri: `/videos/${videoId}/source`, type: 'url' });
    const status = await sandbox.statusWhen(videoId, isSettled);
    assert.equal(status.encoding.playable, true);
    assert.equal(status.ingest?.status, 'ingested');
    assert.equal(status.ingest.filesize, mp4.length);
    const stored = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` },
    });
    const hash = createHash('sha256')
      .update(Buffer.from(await stored.arrayBuffer()))
      .digest('hex');
    assert.equal(hash, sha256(mp4));
  });

  it('report their progress, and start over after a restart', async () => {
    const videoId = idOf(await make(`${host.url}/held.mp4`));
    const half = await sandbox.statusWhen(videoId, ({ ingest }) => (ingest?.receivedBytes.length ?? 0) > 0);
    assert.equal(half.ingest?.status, 'ingesting');
    assert.equal(half.ingest.filesize, mp4.length);
    assert.deepEqual(half.ingest.receivedBytes, [{ from: 0, to: 999, total: mp4.length }]);
    const asked = host.asked.length;
    await sandbox.close();
    await sandbox.open();
    await sandbox.statusWhen(videoId, ({ ingest }) => (ingest?.receivedBytes.length ?? 0) > 0);
    assert.equal(host.asked.length, asked + 1);
    held.forEach((release) => {
      release();
    });
    const status = await sandbox.statusWhen(videoId, isSettled);
    assert.equal(status.ingest?.status, 'ingested');
  });

  it('follow a redirect on the same host', async () => {
    const videoId = idOf(await make(`${host.url}/moved`));
    assert.equal((await sandbox.statusWhen(videoId, isSettled)).encoding.playable, true);
  });

  for (const [name, reason] of [
    ['elsewhere', 'redirected-elsewhere'],
    ['file', 'redirected-elsewhere'],
    ['metadata', 'redirected-elsewhere'],
    ['round', 'redirected-too-often'],
    ['large', 'too-large'],
    ['endless', 'too-large'],
    ['cut', 'broken-off'],
    ['empty', 'empty'],
    ['nothing', 'refused'],
  ] as const) {
    it(`say ${reason} of /${name}`, async () => {
      const reported = await make(`${host.url}/${name}?signature=hidden`);
      assert.equal(reported.status, 202);
      const status = await sandbox.statusWhen(idOf(reported), isSettled);
      assert.equal(status.encoding.playable, false);
      assert.ok((status.encoding.reason ?? '') !== '');
      assert.ok(!JSON.stringify(status).includes('hidden'));
      const ingest = await ingestOf(idOf(reported));
      assert.equal(ingest.status, 'missing');
      assert.equal(ingest.reason, reason);
      assert.equal(slugOf(await sandbox.upload(idOf(reported), mp4)), 'video-source-already-downloaded');
    });
  }

  it('say timed-out when the host falls silent', async () => {
    const impatient = await SandboxUnderTest.start({
      sourceHosts: ['localhost'],
      limits: { silenceMs: 100 },
    });
    const reported = await impatient.ask('POST', '/videos', {
      json: { title: 'Fetched', source: `${host.url}/silent` },
    });
    const { ingest } = await impatient.statusWhen(idOf(reported), isSettled);
    assert.equal(ingest && 'reason' in ingest && ingest.reason, 'timed-out');
    await impatient.end();
  });

  it('left no data of the other host, and no file of a failed download', async () => {
    assert.deepEqual(other.asked, []);
    const extents = await readdir(path.join(sandbox.dir, 'extents'));
    assert.equal(extents.length, 3);
  });

  it('are packaged like uploads, with a reason when they are no videos', async () => {
    const status = await sandbox.statusWhen(idOf(await make(`${host.url}/text`)), isSettled);
    assert.equal(status.ingest?.status, 'ingested');
    assert.match(status.encoding.reason ?? '', /not a video/);
  });

  it('know this machine by any way of writing it', async () => {
    const port = String(host.port);
    for (const name of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', 'localhost', 'LOCALHOST']) {
      const reported = await make(`http://${name}:${port}/film.mp4`);
      assert.equal(reported.status, 202, name);
      await sandbox.statusWhen(idOf(reported), isSettled);
    }
  });

  for (const source of [
    'file:///etc/passwd',
    'ftp://127.0.0.1/film.mp4',
    'data:video/mp4;base64,AAAA',
    'gopher://127.0.0.1/',
    'http://example.com/film.mp4',
    'http://0.0.0.0/film.mp4',
    'http://[::]/film.mp4',
    'http://10.0.0.1/film.mp4',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:169.254.169.254]/',
    'http://127.0.0.1.example.com/film.mp4',
    'http://127.0.0.1@example.com/film.mp4',
    'http://localhost.example.com/film.mp4',
    'http://user:secret@127.0.0.1/film.mp4',
    '//127.0.0.1/film.mp4',
    '/etc/passwd',
    '../../sandbox.db',
    '',
    'viNone',
    `vi${'A'.repeat(22)}`,
    `http://127.0.0.1/${'x'.repeat(3000)}`,
    7,
    null,
    {},
  ]) {
    it(`are not made from ${JSON.stringify(source).slice(0, 60)}`, async () => {
      const reported = await make(source);
      assert.equal(reported.status, 400);
      assert.equal(slugOf(reported), 'invalid-attribute');
      assert.equal(reported.body['name'], 'source');
    });
  }

  it('take no upload besides', async () => {
    const videoId = idOf(await make(`${host.url}/silent`));
    const token = await sandbox.token();
    const slug = 'video-source-already-downloaded';
    assert.equal(slugOf(await sandbox.upload(videoId, mp4)), slug);
    assert.equal(slugOf(await sandbox.part(token, mp4, 'part 1/1', { videoId })), slug);
    const creation = await tus('POST', `${sandbox.url}/upload?token=${token}`, {
      'upload-length': String(mp4.length),
      'upload-metadata': tusMetadata({ videoId }),
    });
    assert.equal(creation.status, 400);
    assert.ok((await creation.text()).includes(slug));
  });

  it('may be deleted in the middle', async () => {
    const extents = () => readdir(path.join(sandbox.dir, 'extents'));
    // Of other videos, which may go in the meantime.
    const others = await extents();
    const videoId = idOf(await make(`${host.url}/held.mp4`));
    await sandbox.statusWhen(videoId, ({ ingest }) => (ingest?.receivedBytes.length ?? 0) > 0);
    const own = (await extents()).filter((name) => !others.includes(name));
    assert.equal(own.length, 1);
    assert.equal((await sandbox.ask('DELETE', `/videos/${videoId}`)).status, 204);
    assert.ok(!(await extents()).includes(own[0] ?? ''));
  });
});

describe('hosts that were allowed', () => {
  it('are fetched from, by name', async () => {
    const sandbox = await SandboxUnderTest.start({ sourceHosts: ['Media.Example', '10.0.0.1:8080'] });
    const make = async (source: string) =>
      (await sandbox.ask('POST', '/videos', { json: { title: 'x', source } })).status;
    assert.equal(await make('http://10.0.0.1/film.mp4'), 400);
    assert.equal(await make('http://a.media.example/film.mp4'), 400);
    assert.equal(await make('http://media.example/film.mp4'), 202);
    await sandbox.end();
  });

  it('are none of this machine unless they were named', async (t) => {
    const closed = await SandboxUnderTest.start();
    t.after(() => closed.end());
    const service = await SourceHost.start((_request, response) => response.end('a secret of this machine'));
    t.after(() => service.end());
    const port = String(service.port);
    const make = (sandbox: SandboxUnderTest, source: string) =>
      sandbox.ask('POST', '/videos', { json: { title: 'x', source } });
    const names = ['127.0.0.1', 'localhost', 'LOCALHOST', 'a.localhost', '127.1', '2130706433', '[::1]'];
    for (const name of [...names, '[::ffff:127.0.0.1]', '127.0.0.2']) {
      const { status, body, text } = await make(closed, `http://${name}:${port}/`);
      assert.equal(status, 400, name);
      assert.equal(body['name'], 'source');
      assert.match(text, /--allow-source-hosts/);
    }
    // Its own controls, which need no key, are no exception.
    assert.equal((await make(closed, `${closed.url}/_sandbox/log`)).status, 400);
    const { body } = await closed.ask('GET', '/videos');
    assert.equal(body['pagination']?.['itemsTotal'], 0);
    const onePort = await SandboxUnderTest.start({ sourceHosts: [`localhost:${port}`] });
    t.after(() => onePort.end());
    const other = await SourceHost.start((_request, response) => response.end('another secret'));
    t.after(() => other.end());
    assert.equal((await make(onePort, `http://127.0.0.1:${String(other.port)}/`)).status, 400);
    assert.deepEqual([service.asked, other.asked], [[], []]);
    assert.equal((await make(onePort, `http://127.0.0.1:${port}/`)).status, 202);
  });
});
