import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest, slugOf, type Answered } from '../../support/sandbox/sandbox.ts';
import { collectorOf } from '../../support/sandbox/collector.ts';

const VIEWING = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('the collector, of a viewing that the page names', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  let number = 0;
  const start = Date.now() - 60_000;
  before(async () => (sandbox = await SandboxUnderTest.start()));
  after(() => sandbox.end());

  const fresh = async () => {
    videoId = await sandbox.video();
    number += 1;
    return `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`;
  };
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  const event = (viewing: string, seq: number, type: string) => ({
    id: `${viewing}-${String(seq)}`,
    type,
    at: seq + 0.25,
    emitted_at: at(seq),
  });
  const send = (session: object, events: object[], emittedAt = at(9)) =>
    sandbox.ask('POST', '/collector/vod', {
      authorization: false,
      body: JSON.stringify({
        emitted_at: emittedAt,
        session: { video_id: videoId, loaded_at: at(0), ...session },
        events,
      }),
    });
  const nameOf = ({ body }: Answered) => body['session'];
  const read = () => collectorOf(sandbox).sessions(videoId);
  const plays = async () => {
    const today = new Date().toISOString().slice(0, 10);
    const query = `from=${today}&to=${today}&dimension=videoId&filter=videoId:${videoId}`;
    const { text } = await sandbox.ask('GET', `/analytics/videos/plays?${query}`);
    return (JSON.parse(text) as { data: { plays: number }[] }).data.map((one) => one.plays);
  };

  it('keeps a delivery whose answer was lost once: one session, one play', async () => {
    const viewing = await fresh();
    const events = [event(viewing, 0, 'ready'), event(viewing, 1, 'play')];
    const first = await send({ viewing_id: viewing }, events);
    const again = await send({ viewing_id: viewing }, events);
    assert.equal(first.body['keeps_once'], true);
    assert.equal(nameOf(again), nameOf(first));
    await send({ viewing_id: viewing }, [event(viewing, 1, 'play'), event(viewing, 2, 'pause')]);
    const sessions = await read();
    assert.deepEqual(
      sessions.map(({ events: kept }) => kept.map(({ type }) => type)),
      [['ready', 'play', 'pause']],
    );
    assert.deepEqual(await plays(), [1]);
  });

  it('keeps concurrent copies once', async () => {
    const viewing = await fresh();
    const events = [event(viewing, 0, 'ready'), event(viewing, 1, 'play'), event(viewing, 2, 'pause')];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, copy) =>
        send({ viewing_id: viewing }, events.slice(copy % 3 === 2 ? 1 : 0, copy % 2 === 0 ? 2 : 3)),
      ),
    );
    assert.equal(new Set(answers.map(nameOf)).size, 1);
    const [session, ...others] = await read();
    assert.equal(others.length, 0);
    assert.deepEqual(
      session?.events.map(({ type }) => type),
      ['ready', 'play', 'pause'],
    );
    assert.deepEqual(await plays(), [1]);
  });

  it('goes by the viewing where the name of a session says another', async () => {
    const viewing = await fresh();
    const other = nameOf(await send({ viewing_id: VIEWING }, []));
    const reported = await send({ viewing_id: viewing, session_id: other }, [event(viewing, 0, 'ready')]);
    assert.notEqual(nameOf(reported), other);
    assert.equal((await read()).length, 2);
  });

  it('keeps one viewing of each video apart, and of a live stream', async () => {
    const viewing = await fresh();
    const first = nameOf(await send({ viewing_id: viewing }, []));
    const other = await sandbox.video();
    assert.notEqual(nameOf(await send({ viewing_id: viewing, video_id: other }, [])), first);
    const made = await sandbox.ask('POST', '/live-streams', { json: { name: 'Sunday' } });
    const live = await sandbox.ask('POST', '/collector/live', {
      authorization: false,
      body: JSON.stringify({
        session: { live_stream_id: made.body['liveStreamId'], viewing_id: viewing },
        events: [],
      }),
    });
    assert.notEqual(nameOf(live), first);
  });

  it('still finds it after a restart', async () => {
    const viewing = await fresh();
    const first = nameOf(await send({ viewing_id: viewing }, [event(viewing, 1, 'play')]));
    await sandbox.close();
    await sandbox.open();
    assert.equal(nameOf(await send({ viewing_id: viewing }, [event(viewing, 1, 'play')])), first);
    assert.deepEqual(await plays(), [1]);
  });

  it('does not end it later because a later visit delivers the rest of it', async () => {
    const viewing = await fresh();
    await send({ viewing_id: viewing }, [event(viewing, 1, 'play')], at(59));
    const [session] = await read();
    assert.equal(session?.session.endedAt.slice(0, 19), at(1).slice(0, 19));
  });

  it('finds a session without such a name by an event that it has', async () => {
    const unnamed = await fresh();
    const events = [event(unnamed, 0, 'ready'), event(unnamed, 1, 'play')];
    const first = await send({}, events);
    assert.equal(first.body['keeps_once'], undefined);
    assert.equal(nameOf(await send({}, events)), nameOf(first));
    assert.equal((await read()).length, 1);
    assert.deepEqual(await plays(), [1]);
  });

  it('refuses a name that is none', async () => {
    await fresh();
    for (const viewing of [1, '', 'a b', 'x'.repeat(65), {}, '<b>']) {
      const reported = await send({ viewing_id: viewing }, []);
      assert.equal(slugOf(reported), 'invalid-attribute', JSON.stringify(viewing));
      assert.equal(reported.body['name'], 'session.viewing_id');
    }
  });
});
