import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { insights, type Insights } from '../../src/insights/index.ts';
import { rowsOf, throwViewing } from '../support/insights/audience.ts';
import { blockWith } from '../support/doc-blocks.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { Consumer } from '../support/package/consumer.ts';
import { rollDice } from '../support/seeded.ts';

const PASSWORD = 'the password of the owner';
const SITE = 'https://site.example';

describe('the server of docs/insights.md', () => {
  const dice = rollDice();
  let server: FrameworkServer;
  let url: string;

  before(async () => {
    const consumer = await Consumer.create('insights');
    await consumer.write({ 'server.mjs': blockWith('docs/insights.md', 'readInsights').text });
    const port = await freePort();
    server = await FrameworkServer.start({
      command: process.execPath,
      words: [path.join(consumer.folder, 'server.mjs')],
      cwd: consumer.folder,
      env: { SITE, PASSWORD, PORT: port, EVENTS: path.join(consumer.folder, 'events.ndjson') },
      ready: /^ready/,
      port,
    });
    url = `http://localhost:${port}`;
  });
  after(() => server.end());

  const collect = (body: string) => fetch(`${url}/collector/events`, { method: 'POST', body });
  const figures = (password: string) =>
    fetch(`${url}/figures?video=vi1`, {
      headers: { authorization: `Basic ${Buffer.from(`owner:${password}`).toString('base64')}` },
    });

  it('counts what players have sent, once', async () => {
    const wanted = { videoIds: ['vi1', 'vi2'], duration: 20, formats: ['vh'] as const };
    const rows = Array.from({ length: 40 }, (_, number) => throwViewing(dice, number, wanted)).flatMap(
      rowsOf,
    );
    for (const row of [...rows, ...rows.slice(0, 30)]) {
      const answer = await collect(JSON.stringify(row));
      assert.equal(answer.headers.get('access-control-allow-origin'), SITE);
      assert.deepEqual(await answer.json(), { keepsOnce: true });
    }
    const found = (await (await figures(PASSWORD)).json()) as Insights;
    const own = insights(rows, { videoId: 'vi1' });
    assert.deepEqual(
      [found.plays, found.watchTime, found.startup, found.retention],
      [own.plays, own.watchTime, own.startup, own.retention],
    );
    assert.ok((found.plays ?? 0) > 5, 'this says something');
  });

  it('takes no body that is none, or too long, and tells nobody else', async () => {
    assert.equal((await collect('{')).status, 400);
    assert.equal((await collect(`"${'a'.repeat(200_000)}"`).catch(() => ({ status: 413 }))).status, 413);
    assert.equal((await figures('another password')).status, 401);
    assert.equal((await figures(PASSWORD)).status, 200);
  });
});
