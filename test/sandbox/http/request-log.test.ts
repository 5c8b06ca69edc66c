import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { redact } from '../../../packages/vh-elements-sandbox/src/http/redact.ts';
import { RequestLog } from '../../../packages/vh-elements-sandbox/src/faults/request-log.ts';
import { collected } from '../../support/collect-garbage.ts';
import { formOf, ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';

describe('the log of requests', () => {
  let service: ServiceUnderTest;
  before(async () => (service = await ServiceUnderTest.start()));
  after(() => service.stop());

  it('keeps method, target, status, bytes and time, and none of the secrets', async () => {
    const { body } = await service.ask('POST', '/upload-tokens', {});
    const token = String(body['token']);
    await service.fetch(`/upload?token=${token}`, { method: 'POST', body: formOf(Buffer.alloc(5000)) });
    await service.ask('GET', `/upload-tokens/${token}`);
    await service.fetch('/auth/api-key', {
      method: 'POST',
      body: JSON.stringify({ apiKey: 'wrong-secret' }),
    });
    const { text, body: log } = await service.fetch('/_sandbox/log?pageSize=4');
    const [exchanged, read, uploaded, made] = log.data ?? [];
    assert.deepEqual(
      [exchanged, read, uploaded, made].map((entry) => [
        entry?.['method'],
        entry?.['target'],
        entry?.['status'],
      ]),
      [
        ['POST', '/auth/api-key', 400],
        ['GET', '/upload-tokens/***', 200],
        ['POST', '/upload?token=***', 201],
        ['POST', '/upload-tokens', 200],
      ],
    );
    assert.ok(Number(uploaded?.['bytesIn']) > 5000);
    assert.ok(Number(uploaded?.['bytesOut']) > 100);
    assert.equal(uploaded?.['state'], 'answered');
    assert.ok(Number.isInteger(uploaded['milliseconds']));
    for (const secret of [token, 'wrong-secret', service.authorization.slice(6)])
      assert.ok(!text.includes(secret));
    assert.equal((await service.fetch('/_sandbox/log', { method: 'DELETE' })).status, 204);
    assert.deepEqual((await service.fetch('/_sandbox/log')).body.data, []);
  });

  it('keeps no request alive once it has ended', async () => {
    const log = new RequestLog();
    const facts = { method: 'GET', target: '/', from: '', length: null, faults: [] };
    const serve = () => {
      const taps = { status: 200, bytesIn: 1, bytesOut: 2 };
      log.begin(facts, () => taps)('answered');
      return new WeakRef(taps);
    };
    await collected(serve());
    assert.equal(log.list()[0]?.bytesOut, 2);
  });

  it('blots out tokens wherever they travel', () => {
    const uuid = '5f1f2b34-9f0c-4c8e-8f7a-0a1b2c3d4e5f';
    for (const [target, shown] of [
      [`/assets/vod/vi1/token/${uuid}/hls/manifest.m3u8`, '/assets/vod/vi1/token/***/hls/manifest.m3u8'],
      ['/assets/vod/vi1/token/any/session?avh=x', '/assets/vod/vi1/token/***/session?avh=***'],
      [`/assets/live/private/${uuid}/li1.m3u8`, '/assets/live/private/***/li1.m3u8'],
      ['/upload/tus/unguessable', '/upload/tus/***'],
      ['/live-streams?streamKey=abc&name=x', '/live-streams?streamKey=***&name=x'],
      ['/x?%74oken=abc', '/x?%74oken=***'],
      ['/x?%E0%A4%A&metadata[author]=me', '/x?%E0%A4%A&metadata[author]=***'],
      ['/videos?title=a', '/videos?title=a'],
    ] as const) {
      assert.equal(redact(target), shown);
    }
    assert.equal(redact(`/${'x'.repeat(5000)}`).length, 301);
  });

  it('keeps a thousand', () => {
    const log = new RequestLog();
    const progress = () => ({ status: null, bytesIn: 0, bytesOut: 0 });
    for (let count = 0; count < 3500; count++) {
      log.begin({ method: 'GET', target: `/${String(count)}`, from: '', length: null, faults: [] }, progress);
    }
    const kept = log.list();
    assert.deepEqual([kept.length, kept[0]?.target, kept.at(-1)?.target], [1000, '/3499', '/2500']);
  });

  describe('and whatever else is below /_sandbox', () => {
    const ask = (headers: Record<string, string>, method = 'GET') =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${service.url}/_sandbox/log`, { method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.once('error', reject).end();
      });

    it('serves pages of this machine only', async () => {
      assert.equal(await ask({}), 200);
      assert.equal(await ask({ origin: 'http://localhost:8000' }), 200);
      assert.equal(await ask({ origin: 'https://evil.example' }), 403);
      assert.equal(await ask({ origin: 'null' }), 403);
      assert.equal(await ask({ origin: 'https://evil.example' }, 'OPTIONS'), 403);
      // A foreign name that points here.
      assert.equal(await ask({ host: 'rebound.example:4400' }), 403);
      assert.equal(await ask({ host: 'localhost:4400' }), 200);
    });

    it('is open to others when that is asked for', async () => {
      const open = await ServiceUnderTest.start({ exposeControls: true });
      const headers = { host: 'sandbox.example', origin: 'https://other.example' };
      const { status } = await open.fetch('/_sandbox/log', { headers });
      assert.equal(status, 200);
      await open.stop();
    });
  });
});
