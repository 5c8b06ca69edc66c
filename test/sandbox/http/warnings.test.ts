import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

describe('what the sandbox says to a developer beside its answer', () => {
  let sandbox: SandboxUnderTest;
  const logged: string[] = [];
  before(async () => {
    sandbox = await SandboxUnderTest.start({
      allowedHosts: ['hooks.example'],
      log: (line) => logged.push(line),
    });
  });
  after(() => sandbox.end());

  const warningOf = async (where: string, json: object) => {
    const { status, headers, text } = await sandbox.ask('POST', where, { json });
    assert.ok(status < 300, text);
    return headers.get('warning');
  };

  it('names the members of a body that it does not know', async () => {
    assert.equal(await warningOf('/videos', { title: 'A film', description: 'x' }), null);
    assert.equal(
      await warningOf('/videos', { title: 'A film', titel: 'x', playerID: 1 }),
      '299 vh-elements-sandbox "These members of the body are not known here: \\"titel\\", \\"playerID\\"."',
    );
    assert.match((await warningOf('/upload-tokens', { ttl: 60, TTL: 60 })) ?? '', /\\"TTL\\"/);
  });

  it('names the parameters of a query that it does not know', async () => {
    const warned = async (where: string) => {
      const { status, headers, text } = await sandbox.ask('GET', where);
      assert.equal(status, 200, text);
      return headers.get('warning');
    };
    assert.equal(await warned('/videos?currentPage=1&pageSize=5&sortBy=title&sortOrder=asc'), null);
    assert.equal(await warned('/videos?tags[]=a&tags[1]=b&tags=c&metadata[by]=Ann&liveStreamId=li'), null);
    assert.equal(
      await warned('/videos?pagesize=5&page=2&page=3&metadta[by]=Ann'),
      '299 vh-elements-sandbox "These parameters of the query are not known here: \\"pagesize\\", \\"page\\", \\"metadta[by]\\"."',
    );
    const evil = new URLSearchParams([
      ['é\r\nset-cookie: b', '1'],
      ['n'.repeat(5000), 'a-secret'],
    ]);
    const warning = (await warned(`/players?${evil.toString()}`)) ?? '';
    assert.match(warning, /^[\x20-\x7e]{1,300}$/);
    assert.doesNotMatch(warning, /a-secret/);
  });

  it('writes no name into the header that a header could not hold', async () => {
    const evil = { 'title': 'x', 'a\r\nset-cookie: b': 1, 'é"\\': 1, ['n'.repeat(5000)]: 1, '__proto__x': 1 };
    const warning = (await warningOf('/videos', evil)) ?? '';
    assert.match(warning, /^[\x20-\x7e]{1,300}$/);
  });

  it('says at creation that a webhook will not be called', async () => {
    const events = ['session.ended'];
    for (const url of ['http://127.0.0.1:9/', 'http://localhost:9/', 'https://hooks.example/in'])
      assert.equal(await warningOf('/webhooks', { events, url }), null, url);
    for (const url of ['https://203.0.113.7/hook', 'https://hooks.invalid/hook']) {
      assert.match(
        (await warningOf('/webhooks', { events, url })) ?? '',
        /will not be called.*--allow-host/,
        url,
      );
      assert.match(logged.at(-1) ?? '', /^webhook webhook_\w+: .*--allow-host/);
    }
    assert.ok(logged.every((line) => !line.includes('hooks.invalid')));
  });

  it('says of the API key as a bearer what to do with it, and of nothing else', async () => {
    const ask = (token: string) => sandbox.ask('GET', '/videos', { authorization: `Bearer ${token}` });
    const key = await ask(KEY);
    assert.equal(key.status, 401);
    assert.match(key.text, /exchange it at POST \/auth\/api-key/);
    assert.ok(!key.text.includes(KEY));
    assert.equal((await ask('another')).body['detail'], undefined);
  });
});
