import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { FaultRules } from '../../../packages/vh-elements-sandbox/src/faults/fault-rules.ts';
import { readRule } from '../../../packages/vh-elements-sandbox/src/faults/fault-rule.ts';
import { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';

const HTML = 'text/html,application/xhtml+xml';

describe('who may use the console', () => {
  let service: ServiceUnderTest;
  before(async () => (service = await ServiceUnderTest.start()));
  after(() => service.stop());

  /** With headers that `fetch` does not let anybody set. */
  const status = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<number>((resolve, reject) => {
      const sent = request(service.url + path, { method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject).end();
    });

  it('is a page for people at the root, and as before for programs', async () => {
    const page = await service.fetch('/', { headers: { accept: HTML } });
    assert.deepEqual([page.status, page.headers.get('vary')], [200, 'Accept']);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'.*require-trusted-types-for 'script'.*frame-ancestors 'none'/);
    const program = await service.fetch('/');
    assert.deepEqual([program.status, program.body['title']], [404, 'The requested URL is not known.']);
    assert.equal(await status('/', { accept: HTML, host: 'rebound.example' }), 403);
  });

  it('asks the service without a key for its own script alone', async () => {
    const path = '/_sandbox/console/service/videos';
    const own = { 'x-vh-console': '1' };
    const { headers } = await service.fetch(path, { headers: own });
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(await status(path, own), 200);
    assert.equal(await status(path, {}), 403);
    for (const other of [
      { host: 'rebound.example' },
      { origin: 'https://elsewhere.example' },
      { origin: 'http://localhost:1' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      for (const method of ['GET', 'POST', 'DELETE'])
        assert.equal(await status(path, { ...own, ...other }, method), 403, JSON.stringify(other));
    assert.equal(await status('/videos', {}), 401);
  });

  it('leads to operations that want the key, and to nothing else', async () => {
    const own = { 'x-vh-console': '1' };
    for (const path of ['/_sandbox/state', '/health', '/upload', '', '/nowhere'])
      assert.equal(await status(`/_sandbox/console/service${path}`, own), 404, path);
  });
});

describe('a fault that lasts', () => {
  it('ends by itself', () => {
    let passed = 0;
    const rules = new FaultRules(() => passed);
    rules.add(readRule({ act: { cut: true }, lasts: 9_000 }));
    assert.equal(rules.take('GET', '/videos').length, 1);
    passed = 8_999;
    assert.equal(rules.list().length, 1);
    passed = 9_000;
    assert.equal(rules.take('GET', '/videos').length, 0);
    assert.deepEqual(rules.list(), []);
  });
});
