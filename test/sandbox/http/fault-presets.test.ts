import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { FaultRules } from '../../../packages/vh-elements-sandbox/src/faults/fault-rules.ts';
import { FAULT_PRESETS, findPreset } from '../../../packages/vh-elements-sandbox/src/faults/presets.ts';
import { connectSandbox } from '../../../packages/vh-elements-sandbox/src/testing/testing.ts';
import { inRepository } from '../../support/repository.ts';
import { formOf, ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { until } from '../../support/until.ts';
import { ManualClock } from '../support/manual-clock.ts';

const API_KEY = 'the-key-of-a-test';
/** What the slow line gives, and how late each answer begins. */
const BYTES_PER_SECOND = 100_000;
const DELAY_MS = 400;

describe('a usual fault, by name', () => {
  let service: ServiceUnderTest;
  afterEach(() => service.stop());

  const start = async (options: { clock?: ManualClock } = {}) => {
    service = await ServiceUnderTest.start(options);
    return connectSandbox({ url: service.url, apiKey: API_KEY });
  };
  const videos = async () => (await service.ask('GET', '/videos')).body.data ?? [];
  const makeVideo = async () => {
    const { body } = await service.ask('POST', '/videos', { title: 'A film' });
    return `/videos/${String(body['videoId'])}/source`;
  };

  describe('slow-line', () => {
    let clock: ManualClock;
    beforeEach(() => {
      clock = new ManualClock();
    });

    /** How many milliseconds of the clock some requests take until all are answered. */
    const timeOf = async (...work: Promise<unknown>[]) => {
      const from = clock.now();
      let isDone = false;
      const all = Promise.all(work).finally(() => (isDone = true));
      await until(async () => {
        const wait = await Promise.race([clock.nextWait(), all.then(() => undefined)]);
        // Other waits of the service are longer than a step of the line.
        if (wait !== undefined && wait <= DELAY_MS) clock.advance(wait);
        return isDone;
      });
      await all;
      return clock.now() - from;
    };
    const within = (time: number, bytes: number, answers = 1) => {
      const least = (bytes / BYTES_PER_SECOND) * 1000;
      assert.ok(time >= least, `${String(time)} ms for ${String(bytes)} bytes`);
      // The heads, the form around a film and the JSON of an answer are a few hundred bytes, and a step is 100 ms.
      assert.ok(time <= least + answers * (DELAY_MS + 200), `${String(time)} ms for ${String(bytes)} bytes`);
    };

    it('carries so many bytes a second, out and in, and two requests share them', async () => {
      const client = await start({ clock });
      const film = await readFile(inRepository('test/media/tiny.mp4'));
      const [first, second] = [await makeVideo(), await makeVideo()];
      await client.faults.preset('slow-line');
      within(await timeOf(service.ask('POST', first, formOf(film))), film.length);
      within(
        await timeOf(
          fetch(service.url + first, { headers: { authorization: service.authorization } }).then(
            async (answer) => assert.deepEqual(Buffer.from(await answer.arrayBuffer()), film),
          ),
        ),
        film.length,
      );
      const both = [service.ask('GET', first), service.ask('GET', first)];
      within(await timeOf(...both), 2 * film.length, 2);
      within(await timeOf(service.ask('POST', second, formOf(film))), film.length);
      await client.faults.clear();
      assert.equal((await videos()).length, 2);
    });

    it('leaves nothing behind of a client that goes away', async () => {
      const client = await start({ clock });
      const path = await makeVideo();
      await service.ask('POST', path, formOf(await readFile(inRepository('test/media/tiny.mp4'))));
      await client.faults.preset('slow-line');
      const gone = new AbortController();
      const asked = fetch(service.url + path, {
        headers: { authorization: service.authorization },
        signal: gone.signal,
      });
      // The head goes out with the first bytes.
      assert.ok((await timeOf(asked)) >= DELAY_MS);
      const answer = await asked;
      gone.abort();
      await assert.rejects(answer.arrayBuffer());
      await until(async () => {
        const { body } = await service.fetch('/_sandbox/log');
        return body.data?.[0]?.['state'] === 'broken';
      });
      await client.faults.clear();
      assert.equal((await videos()).length, 1);
    });
  });

  it('offline: cuts each connection, and is over after ten seconds', async () => {
    const client = await start();
    await client.faults.preset('offline');
    await assert.rejects(service.ask('GET', '/videos'));
    await assert.rejects(service.ask('POST', '/videos', { title: 'x' }));
    await client.faults.clear();
    assert.deepEqual(await videos(), []);

    let passed = 0;
    const rules = new FaultRules(() => passed);
    for (const rule of findPreset('offline')?.rules ?? []) rules.add(rule);
    passed = 9_999;
    assert.equal(rules.take('GET', '/videos').length, 1);
    passed = 10_000;
    assert.equal(rules.take('GET', '/videos').length, 0);
  });

  it('429: tells when to come again, and does nothing else', async () => {
    const client = await start();
    await client.faults.preset('429');
    const { status, headers, body } = await service.ask('POST', '/videos', { title: 'x' });
    assert.deepEqual([status, headers.get('retry-after'), body['status']], [429, '2', 429]);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.match(headers.get('access-control-expose-headers') ?? '', /retry-after/i);
    await client.faults.clear();
    assert.deepEqual(await videos(), []);
  });

  it('lost-answer: stores the next part of an upload, and says nothing of it', async () => {
    const client = await start();
    const film = await readFile(inRepository('test/media/tiny.mp4'));
    const { body } = await service.ask('POST', '/upload-tokens', {});
    const send = () =>
      service.fetch(`/upload?token=${String(body['token'])}`, { method: 'POST', body: formOf(film) });
    await client.faults.preset('lost-answer');
    await assert.rejects(send());
    const [stored] = await videos();
    assert.ok(stored);
    const { body: source } = await service.ask('GET', `/videos/${String(stored['videoId'])}/status`);
    assert.match(JSON.stringify(source['ingest']), /"uploaded"/);
    assert.equal((await send()).status, 201);
  });

  it('clock-ahead: lets an hour pass with all that ends in it, but not for a page of another site', async () => {
    const client = await start();
    const { body } = await service.ask('POST', '/upload-tokens', { ttl: 1800 });
    const path = `/upload-tokens/${String(body['token'])}`;
    const before = await client.clock.now();
    const foreign = await service.fetch('/_sandbox/faults', {
      method: 'POST',
      headers: { origin: 'http://localhost:1' },
      body: JSON.stringify({ preset: 'clock-ahead' }),
    });
    assert.equal(foreign.status, 403);
    assert.equal((await service.ask('GET', path)).status, 200);
    await client.faults.preset('clock-ahead');
    assert.ok((await client.clock.now()).getTime() - before.getTime() >= 3_600_000);
    assert.equal((await service.ask('GET', path)).status, 404);
  });

  it('is listed with its rules, and refused under another name or beside rules', async () => {
    await start();
    const { body } = await service.fetch('/_sandbox/faults/presets');
    const listed = body['presets'] as { name: string; rules: unknown[] }[];
    const names = listed.map(({ name }) => name);
    assert.deepEqual(names, ['slow-line', 'offline', '429', 'lost-answer', 'clock-ahead']);
    assert.deepEqual(
      names,
      FAULT_PRESETS.map(({ name }) => name),
    );
    for (const wrong of [
      { preset: 'rain' },
      { preset: 7 },
      { preset: 'constructor' },
      { preset: 'offline', rules: [] },
    ]) {
      const answer = await service.ask('POST', '/_sandbox/faults', wrong);
      assert.equal(answer.status, 400, JSON.stringify(wrong));
      assert.match(answer.text, /one of slow-line, offline, 429, lost-answer, clock-ahead/);
    }
    for (const { name, rules } of listed) {
      assert.equal((await service.ask('POST', '/_sandbox/faults', { preset: name })).status, 201, name);
      const { body: after } = await service.fetch('/_sandbox/faults');
      assert.deepEqual(
        (after['rules'] as Record<string, unknown>[]).map(({ match, act, lasts }) => ({
          match,
          act,
          ...(lasts === undefined ? {} : { lasts }),
        })),
        rules,
      );
      await service.fetch('/_sandbox/faults', { method: 'DELETE' });
    }
  });

  it('may also be a rule of yours: so many bytes a second', async () => {
    await start();
    for (const throttle of [0, -1, 1.5, 'fast', null]) {
      const { status } = await service.ask('POST', '/_sandbox/faults', { act: { throttle } });
      assert.equal(status, 400, String(throttle));
    }
    const { status } = await service.ask('POST', '/_sandbox/faults', { act: { throttle: 1_000_000 } });
    assert.equal(status, 201);
    assert.deepEqual(await videos(), []);
  });
});
