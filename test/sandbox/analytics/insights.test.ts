import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insights, type Insights, type VideoFigures } from '../../../src/insights/index.ts';
import { rowsOf, throwViewing } from '../../support/insights/audience.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { rollDice } from '../../support/seeded.ts';

type Answer = Omit<Insights, 'videos'> & { videos: (VideoFigures & { title: string })[] };
type Row = Record<string, unknown> & { userAgent: string };

const DURATION = 20;

describe("the sandbox's insights", () => {
  const dice = rollDice();
  let sandbox: SandboxUnderTest;
  before(async () => (sandbox = await SandboxUnderTest.start()));
  after(() => sandbox.end());

  const ask = async (query = '', headers = {}) => {
    const response = await fetch(`${sandbox.url}/_sandbox/v1/insights${query}`, { headers });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const collect = async ({ userAgent, ...row }: Row) => {
    const { status } = await sandbox.ask('POST', row['schema'] ? '/collector/events' : '/collector/vod', {
      authorization: false,
      headers: { 'user-agent': userAgent, 'content-type': 'text/plain' },
      body: JSON.stringify(row),
    });
    assert.ok(status < 300, String(status));
  };

  it('say nothing before the first viewing', async () => {
    const { status, body } = await ask();
    assert.deepEqual([status, body.viewings, body.videos], [200, 0, []]);
    assert.equal(body.missing.startup, 'format');
  });

  it('are those of the rows that its collectors took, of every format, in sum and by video', async () => {
    const videoIds = [await sandbox.video('First'), await sandbox.video('Second')];
    const viewings = Array.from({ length: 40 }, (_, number) =>
      throwViewing(dice, number, { videoIds, duration: DURATION, people: 12 }),
    );
    const rows = viewings.flatMap(rowsOf) as Row[];
    for (const row of rows) await collect(row);
    const [first = ''] = videoIds;
    const all = await ask();
    const one = await ask(`?videoId=${first}`);
    for (const [{ body }, videoId] of [
      [all, undefined],
      [one, first],
    ] as const) {
      // JSON leaves out what is unknown.
      const text = JSON.stringify(insights(rows, { videoId, smallestAudience: 1 }));
      const wanted = JSON.parse(text) as Insights;
      const { skipped, videos, missing, ...figures } = wanted;
      for (const [name, value] of Object.entries(figures))
        assert.deepEqual(body[name as keyof typeof figures], value, name);
      assert.deepEqual([body.skipped, body.missing], [skipped, missing]);
      assert.deepEqual(
        body.videos.map(({ videoId: id, plays }) => [id, plays]),
        videos.map(({ videoId: id, plays }) => [id, plays]),
      );
    }
    assert.deepEqual(all.body.videos.map(({ title }) => title).sort(), ['First', 'Second']);
    assert.equal((await ask('?from=2027-01-01')).body.viewings, 0);

    // Of one browser, they are what its line says; of one that nobody has, nothing.
    for (const line of all.body.browsers) {
      const { body } = await ask(`?browser=${encodeURIComponent(line.name ?? '')}`);
      const { viewings, plays, watchTime, startup } = line;
      assert.deepEqual(
        [body.viewings, body.plays, body.watchTime, body.startup, body.browsers.length],
        [viewings, plays, watchTime, startup, 1],
        line.name,
      );
    }
    assert.equal((await ask('?browser=Lynx')).body.viewings, 0);
  });

  it('are for this machine and for its own pages', async () => {
    assert.equal((await ask('', { origin: 'https://site.example' })).status, 403);
    assert.equal((await ask('?from=yesterday')).status, 400);
  });
});
