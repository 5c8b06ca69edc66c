import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { ManualClock } from '../support/manual-clock.ts';
import { ServiceUnderTest, type Answer } from '../../support/sandbox/service-under-test.ts';

const NAMES = ['limit', 'remaining', 'retry-after'];

describe('rate limits', () => {
  let service: ServiceUnderTest;
  afterEach(() => service.stop());

  const reported = ({ headers }: Answer) => NAMES.map((name) => Number(headers.get(`x-ratelimit-${name}`)));

  it('are stated, and enforced only on request', async () => {
    service = await ServiceUnderTest.start();
    for (let count = 0; count < 101; count++) {
      const answer = await service.ask('GET', '/videos?pageSize=1');
      assert.equal(answer.status, 200);
      assert.deepEqual(reported(answer), [100, 100, 0]);
    }
    assert.deepEqual(reported(await service.fetch('/nowhere', { method: 'POST' })), [40, 40, 0]);
  });

  it('count reads, writes and uploads apart, and reset after a minute', async () => {
    const clock = new ManualClock();
    service = await ServiceUnderTest.start({ rateLimit: 'sandbox', clock });
    const write = () => service.ask('POST', '/upload-tokens', { ttl: 1 });
    assert.deepEqual(reported(await write()), [40, 39, 0]);
    clock.advance(20_000);
    for (let count = 2; count < 40; count++) assert.equal((await write()).status, 200);
    const last = await write();
    assert.equal(last.status, 200);
    assert.deepEqual(reported(last), [40, 0, 40]);

    const refused = await write();
    assert.equal(refused.status, 429);
    assert.deepEqual(reported(refused), [40, 0, 40]);
    assert.equal(refused.headers.get('retry-after'), '40');
    assert.equal(refused.headers.get('content-type'), 'application/problem+json');
    assert.match(String(refused.body['type']), /\/reference\/too-many-requests$/);
    assert.equal(refused.body['status'], 429);
    assert.ok(!('name' in refused.body));

    assert.deepEqual(reported(await service.ask('GET', '/videos')), [100, 99, 0]);
    assert.deepEqual(reported(await service.fetch('/upload', { method: 'POST' })), [40, 39, 0]);
    clock.advance(39_999);
    assert.equal((await write()).status, 429);
    clock.advance(1);
    assert.deepEqual(reported(await write()), [40, 39, 0]);
  });

  it('are higher in production, and leave assets and preflights alone', async () => {
    service = await ServiceUnderTest.start({ rateLimit: 'production' });
    for (let count = 0; count < 501; count++) {
      const { status } = await service.fetch('/assets/vod/viNone/hls/manifest.m3u8');
      assert.equal(status, 404);
    }
    await service.fetch('/videos', { method: 'OPTIONS' });
    assert.deepEqual(reported(await service.ask('GET', '/videos')), [500, 499, 0]);
    assert.deepEqual(reported(await service.ask('POST', '/videos', { title: 'x' })), [200, 199, 0]);
    assert.deepEqual(reported(await service.fetch('/upload', { method: 'POST' })), [100, 99, 0]);
  });
});
