import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { connectSandbox } from '../../../packages/vh-elements-sandbox/src/testing/testing.ts';
import { RawSocket } from '../../support/raw-socket.ts';
import { eventually } from '../../support/eventually.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const TESTS = 8;
const RESETS = 3;

describe('one sandbox, and what several tests ask of it while others reset it', () => {
  let sandbox: SandboxUnderTest;
  beforeEach(async () => (sandbox = await SandboxUnderTest.start()));
  afterEach(() => sandbox.end());

  it('answers all of them: for the state that there is, or with a word', async () => {
    const client = connectSandbox({ url: sandbox.url, apiKey: KEY });
    const refused: string[] = [];
    const attempt = async (work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        refused.push(String(error));
      }
    };
    const aTest = async () => {
      for (let count = 0; count < RESETS; count++) {
        await client.reset();
        await attempt(() => client.seed({ videos: [{ title: 'A film' }], tokens: [{ ttl: 60 }] }));
        await attempt(() => client.faults.add({ match: { path: '/x' }, act: { delay: 1 } }));
        await attempt(() => client.webhooks.trigger('session.ended'));
        await attempt(() => client.ask('GET', '/videos'));
        await attempt(() => client.deliveries());
        await attempt(() => client.sessions());
        await attempt(() => client.clock.advance('1s'));
      }
    };
    await Promise.all(Array.from({ length: TESTS }, aTest));
    // Another test has made all of it anew: nothing is there any more, or the answer is of a state that is gone.
    const unkind = refused.filter(
      (words) => !/410.*sandbox-state-replaced|There is no video yet/s.test(words),
    );
    assert.deepEqual(unkind, []);
    await client.reset();
    assert.deepEqual(await client.requests(), []);
    const { rules } = (await (await fetch(`${sandbox.url}/_sandbox/faults`)).json()) as { rules: unknown[] };
    assert.deepEqual(rules, []);
  });

  it('takes no rule of faults over into the next state', async () => {
    const rule = JSON.stringify({ act: { answer: { status: 503 } } });
    const socket = await RawSocket.open(sandbox.url);
    socket.send(
      [
        'POST /_sandbox/faults HTTP/1.1',
        'Host: 127.0.0.1',
        'Content-Type: application/json',
        `Content-Length: ${String(rule.length)}`,
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    );
    await eventually(() => Promise.resolve(/^HTTP\/1\.1 100 /.test(socket.text) || undefined));
    assert.equal((await sandbox.ask('POST', '/_sandbox/v1/reset')).status, 204);
    socket.send(rule);
    await eventually(() => Promise.resolve(/sandbox-state-replaced/.test(socket.text) || undefined));
    assert.match(socket.text, /HTTP\/1\.1 410 /);
    assert.equal((await sandbox.ask('GET', '/videos')).status, 200);
    socket.close();
  });
});
