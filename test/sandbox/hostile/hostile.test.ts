import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

describe('hostile requests', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  /** Sends a target as it is: fetch would tidy it up. */
  const raw = (target: string, method = 'GET') =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(sandbox.url);
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      });
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      socket.on('end', () => {
        resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]));
      });
      socket.on('error', reject);
    });

  for (const target of [
    '/videos/..',
    '/videos/../auth',
    '/videos/%2e%2e/x',
    '/videos/a%2fb',
    '/videos/a%5Cb',
    '/videos/a%252fb',
    '/videos//status',
    '//videos',
    '/videos/a;b',
    '/videos\\x',
    '/videos/%00',
    '/videos/%zz',
    '/assets/vod/../../sandbox.db',
    '/upload/tus/..%2f..%2fsandbox.db',
    `/videos/${'x'.repeat(200)}`,
    'http://elsewhere/videos',
    '/__proto__',
    '/constructor',
  ]) {
    it(`finds nothing at ${target.slice(0, 40)}`, async () => {
      assert.equal(await raw(target), 404);
    });
  }

  it('does not know other methods', async () => {
    const reported = await sandbox.ask('PUT', '/videos');
    assert.equal(reported.status, 405);
    assert.equal(slugOf(reported), 'method-not-allowed');
    assert.equal(reported.headers.get('allow'), 'GET, HEAD, POST, OPTIONS');
    assert.equal(await raw('/videos', 'PURGE'), 405);
  });

  it('finds no room at an unknown address', async () => {
    const reported = await sandbox.ask('GET', '/nothing');
    assert.equal(reported.status, 404);
    assert.equal(slugOf(reported), 'unrecognized-request-url');
    assert.equal(reported.headers.get('content-type'), 'application/problem+json');
  });

  it('explains a problem where its type leads', async () => {
    const reported = await sandbox.ask('GET', '/nothing');
    const { type } = JSON.parse(reported.text) as { type: string };
    const explained = (await (await fetch(type)).json()) as { slug: string; status: number };
    assert.deepEqual([explained.slug, explained.status], ['unrecognized-request-url', 404]);
  });

  it('takes no body that is no object, too large or too deep', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const body of ['x', '[]', 'null', '"x"', deep, `{"title":"${'x'.repeat(1_100_000)}"}`]) {
      const reported = await sandbox.ask('POST', '/videos', { body });
      assert.equal(reported.status, 400);
      assert.equal(slugOf(reported), 'invalid-payload');
    }
  });

  it('is not moved by names of prototypes', async () => {
    const reported = await sandbox.ask('POST', '/videos', {
      body: '{"title":"x","__proto__":{"public":false},"constructor":1,"metadata":[{"key":"__proto__","value":"y"}]}',
    });
    assert.equal(reported.status, 201);
    const video = JSON.parse(reported.text) as { public: boolean; metadata: unknown };
    assert.equal(video.public, true);
    assert.deepEqual(video.metadata, [{ key: '__proto__', value: 'y' }]);
  });

  it('hands out no address on a host that is none', async () => {
    const { port } = new URL(sandbox.url);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('GET /nothing HTTP/1.1\r\nHost: a"onload=x\r\nConnection: close\r\n\r\n');
      });
      let all = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => (all += chunk));
      socket.on('end', () => {
        resolve(all);
      });
    });
    assert.doesNotMatch(text, /onload/);
  });
});

describe('cross-origin requests', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  it('may send what browser clients send', async () => {
    const response = await fetch(`${sandbox.url}/upload?token=x`, {
      method: 'OPTIONS',
      headers: { 'origin': 'https://page.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/);
    assert.ok(Number(response.headers.get('access-control-max-age')) > 0);
    const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
    for (const name of [
      'authorization',
      'av-origin-app',
      'av-origin-client',
      'av-origin-sdk',
      'content-range',
      'content-type',
      'range',
      'tus-resumable',
      'upload-checksum',
      'upload-concat',
      'upload-defer-length',
      'upload-id',
      'upload-length',
      'upload-metadata',
      'upload-offset',
      'x-token-session',
    ])
      assert.ok(allowed.includes(name), name);
  });

  it('may read what they need, on refusals too', async () => {
    const reported = await sandbox.ask('GET', '/videos', { authorization: false });
    assert.equal(reported.status, 401);
    assert.equal(reported.headers.get('access-control-allow-origin'), '*');
    const exposed = (reported.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
    for (const name of [
      'location',
      'retry-after',
      'tus-resumable',
      'upload-offset',
      'video-id',
      'x-ratelimit-retry-after',
    ]) {
      assert.ok(exposed.includes(name), name);
    }
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-retry-after']) {
      assert.ok(reported.headers.has(name), name);
    }
  });
});
