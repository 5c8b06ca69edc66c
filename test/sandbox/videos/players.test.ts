import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { jpegHead, png } from '../../support/sandbox/pictures.ts';
import { ServiceProcess } from '../support/service-process.ts';
import {
  formOf,
  ServiceUnderTest,
  type Answer,
  type Body,
} from '../../support/sandbox/service-under-test.ts';

const DEFAULTS = {
  text: 'rgba(255, 255, 255, 1)',
  link: 'rgba(255, 255, 255, 1)',
  linkHover: 'rgba(255, 255, 255, 1)',
  linkActive: 'rgba(255, 255, 255, 1)',
  trackPlayed: 'rgba(88, 131, 255, .95)',
  trackUnplayed: 'rgba(255, 255, 255, .35)',
  trackBackground: 'rgba(255, 255, 255, .2)',
  backgroundTop: 'rgba(0, 0, 0, .7)',
  backgroundBottom: 'rgba(0, 0, 0, .7)',
  backgroundText: 'rgba(255, 255, 255, 1)',
  enableApi: true,
  enableControls: true,
  forceAutoplay: false,
  hideTitle: false,
  forceLoop: false,
};

describe('player themes', () => {
  let service: ServiceUnderTest;
  before(async () => (service = await ServiceUnderTest.start()));
  after(() => service.stop());

  const make = async (body: object = {}): Promise<string> =>
    String((await service.ask('POST', '/players', body)).body['playerId']);
  const refused = (answer: Answer, name: string) => {
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get('content-type'), 'application/problem+json');
    assert.match(String(answer.body['type']), /\/reference\/invalid-attribute$/);
    assert.equal(answer.body['name'], name);
  };

  it('answers 201 with every default to an empty body', async () => {
    const { status, headers, body } = await service.ask('POST', '/players', {});
    assert.equal(status, 201);
    assert.equal(headers.get('content-type'), 'application/json');
    const { playerId, assets, createdAt, updatedAt, ...theme } = body;
    assert.match(String(playerId), /^pl[A-Za-z0-9]{22}$/);
    assert.deepEqual(theme, DEFAULTS);
    assert.deepEqual(assets, { logo: null, link: null });
    assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.equal(updatedAt, createdAt);
    assert.deepEqual((await service.ask('GET', `/players/${String(playerId)}`)).body, body);
  });

  it('keeps absent members and resets null ones', async () => {
    const chosen = { name: 'Brand', text: 'rgba(1, 2, 3, .5)', forceLoop: true, enableApi: false };
    const id = await make(chosen);
    const changed = await service.ask('PATCH', `/players/${id}`, {
      text: null,
      enableApi: null,
      link: '#fff',
    });
    assert.equal(changed.status, 200);
    const { name, text, forceLoop, enableApi, link } = changed.body;
    assert.deepEqual(
      { name, text, forceLoop, enableApi, link },
      { name: 'Brand', text: DEFAULTS.text, forceLoop: true, enableApi: true, link: '#fff' },
    );
    const unnamed = await service.ask('PATCH', `/players/${id}`, { name: null });
    assert.ok(!('name' in unnamed.body));
  });

  it('refuses a name of 101 characters, colours that are none and flags that are none', async () => {
    assert.equal((await service.ask('POST', '/players', { name: '\u{1f3ac}'.repeat(100) })).status, 201);
    refused(await service.ask('POST', '/players', { name: 'x'.repeat(101) }), 'name');
    for (const text of [
      'rgba(256, 0, 0, 1)',
      'rgba(1, 2, 3, 1.5)',
      'red; background: url(x)',
      '</style><script>',
      'rgba(1,2)',
      7,
    ]) {
      refused(await service.ask('POST', '/players', { text }), 'text');
    }
    const both = await service.ask('POST', '/players', { trackPlayed: 'no', hideTitle: 'yes' });
    assert.deepEqual(
      both.body.problems?.map(({ name }) => name),
      ['trackPlayed', 'hideTitle'],
    );
  });

  it('deletes once', async () => {
    const id = await make();
    const gone = await service.ask('DELETE', `/players/${id}`);
    assert.equal(gone.status, 204);
    assert.equal(gone.text, '');
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await service.ask(
        method,
        `/players/${id}`,
        method === 'PATCH' ? {} : undefined,
      );
      assert.equal(status, 404);
      assert.equal(body['name'], 'playerId');
    }
  });

  it('sorts by name and pages', async () => {
    for (const name of ['0c', '0a', '0b']) await make({ name });
    const names = async (query: string) => {
      const { body } = await service.ask('GET', `/players?sortBy=name&${query}`);
      return body.data?.flatMap(({ name }) => (/^0/.test(String(name)) ? [name] : []));
    };
    assert.deepEqual(await names('pageSize=100'), ['0a', '0b', '0c']);
    assert.deepEqual(await names('sortOrder=desc&pageSize=100'), ['0c', '0b', '0a']);
    const page = (await service.ask('GET', '/players?pageSize=2&currentPage=2')).body;
    assert.equal(page.data?.length, 2);
    assert.equal(page.pagination?.['currentPage'], 2);
    const wrong = await service.ask('GET', '/players?sortBy=colour');
    assert.equal(wrong.status, 400);
    assert.equal(wrong.body['name'], 'sortBy');
  });

  it('wants the key', async () => {
    assert.equal((await service.fetch('/players')).status, 401);
    assert.equal((await service.fetch('/players', { method: 'POST' })).status, 401);
  });

  describe('their logos', () => {
    it('are kept with their link, served as what they are, replaced and taken away', async () => {
      const id = await make();
      const picture = png(200, 100);
      // The name lies, and the link is no URL: the service takes both.
      const put = await service.ask(
        'POST',
        `/players/${id}/logo`,
        formOf(picture, 'a.txt', { link: '/tmp/x' }),
      );
      assert.equal(put.status, 201);
      const logo = `${service.url}/assets/player/${id}/logo.png`;
      assert.deepEqual(put.body['assets'], { logo, link: '/tmp/x' });
      const served = await fetch(logo);
      assert.equal(served.headers.get('content-type'), 'image/png');
      assert.deepEqual(Buffer.from(await served.arrayBuffer()), picture);

      const again = await service.ask('POST', `/players/${id}/logo`, formOf(jpegHead(10, 20)));
      assert.deepEqual(again.body['assets'], { logo, link: null });
      assert.equal((await fetch(logo)).headers.get('content-type'), 'image/jpeg');

      assert.equal((await service.ask('DELETE', `/players/${id}/logo`)).status, 204);
      assert.deepEqual((await service.ask('GET', `/players/${id}`)).body['assets'], {
        logo: null,
        link: null,
      });
      assert.equal((await fetch(logo)).status, 404);
      assert.deepEqual(await readdir(path.join(service.dataDir, 'pictures')), []);
    });

    it('are at most 200 by 100 pixels and 100 KiB', async () => {
      const id = await make();
      const slugOf = async (bytes: Buffer) => {
        const { status, body } = await service.ask('POST', `/players/${id}/logo`, formOf(bytes, 'logo.png'));
        return status === 201 ? status : String(body['type']).split('/').at(-1);
      };
      assert.equal(await slugOf(jpegHead(200, 100)), 201);
      assert.equal(await slugOf(jpegHead(201, 100)), 'uploaded-file-invalid-file');
      assert.equal(await slugOf(png(200, 101)), 'uploaded-file-invalid-file');
      assert.equal(await slugOf(png(20, 10).subarray(0, 20)), 'uploaded-file-invalid-file');
      assert.equal(await slugOf(Buffer.from('GIF89a')), 'uploaded-file-extension-invalid');
      assert.equal(await slugOf(Buffer.alloc(0)), 'uploaded-file-empty');
      const most = Buffer.concat([png(20, 10), Buffer.alloc(100 * 1024)]).subarray(0, 100 * 1024);
      assert.equal(await slugOf(most), 201);
      assert.equal(await slugOf(Buffer.concat([most, Buffer.of(0)])), 'uploaded-file-too-large');
      assert.equal((await readdir(path.join(service.dataDir, 'pictures'))).length, 1);
      await service.ask('DELETE', `/players/${id}`);
      assert.deepEqual(await readdir(path.join(service.dataDir, 'pictures')), []);
    });

    it('need a player', async () => {
      const { status, body } = await service.ask('POST', '/players/plNone/logo', formOf(png(1, 1)));
      assert.equal(status, 404);
      assert.equal(body['name'], 'playerId');
      assert.equal((await service.ask('DELETE', '/players/plNone/logo')).status, 404);
      assert.equal((await service.fetch('/assets/player/plNone/logo.png')).status, 404);
    });
  });

  it('survive being killed, and pictures that nothing refers to do not', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vh-players-'));
    let running = await ServiceProcess.start(dataDir);
    const made = (await (await running.ask('POST', '/players', { name: 'kept' })).json()) as Body;
    const one = `/players/${String(made['playerId'])}`;
    await running.ask('POST', `${one}/logo`, formOf(png(3, 3)));
    await running.end('SIGKILL');
    await writeFile(path.join(dataDir, 'pictures', 'left-behind'), 'x');
    running = await ServiceProcess.start(dataDir);
    const again = (await (await running.ask('GET', one)).json()) as Body;
    assert.equal(again['name'], 'kept');
    assert.equal(
      (await fetch(`${running.url}/assets${one.replace('players', 'player')}/logo.png`)).status,
      200,
    );
    assert.equal((await readdir(path.join(dataDir, 'pictures'))).length, 1);
    await running.end();
    await rm(dataDir, { recursive: true });
  });
});
