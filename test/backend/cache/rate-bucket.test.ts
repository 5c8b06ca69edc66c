import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRateBucket } from '../../../src/backend/index.ts';
import { backendFor, bodyOf, grantRequest } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const many = (times: number) => Array.from({ length: times }, (_, number) => number);

function bucketOf(clock: { now: number }, mostSubjects?: number) {
  const options = { burst: 3, perMinute: 6, now: () => clock.now };
  return createRateBucket(mostSubjects === undefined ? options : { ...options, mostSubjects });
}

describe('createRateBucket', () => {
  it('gives as many at once as the burst, and then says how long to wait', () => {
    const clock = { now: 0 };
    const bucket = bucketOf(clock);
    assert.deepEqual(
      many(5).map(() => bucket.take('ann')),
      [0, 0, 0, 10, 10],
    );
    clock.now = 4_000;
    assert.equal(bucket.take('ann'), 6);
    clock.now = 10_000;
    assert.deepEqual(
      many(2).map(() => bucket.take('ann')),
      [0, 10],
    );
    clock.now = 1e7;
    assert.deepEqual(
      many(4).map(() => bucket.take('ann')),
      [0, 0, 0, 10],
    );
  });

  it('keeps subjects apart', () => {
    const bucket = bucketOf({ now: 0 });
    for (let times = 0; times < 4; times++) void bucket.take('ann');
    assert.equal(bucket.take('bob'), 0);
  });

  it('drops the key that was idle for longest, and stays small', () => {
    const bucket = bucketOf({ now: 0 }, 2);
    for (let times = 0; times < 4; times++) void bucket.take('ann');
    void bucket.take('bob');
    assert.equal(bucket.take('ann'), 10);
    void bucket.take('cat');
    assert.equal(bucket.take('ann'), 0);
  });
});

describe('POST /grants, asked for too often', () => {
  const limited = { rateBucket: createRateBucket({ burst: 1, perMinute: 1 }) };

  it('is answered with 429 and Retry-After, without a request to the service', async () => {
    const service = new FakeService();
    const backend = backendFor(service, { ...limited, authorize: () => ({ subject: 'ann' }) });
    assert.equal((await backend(grantRequest())).status, 201);
    const before = service.seen.length;
    const response = await backend(grantRequest());
    assert.equal(response.status, 429);
    assert.ok(Number(response.headers.get('retry-after')) >= 1);
    assert.equal((await bodyOf(response))['type'], 'vh-elements/rate-limited');
    assert.equal(service.seen.length, before);
  });

  it("counts by the subject that the site's answer names, then by the subject option", async () => {
    const asked: string[] = [];
    const take = (subject: string) => (asked.push(subject), 0);
    const subject = (request: Request) => request.headers.get('x-user');
    const who = (name: string) => grantRequest({}, { 'x-user': name });
    const service = new FakeService();
    await backendFor(service, { rateBucket: { take }, subject })(who('ann'));
    await backendFor(service, { rateBucket: { take }, subject, authorize: () => ({ subject: 'bob' }) })(
      who('ann'),
    );
    await backendFor(service, { rateBucket: { take } })(who('ann'));
    assert.deepEqual(asked, ['ann', 'bob', '']);
  });

  it('does not count what the site refused', async () => {
    let taken = 0;
    const rateBucket = { take: () => taken++ };
    await backendFor(new FakeService(), { rateBucket, authorize: () => false })(grantRequest());
    assert.equal(taken, 0);
  });

  it('is limited by default', async () => {
    const backend = backendFor(new FakeService(), { authorize: () => ({ subject: 'ann' }) });
    const statuses = [];
    for (let times = 0; times < 150; times++) statuses.push((await backend(grantRequest())).status);
    assert.ok(statuses.slice(0, 60).every((status) => status === 201));
    assert.ok(statuses.includes(429));
  });

  it('is not granted when the limit cannot be asked for', async () => {
    const service = new FakeService();
    const rateBucket = { take: () => Promise.reject(new Error('canary: store away')) };
    const response = await backendFor(service, { rateBucket })(grantRequest());
    assert.equal(response.status, 500);
    assert.ok(!(await response.text()).includes('canary'));
    assert.equal(service.seen.length, 0);
  });
});
