import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { jpegHead, png } from '../../support/sandbox/pictures.ts';
import { formOf, ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';

describe('watermarks', () => {
  let service: ServiceUnderTest;
  before(async () => (service = await ServiceUnderTest.start()));
  after(() => service.stop());

  it('are uploaded with 200, listed by age, and deleted with their picture', async () => {
    const ids: string[] = [];
    for (const picture of [png(30, 20), jpegHead(640, 480)]) {
      const { status, body } = await service.ask('POST', '/watermarks', formOf(picture));
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['watermarkId', 'createdAt']);
      ids.push(String(body['watermarkId']));
    }
    assert.match(ids[0] ?? '', /^watermark_[A-Za-z0-9]{22}$/);
    const list = async (query: string) =>
      (await service.ask('GET', `/watermarks?${query}`)).body.data?.map((one) => one['watermarkId']);
    assert.deepEqual(await list('sortBy=createdAt&sortOrder=asc'), ids);
    assert.deepEqual(await list(''), ids.toReversed());
    assert.deepEqual(await list('sortBy=createdAt&currentPage=2&pageSize=1'), [ids[1]]);

    for (const id of ids) {
      assert.equal((await service.ask('DELETE', `/watermarks/${id}`)).status, 204);
      const again = await service.ask('DELETE', `/watermarks/${id}`);
      assert.equal(again.status, 404);
      assert.equal(again.body['name'], 'watermarkId');
    }
    assert.deepEqual(await list(''), []);
    assert.deepEqual(await readdir(path.join(service.dataDir, 'pictures')), []);
  });

  it('are JPEG or PNG, whatever the name says', async () => {
    const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ');
    for (const bytes of [webp, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
      const { status, body } = await service.ask('POST', '/watermarks', formOf(bytes, 'watermark.png'));
      assert.equal(status, 400);
      assert.match(String(body['type']), /uploaded-file-extension-invalid$/);
      assert.equal(body['name'], 'file');
    }
    assert.equal((await service.ask('GET', '/watermarks?sortBy=size')).status, 400);
    assert.deepEqual(await readdir(path.join(service.dataDir, 'pictures')), []);
  });

  it('cannot be read one by one', async () => {
    const { body } = await service.ask('POST', '/watermarks', formOf(png(1, 1)));
    const answer = await service.ask('GET', `/watermarks/${String(body['watermarkId'])}`);
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'DELETE, OPTIONS');
  });
});
