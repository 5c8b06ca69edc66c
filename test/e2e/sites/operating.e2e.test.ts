import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { Consumer } from '../../support/package/consumer.ts';
import { inRepository } from '../../support/repository.ts';
import { until } from '../../support/until.ts';

const PASSWORD = 'the password of the author';

/** A service whose `POST /videos` is answered when the test says so. */
class SlowService {
  readonly #server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? '';
    if (path === '/auth/api-key') this.#answer(response, { access_token: 'ac', expires_in: 3600 });
    else if (path === '/upload-tokens') this.#answer(response, { token: 'to' });
    else if (path === '/videos') this.#held.push(response);
    else response.writeHead(404).end();
    if (path === '/videos') this.#server.emit('held');
  });
  readonly #held: ServerResponse[] = [];

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Resolves when a video was asked for. */
  async arrived(): Promise<void> {
    if (this.#held.length === 0) await once(this.#server, 'held');
  }

  goOn(): void {
    for (const response of this.#held.splice(0)) this.#answer(response, { videoId: 'vi1' });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(response: ServerResponse, body: object): void {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}

describe('the server of integrations/docker', () => {
  const service = new SlowService();
  let consumer: Consumer;
  let baseUrl: string;
  before(async () => {
    [consumer, baseUrl] = await Promise.all([Consumer.create('operating'), service.open()]);
    const program = readFileSync(inRepository('integrations/docker/backend/server.mjs'), 'utf8');
    await consumer.write({ 'server.mjs': program });
  });
  after(() => service.close());

  it('is ready, counts, answers the grant that has begun after SIGTERM, and ends', async () => {
    const child = spawn(process.execPath, ['server.mjs'], {
      cwd: consumer.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...{ VH_BASE_URL: baseUrl, VH_API_KEY: 'a-real-key', SITE_PASSWORD: PASSWORD },
        ...{ PORT: '0', OPERATIONS_PORT: '0' },
      },
    });
    const ended = once(child, 'exit');
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const ports = JSON.parse(line) as { port: number; operations: number };
      const site = `http://127.0.0.1:${String(ports.port)}`;
      const operations = `http://127.0.0.1:${String(ports.operations)}`;
      assert.equal((await fetch(`${operations}/readyz`)).status, 200);
      assert.equal((await fetch(`${site}/metrics`)).status, 404);
      const ask = () =>
        fetch(`${site}/vh/grants`, {
          method: 'POST',
          headers: {
            'authorization': `Basic ${btoa(`author:${PASSWORD}`)}`,
            'content-type': 'application/json',
            'origin': site,
            'x-vh-request': '1',
          },
          body: JSON.stringify({ file: { name: 'a.mp4', size: 5, type: '' } }),
        });
      const begun = ask();
      await service.arrived();
      child.kill('SIGTERM');
      await until(async () => (await fetch(`${operations}/readyz`)).status === 503);
      assert.equal((await ask()).status, 503);
      const text = await (await fetch(`${operations}/metrics`)).text();
      assert.match(text, /^vh_grants_in_flight 1$/m);
      assert.match(text, /^vh_stopping 1$/m);
      service.goOn();
      const answer = await begun;
      assert.equal(answer.status, 201);
      assert.equal(((await answer.json()) as { videoId: string }).videoId, 'vi1');
      assert.deepEqual(await ended, [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
