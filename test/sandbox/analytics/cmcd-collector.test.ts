import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { collectorOf, Delivery, viewingId } from '../../support/sandbox/collector.ts';
import { SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

describe('the collector of CMCD', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  before(async () => (sandbox = await SandboxUnderTest.start()));
  after(() => sandbox.end());

  const begin = async () => {
    videoId = await sandbox.video();
    return viewingId();
  };
  const send = (...lines: string[]) =>
    sandbox.ask('POST', '/collector/cmcd', {
      authorization: false,
      headers: { 'content-type': 'application/cmcd' },
      body: lines.join('\n'),
    });
  const line = (sid: string, sn: number, rest = '') =>
    `e=ps,${rest === '' ? '' : `${rest},`}sid="${sid}",sn=${String(sn)},sta=p,ts=${String(1_767_225_600_000 + sn)},v=2`;
  const stored = () => collectorOf(sandbox).exported(videoId);
  const kept = async () =>
    (await stored()).filter(({ record }) => record === 'cmcd').map((one) => one['line']);

  it('keeps each line as it came, once, in order', async () => {
    const sid = await begin();
    const cid = `cid="${videoId}"`;
    const lines = [0, 1, 2].map((sn) => line(sid, sn, `br=(1200 "a,b\\"c)"),bs,${cid}`));
    assert.equal((await send(...lines.slice(1))).status, 200);
    assert.deepEqual((await send(...lines)).body, { keepsOnce: true });
    await Promise.all(lines.map((one) => send(one, '')));
    assert.deepEqual(await kept(), lines);
    const sessions = await collectorOf(sandbox).sessions(videoId);
    assert.equal(sessions.length, 1);
  });

  it('is one session with the same viewing in the other formats, whichever comes first', async () => {
    for (const firstIsCmcd of [true, false]) {
      const sid = await begin();
      const delivery = new Delivery(videoId).event('play', { at: 0 });
      delivery.viewing.id = sid;
      const others = async () => {
        await sandbox.ask('POST', '/collector/events', { body: JSON.stringify(delivery) });
        const session = { video_id: videoId, viewing_id: sid };
        await sandbox.ask('POST', '/collector/vod', { body: JSON.stringify({ session, events: [] }) });
      };
      if (!firstIsCmcd) await others();
      await send(line(sid, 0));
      if (firstIsCmcd) await others();
      await send(line(sid, 1));
      const records = (await stored()).map(({ record }) => record);
      assert.deepEqual(records, ['session', 'event', 'cmcd', 'cmcd']);
    }
  });

  for (const [what, change] of Object.entries({
    'no line': () => '',
    'what is no CMCD': () => '{"v":2}',
    'a line that ends in a comma': (text: string) => `${text},`,
    'a text that does not end': (text: string) => `${text},cid="x`,
    'another version': (text: string) => text.replace('v=2', 'v=1'),
    'no viewing': (text: string) => text.replace(/sid="[^"]*",/, ''),
    'a viewing that is no text': (text: string) => text.replace(/sid="[^"]*"/, 'sid=5'),
    'no number': (text: string) => text.replace('sn=0,', ''),
    'no time': (text: string) => text.replace(/ts=\d+/, 'ts=now'),
    'no event': (text: string) => text.replace('e=ps', 'e'),
    'a video that there is not': (text: string) => `${text},cid="viNone"`,
    'a long name': (text: string) => text.replace(/sid="/, `sid="${'x'.repeat(200)}`),
    'too many lines': (text: string) => Array.from({ length: 1001 }, () => text.slice(0, 40)).join('\n'),
  })) {
    it(`refuses ${what}, and all that came with it`, async () => {
      const sid = await begin();
      const good = line(sid, 0, `cid="${videoId}"`);
      const reported = await send(...(what === 'no line' ? [] : [good]), change(line(sid, 0)));
      assert.equal(reported.status, 400);
      assert.match(slugOf(reported), /^(?:invalid-payload|invalid-attribute|attribute-required)$/);
      assert.deepEqual(await stored(), []);
    });
  }

  it('reads a long line in a time that grows with it', async () => {
    const sid = await begin();
    const reported = await send(`${line(sid, 0)},cid="${'\\"'.repeat(20_000)}`);
    assert.equal(reported.status, 400);
  });
});
