import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client, type CallOptions } from '../../src/client/client.ts';
import { isVhError, type VhErrorCode } from '../../src/core/errors/vh-error.ts';
import { AnswersInTurn, problem } from './support/answers-in-turn.ts';

const file = { name: 'film.mp4', size: 7, type: 'video/mp4' };
const grant = { url: 'https://host.example/upload', token: 'toCANARYcanaryCANARYcanary' };
const status = { ingest: null, encoding: { playable: true, qualities: [], metadata: {} } };

function clientOf(service: AnswersInTurn, backend: string | undefined = 'https://site.example/vh/') {
  return new Client({ backend, environment: service });
}

const withCode = (code: VhErrorCode) => (error: unknown) => isVhError(error, code);

describe('Client.grant', () => {
  it('asks the backend, in the way that no foreign page can', async () => {
    const service = new AnswersInTurn(Response.json(grant));
    const answer = await clientOf(service).grant({ file });
    assert.equal(answer.token, grant.token);
    const asked = service.asked[0];
    assert.equal(asked?.url, 'https://site.example/vh/grants');
    assert.equal(asked.init.method, 'POST');
    assert.equal(asked.headers.get('x-vh-request'), '1');
    assert.equal(asked.headers.get('content-type'), 'application/json');
    assert.deepEqual(asked.body, { action: 'upload', file });
  });

  it('sends only the name, size and type of a file', async () => {
    const service = new AnswersInTurn(Response.json(grant));
    const real = { ...file, path: '/home/me/film.mp4', lastModified: 1 };
    await clientOf(service).grant({ file: real });
    assert.deepEqual(service.asked[0]?.body, { action: 'upload', file });
  });

  it('refreshes the grant of an upload that has begun', async () => {
    const service = new AnswersInTurn(Response.json(grant));
    for (const reason of ['expiring', 'refused'] as const) {
      await clientOf(service).grant({ file, reason, videoId: 'vi1' });
      assert.deepEqual(service.asked.at(-1)?.body, { action: 'refresh', file, videoId: 'vi1' });
    }
  });

  it('hands on what the page says of the file', async () => {
    const service = new AnswersInTurn(Response.json(grant));
    await clientOf(service).grant({ file, metadata: { course: 'biology' } });
    assert.deepEqual(service.asked[0]?.body, { action: 'upload', file, metadata: { course: 'biology' } });
  });

  it('shows the claim of the last grant, and names the upload, where there is one', async () => {
    const service = new AnswersInTurn(Response.json({ ...grant, claim: 'next' }));
    const known = { videoId: 'vi1', claim: 'last', idempotencyKey: '0123456789abcdef' };
    const answer = await clientOf(service).grant({ file, reason: 'expiring', ...known });
    assert.deepEqual(service.asked[0]?.body, { action: 'refresh', file, ...known });
    assert.equal(answer.claim, 'next');
  });

  it('says that a grant was refused, and with what', async () => {
    const cases: [number, VhErrorCode][] = [
      [400, 'grant-refused'],
      [401, 'grant-refused'],
      [403, 'grant-refused'],
      [404, 'backend-misconfigured'],
      [429, 'rate-limited'],
      [500, 'service-unavailable'],
    ];
    for (const [code, expected] of cases) {
      const service = new AnswersInTurn(problem(code, 'some-slug'));
      await assert.rejects(clientOf(service).grant({ file }), (error) => {
        assert.ok(isVhError(error, expected), String(error));
        assert.deepEqual([error.status, error.slug], [code, 'some-slug']);
        return true;
      });
    }
  });

  it('takes nothing for a grant that is none', async () => {
    const service = new AnswersInTurn(Response.json({ url: 'javascript:alert(1)' }));
    await assert.rejects(clientOf(service).grant({ file }), withCode('unexpected-answer'));
  });
});

describe('Client.playback and Client.videoStatus', () => {
  it('ask the backend under their own paths', async () => {
    const service = new AnswersInTurn(Response.json({ id: 'x1', ...status }));
    const client = clientOf(service, '/vh');
    await client.playback('video', 'vi1');
    await client.playback('live-stream', 'li1');
    await client.videoStatus('vi1');
    assert.deepEqual(
      service.asked.map(({ url, init }) => `${String(init.method)} ${url}`),
      ['GET /vh/playback/videos/vi1', 'GET /vh/playback/live-streams/li1', 'GET /vh/videos/vi1/status'],
    );
  });

  it('never ask for an id that would be another path', async () => {
    const service = new AnswersInTurn(Response.json(status));
    const client = clientOf(service);
    for (const id of ['', '..', 'a/b', '%2e%2e', 'a?b', 'a#b', 'a\\b', 'a\0', 'x'.repeat(65)]) {
      await assert.rejects(client.playback('video', id), withCode('invalid-use'), id);
      await assert.rejects(client.videoStatus(id), withCode('invalid-use'), id);
      await assert.rejects(client.uploadStatus(grant, id), withCode('invalid-use'), id);
    }
    assert.equal(service.asked.length, 0);
  });

  it('report a missing backend', async () => {
    const client = new Client({ environment: new AnswersInTurn(Response.json({})) });
    await assert.rejects(client.grant({ file }), withCode('invalid-use'));
    await assert.rejects(client.playback('video', 'vi1'), withCode('invalid-use'));
    await assert.rejects(client.videoStatus('vi1'), withCode('invalid-use'));
  });

  it('take their environment under its former name, too', async () => {
    const service = new AnswersInTurn(Response.json(status));
    await new Client({ backend: '/vh', world: service }).videoStatus('vi1');
    assert.equal(service.asked.length, 1);
  });

  it("end with the caller's signal", async () => {
    const options = { signal: AbortSignal.abort() };
    const client = clientOf(new AnswersInTurn(Response.json(status)));
    await assert.rejects(client.grant({ file }, options), withCode('aborted'));
    await assert.rejects(client.playback('video', 'vi1', options), withCode('aborted'));
    await assert.rejects(client.videoStatus('vi1', options), withCode('aborted'));
    await assert.rejects(client.uploadStatus(grant, 'vi1', options), withCode('aborted'));
  });
});

describe('each call of a client', () => {
  const words = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n';
  const calls: Record<string, (client: Client, options: CallOptions) => Promise<unknown>> = {
    grant: (client, options) => client.grant({ file }, options),
    playback: (client, options) => client.playback('video', 'vi1', options),
    videoStatus: (client, options) => client.videoStatus('vi1', options),
    changeCaptions: (client, options) =>
      client.changeCaptions({ videoId: 'vi1', language: 'en', change: 'put', text: words }, options),
    uploadStatus: (client, options) => client.uploadStatus(grant, 'vi1', options),
  };
  for (const [name, call] of Object.entries(calls)) {
    it(`is tried again as often as its caller says, three times by default: ${name}`, async () => {
      for (const [options, requests] of [
        [{ retries: 0 }, 1],
        [{ retries: 1 }, 2],
        [{}, 4],
      ] as const) {
        const service = new AnswersInTurn(problem(503, 'away'));
        await assert.rejects(call(clientOf(service), options), withCode('service-unavailable'));
        assert.equal(service.asked.length, requests);
      }
    });

    it(`ends its request on the wire with the caller's signal: ${name}`, async () => {
      const caller = new AbortController();
      let wire: AbortSignal | null | undefined;
      const silent = {
        fetch: (_url: string, { signal }: RequestInit) => {
          wire = signal;
          caller.abort();
          return Promise.reject(new DOMException('', 'AbortError'));
        },
        sleep: () => Promise.resolve(),
        random: () => 0,
      };
      const client = new Client({ backend: '/vh', environment: silent });
      await assert.rejects(call(client, { signal: caller.signal }), withCode('aborted'));
      assert.equal(wire?.aborted, true);
    });

    it(`says how long its server wants to be left alone: ${name}`, async () => {
      const away = problem(429, 'too-many-requests');
      away.headers.set('retry-after', '7');
      const service = new AnswersInTurn(away);
      // A caller without retries of the client's can do them itself.
      await assert.rejects(call(clientOf(service), { retries: 0 }), (error) => {
        assert.ok(isVhError(error, 'rate-limited'));
        assert.equal(error.retryAfter, 7_000);
        return true;
      });
      assert.deepEqual(service.waits, []);
    });
  }
});

describe('Client.uploadStatus', () => {
  it('asks the service itself, with the token in a header and not in the address', async () => {
    const service = new AnswersInTurn(Response.json(status));
    const answer = await clientOf(service).uploadStatus({ ...grant, headers: { 'x-signature': 's' } }, 'vi1');
    assert.equal(answer?.encoding.playable, true);
    const asked = service.asked[0];
    assert.equal(asked?.url, 'https://host.example/upload/vi1');
    assert.equal(asked.headers.get('authorization'), `Bearer ${grant.token}`);
    assert.equal(asked.headers.get('x-signature'), 's');
  });

  it('keeps the query of a grant where it belongs', async () => {
    const service = new AnswersInTurn(Response.json(status));
    await clientOf(service).uploadStatus({ url: 'https://host.example/upload/?region=eu' }, 'vi1');
    assert.equal(service.asked[0]?.url, 'https://host.example/upload/vi1?region=eu');
    assert.equal(service.asked[0].headers.has('authorization'), false);
  });

  it('is undefined where the service has no such route, and an error where it refuses', async () => {
    for (const code of [404, 405]) {
      assert.equal(
        await clientOf(new AnswersInTurn(problem(code, 'x'))).uploadStatus(grant, 'vi1'),
        undefined,
      );
    }
    const refusing = clientOf(new AnswersInTurn(problem(401, 'authentication-invalid-upload-token')));
    await assert.rejects(refusing.uploadStatus(grant, 'vi1'), withCode('token-invalid'));
  });
});
