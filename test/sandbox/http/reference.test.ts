import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';

describe('the reference of refusals', () => {
  let service: ServiceUnderTest;
  before(async () => (service = await ServiceUnderTest.start()));
  after(() => service.stop());

  it('explains a refusal where its type leads', async () => {
    const { body } = await service.ask('GET', '/videos/viNone');
    const { type, status, title } = body;
    assert.deepEqual([status, typeof title], [404, 'string']);
    const { pathname } = new URL(String(type));
    const explained = await service.fetch(pathname);
    assert.deepEqual(explained.body, { slug: 'resource-not-found', status, title });
  });

  it('knows no other slug', async () => {
    for (const slug of ['none', 'constructor', '__proto__'])
      assert.equal((await service.fetch(`/reference/${slug}`)).status, 404, slug);
  });
});
