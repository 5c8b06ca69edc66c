import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import Libsql from 'libsql';
import { MIGRATIONS } from '../../../packages/vh-elements-sandbox/src/store/database/migrations.ts';
import { collectorOf } from '../../support/sandbox/collector.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

/** The migrations before sessions knew the page's name of a viewing. */
const BEFORE = MIGRATIONS.findIndex((migration) => migration.includes('viewing_id'));

/** Makes the database as an earlier sandbox left it, with one session. */
function makeOld(file: string, videoId: string): void {
  const sql = new Libsql(file);
  sql.exec('CREATE TABLE migrations (version INTEGER PRIMARY KEY)');
  MIGRATIONS.slice(0, BEFORE).forEach((migration, index) => {
    sql.exec(migration);
    sql.prepare('INSERT INTO migrations (version) VALUES (?)').run(index + 1);
  });
  sql
    .prepare(
      `INSERT INTO videos (id, title, description, public, panoramic, mp4_support, tags, metadata, created_at, updated_at)
       VALUES (?, 'Old', '', 1, 0, 1, '[]', '[]', 1767225600000, 0)`,
    )
    .run(videoId);
  sql
    .prepare(
      `INSERT INTO sessions (id, kind, media_id, loaded_at, ended_at, referrer, metadata, user_agent)
       VALUES ('psOld', 'vod', ?, 1767225600000, 1767225610000, '', '[]', '')`,
    )
    .run(videoId);
  for (const [id, type, at] of [
    ['a-1', 'play', 1_767_225_601_000],
    ['a-2', 'pause', 1_767_225_605_000],
  ])
    sql
      .prepare(
        `INSERT INTO session_events (session_id, event_id, type, emitted_at, at) VALUES ('psOld', ?, ?, ?, 3)`,
      )
      .run(id, type, at);
  sql.close();
}

describe('a data folder of before', () => {
  it('opens: its sessions are there, continue, and are not reported as finished', async () => {
    const clock = new ManualClock();
    const sandbox = await SandboxUnderTest.start({ clock });
    try {
      await sandbox.close();
      for (const name of ['sandbox.db', 'sandbox.db-wal', 'sandbox.db-shm'])
        await rm(path.join(sandbox.dir, name), { force: true });
      makeOld(path.join(sandbox.dir, 'sandbox.db'), 'viOld');
      await sandbox.open();
      const webhook = { events: ['session.ended'], url: 'http://127.0.0.1:9/' };
      assert.equal((await sandbox.ask('POST', '/webhooks', { json: webhook })).status, 201);

      const [session] = await collectorOf(sandbox).sessions('viOld');
      assert.deepEqual(
        session?.events.map(({ type, at }) => [type, at]),
        [
          ['play', 3],
          ['pause', 3],
        ],
      );
      const reported = await sandbox.ask('POST', '/collector/vod', {
        body: JSON.stringify({
          session: { video_id: 'viOld', session_id: 'psOld' },
          events: [
            { id: 'a-2', type: 'pause', at: 3 },
            { id: 'a-3', type: 'end', at: 9, emitted_at: '2026-01-01T00:00:09.000Z' },
          ],
        }),
      });
      assert.equal(reported.body['session'], 'psOld');
      const [record, ...events] = await collectorOf(sandbox).exported('viOld');
      // Its playhead has not moved.
      assert.deepEqual(record?.['totals'], { watchTime: 0, seekCount: 0 });
      assert.equal(events.length, 3);
      clock.advance(48 * 60 * 60_000);
      const { text } = await sandbox.ask('GET', '/_sandbox/deliveries');
      assert.deepEqual((JSON.parse(text) as { data: unknown[] }).data, []);
    } finally {
      await sandbox.end();
    }
  });
});
