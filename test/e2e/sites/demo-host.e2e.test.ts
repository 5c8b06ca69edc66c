import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DemoProcess } from '../support/demo-process.ts';
import { RawSocket } from '../../support/raw-socket.ts';

/** A foreign name that points at this machine. */
const FORGED = 'rebound.example';

describe('the demo under other names', () => {
  let demo: DemoProcess;
  let url: string;
  let port: string;
  before(async () => {
    demo = await DemoProcess.start('--site-host', 'demo.test', '--site-host', 'Other.Test');
    url = await demo.url();
    ({ port } = new URL(url));
  });
  after(() => demo.stop());

  /** The answer to a request with these headers, as a page under that name would send it. */
  const ask = async (request: string, host: string | undefined, body = '', version = '1.1') => {
    const socket = await RawSocket.open(url);
    const origin = `http://${(host ?? '').toLowerCase()}`;
    const headers = [
      ...(host === undefined ? [] : [`host: ${host}`]),
      ...(body === '' ? [] : ['content-type: application/json', 'x-vh-request: 1', `origin: ${origin}`]),
      `content-length: ${String(body.length)}`,
      'connection: close',
    ];
    socket.send(`${request} HTTP/${version}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
    await socket.until();
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(socket.text)?.[1]), text: socket.text };
  };
  const grant = (host: string | undefined) =>
    ask('POST /vh/grants', host, JSON.stringify({ file: { name: 'x.mp4', size: 1, type: 'video/mp4' } }));

  for (const host of [
    FORGED,
    `${FORGED}:PORT`,
    `localhost.${FORGED}:PORT`,
    `localhost@${FORGED}:PORT`,
    `127.0.0.1.${FORGED}`,
    'localhost,rebound.example',
    '192.0.2.1:PORT',
    '[2001:db8::1]:PORT',
    'demo.test.rebound.example',
    'notlocalhost',
    'a b',
    '',
  ]) {
    it(`are refused: "${host}"`, async () => {
      const name = host.replace('PORT', port);
      for (const target of [
        '/',
        '/demo/samples',
        '/videos',
        '/vh/playback/videos/vi1',
        '/collector/vod',
        '/_sandbox',
      ]) {
        const { status, text } = await ask(`GET ${target}`, name);
        assert.ok(status === 403 || status === 400, `${target}: ${String(status)}`);
        assert.doesNotMatch(text, /access-control-allow-origin|rebound/i);
      }
      const { status } = await grant(name);
      assert.ok(status === 403 || status === 400);
    });
  }

  it('are refused where none is said', async () => {
    assert.equal((await ask('GET /demo/samples', undefined, '', '1.0')).status, 403);
  });

  for (const host of [
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.8.9.10',
    '[::1]',
    'my.localhost',
    'demo.test',
    'other.test',
  ]) {
    it(`are this machine's, or were allowed: "${host}"`, async () => {
      const name = `${host}:${port}`;
      assert.equal((await ask('GET /', name)).status, 200);
      const { status, text } = await grant(name);
      assert.equal(status, 201, text);
    });
  }

  it('are those of an address that was named by --host', async () => {
    const open = await DemoProcess.start('--host', '0.0.0.0');
    const there = await open.url();
    assert.equal((await fetch(there)).status, 200);
    const { port: itsPort } = new URL(there);
    assert.equal((await fetch(`http://127.0.0.1:${itsPort}/demo/samples`)).status, 200);
    const socket = await RawSocket.open(there);
    socket.send(`GET / HTTP/1.1\r\nhost: ${FORGED}\r\nconnection: close\r\n\r\n`);
    await socket.until();
    assert.match(socket.text, /^HTTP\/1\.1 403 /);
    await open.stop();
  });

  it('are no names, and are refused at the start', async () => {
    const { code, stderr } = await DemoProcess.run('', ['--site-host', 'a b']).ended();
    assert.equal(code, 1);
    assert.match(stderr, /is no host name/);
  });

  it('are explained, with the option that allows one', async () => {
    const { text } = await ask('GET /', FORGED);
    assert.match(text, /--site-host/);
    assert.match(text, new RegExp(`http://localhost:${port}/`));
  });
});
