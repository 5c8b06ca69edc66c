import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ManualClockSandbox } from './support/manual-clock-sandbox.ts';
import { parseLivePlaylist } from './support/live-playlist.ts';
import type { LiveStreamAnswer } from '../../support/sandbox/live-sandbox.ts';

describe('a blocking reload', () => {
  let service: ManualClockSandbox;
  let stream: LiveStreamAnswer;

  beforeEach(async () => {
    service = await ManualClockSandbox.open(60);
    stream = await service.createStream();
    await service.synthetic('POST', stream);
    service.clock.advance(6_500);
  });

  afterEach(() => service.close());

  const load = (query: string) =>
    fetch(`${service.url}/assets/live/${stream.liveStreamId}/playlist.m3u8?${query}`);
  const newest = async () => {
    const { segments } = await service.playlist(stream);
    const last = segments.at(-1);
    assert.ok(last);
    return last;
  };
  /** Lets time pass, a little at a go, until the answer is there; returns how much has passed. */
  const passUntil = async (answer: Promise<Response>): Promise<{ response: Response; passed: number }> => {
    let response: Response | undefined;
    void answer.then((there) => (response = there));
    for (let passed = 0; passed < 60_000; passed += 50) {
      // The server has looked at every request that came before this one.
      await service.ask('GET', '/live-streams');
      if (response) return { response, passed };
      service.clock.advance(50);
    }
    throw new Error('There was no answer within a minute.');
  };

  it('waits for the part that is asked for, and no longer', async () => {
    const last = await newest();
    const answer = load(`_HLS_msn=${last.sequence}&_HLS_part=${last.parts.length}`);
    const { response, passed } = await passUntil(answer);
    assert.equal(response.status, 200);
    assert.ok(passed > 0 && passed <= 450, `${passed} ms`);
    assert.match(response.headers.get('cache-control') ?? '', /max-age=\d+/);
    const playlist = parseLivePlaylist(await response.text());
    const now = playlist.segments.find(({ sequence }) => sequence === last.sequence);
    assert.equal(now?.parts.length, last.parts.length + 1);
  });

  it('waits for a whole segment when no part is named', async () => {
    const last = await newest();
    const { response } = await passUntil(load(`_HLS_msn=${last.sequence}`));
    const playlist = parseLivePlaylist(await response.text());
    assert.ok(playlist.segments.find(({ sequence }) => sequence === last.sequence)?.uri);
  });

  it('takes a part beyond the end of its segment for the first of the next one', async () => {
    const last = await newest();
    const { response } = await passUntil(load(`_HLS_msn=${last.sequence}&_HLS_part=6`));
    const playlist = parseLivePlaylist(await response.text());
    assert.equal(playlist.segments.at(-1)?.sequence, last.sequence + 1);
    assert.equal(playlist.segments.at(-1)?.parts.length, 1);
  });

  it('answers a present segment at once', async () => {
    const last = await newest();
    assert.equal((await load(`_HLS_msn=${last.sequence - 1}`)).status, 200);
    assert.equal((await load(`_HLS_msn=${last.sequence}&_HLS_part=0`)).status, 200);
  });

  it('refuses requests too far ahead, and nonsense', async () => {
    const last = await newest();
    const bad = [
      `_HLS_msn=${last.sequence + 3}`,
      `_HLS_msn=${last.sequence}&_HLS_part=${last.parts.length + 50}`,
      '_HLS_part=1',
      '_HLS_msn=-1',
      '_HLS_msn=abc',
      '_HLS_msn=1e3',
    ];
    for (const query of bad) {
      const response = await load(query);
      assert.equal(response.status, 400, query);
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
    }
  });

  it('leaves out what a player knows, and nothing else', async () => {
    service.clock.advance(60_000);
    const whole = await service.playlist(stream);
    const update = await service.playlist(stream, '?_HLS_skip=YES');
    assert.ok(update.skipped > 10);
    assert.equal(update.sequence, whole.sequence);
    assert.deepEqual(
      update.segments.map(({ uri, sequence }) => ({ uri, sequence })),
      whole.segments.slice(update.skipped).map(({ uri, sequence }) => ({ uri, sequence })),
    );
    const shown = update.segments.reduce((sum, { seconds }) => sum + seconds, 0);
    assert.ok(shown >= Number(update.control['CAN-SKIP-UNTIL']));
  });

  it('gives the part that is hinted at as soon as there is one', async () => {
    const { hint } = await service.playlist(stream);
    const answer = fetch(`${service.url}/assets/live/${stream.liveStreamId}/${hint ?? ''}`);
    const { response, passed } = await passUntil(answer);
    assert.equal(response.status, 200);
    assert.ok(passed > 0);
    assert.equal(Buffer.from(await response.arrayBuffer()).toString('latin1', 4, 8), 'moof');
  });

  it('gives the hinted part even where a segment ends in between', async () => {
    for (let step = 0; step < 20; step++) {
      const { hint } = await service.playlist(stream);
      const { response } = await passUntil(
        fetch(`${service.url}/assets/live/${stream.liveStreamId}/${hint ?? ''}`),
      );
      assert.equal(response.status, 200);
    }
  });

  it('answers the old playlist after a moment while no source is there', async () => {
    const last = await newest();
    await service.synthetic('DELETE', stream);
    const { response, passed } = await passUntil(load(`_HLS_msn=${last.sequence + 1}`));
    assert.equal(response.status, 200);
    assert.ok(passed <= 1_100);
    assert.equal(response.headers.get('cache-control'), 'no-cache');
  });

  it('lets go of players that go away', async () => {
    const { hint } = await service.playlist(stream);
    const gone = new AbortController();
    const answer = fetch(`${service.url}/assets/live/${stream.liveStreamId}/${hint ?? ''}`, {
      signal: gone.signal,
    });
    await service.ask('GET', '/live-streams');
    gone.abort();
    await assert.rejects(answer);
    service.clock.advance(2_000);
    assert.equal((await service.playlist(stream)).ended, false);
  });
});
