import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { browserRequestEnvironment, requestJson, type JsonRequest } from '../../src/client/request.ts';
import { isVhError, type VhError } from '../../src/core/errors/vh-error.ts';
import { AnswersInTurn, never, problem } from './support/answers-in-turn.ts';

const ask: JsonRequest = {
  url: 'https://host.example/x?token=toCANARYcanaryCANARYcanary',
  what: 'The request',
};

/** The VhError that a request ends in. */
async function failureOf(promise: Promise<unknown>): Promise<VhError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(isVhError(error), String(error));
    return error;
  }
  return assert.fail('was answered');
}

describe('requestJson', () => {
  it('asks plainly: JSON, no redirect, no referrer', async () => {
    const service = new AnswersInTurn(Response.json({ a: 1 }));
    assert.deepEqual(await requestJson({ ...ask, method: 'POST', body: { b: 2 } }, service), { a: 1 });
    const asked = service.asked[0];
    assert.equal(asked?.url, ask.url);
    assert.equal(asked.init.method, 'POST');
    assert.equal(asked.init.redirect, 'error');
    assert.equal(asked.init.referrerPolicy, 'no-referrer');
    assert.equal(asked.headers.get('accept'), 'application/json');
    assert.equal(asked.headers.get('content-type'), 'application/json');
    assert.deepEqual(asked.body, { b: 2 });
  });

  it('sends no body and no content type with a GET', async () => {
    const service = new AnswersInTurn(Response.json(null));
    assert.equal(await requestJson(ask, service), null);
    assert.equal(service.asked[0]?.init.body, null);
    assert.equal(service.asked[0].headers.has('content-type'), false);
  });

  it('tries again what may be different a moment later, a little later each time', async () => {
    const service = new AnswersInTurn(
      new TypeError('Failed to fetch'),
      new Response(null, { status: 503 }),
      problem(429, 'too-many-requests'),
      Response.json('ok'),
    );
    assert.equal(await requestJson(ask, service), 'ok');
    assert.deepEqual(service.waits, [250, 500, 1000]);
  });

  it('waits for the given delay', async () => {
    const headers = { 'retry-after': '7' };
    const service = new AnswersInTurn(new Response(null, { status: 429, headers }), Response.json('ok'));
    assert.equal(await requestJson(ask, service), 'ok');
    assert.deepEqual(service.waits, [7_000]);
  });

  it('gives up after its retries, with a code for each kind of failure', async () => {
    const cases = [
      [new TypeError('Failed to fetch'), 'network', undefined],
      [new Response(null, { status: 500 }), 'service-unavailable', 500],
      [new Response(null, { status: 429 }), 'rate-limited', 429],
    ] as const;
    for (const [answer, code, status] of cases) {
      const service = new AnswersInTurn(answer);
      const error = await failureOf(requestJson(ask, service));
      assert.deepEqual([error.code, error.status], [code, status]);
      assert.equal(service.asked.length, 4);
    }
  });

  it('does not repeat a refused request', async () => {
    for (const status of [400, 401, 403, 404, 409, 410, 413, 415, 422]) {
      const service = new AnswersInTurn(new Response(null, { status }));
      await failureOf(requestJson(ask, service));
      assert.equal(service.asked.length, 1, String(status));
      assert.deepEqual(service.waits, []);
    }
  });

  it('ends a slow try with a timeout', async () => {
    const service = new AnswersInTurn(never);
    const error = await failureOf(requestJson({ ...ask, timeoutMs: 5, retries: 1 }, service));
    assert.equal(error.code, 'timeout');
    assert.equal(service.asked.length, 2);
  });

  it("ends with the caller's signal: before, while it asks, and while it waits", async () => {
    const early = new AnswersInTurn(Response.json('ok'));
    assert.equal(
      (await failureOf(requestJson({ ...ask, signal: AbortSignal.abort() }, early))).code,
      'aborted',
    );

    const owner = new AbortController();
    const midway = new AnswersInTurn(never);
    const asking = failureOf(requestJson({ ...ask, signal: owner.signal }, midway));
    owner.abort();
    assert.equal((await asking).code, 'aborted');
    assert.equal(midway.asked.length, 1);

    const leaver = new AbortController();
    const waiting = new AnswersInTurn(() => {
      leaver.abort();
      return new Response(null, { status: 503 });
    });
    assert.equal((await failureOf(requestJson({ ...ask, signal: leaver.signal }, waiting))).code, 'aborted');
    assert.equal(waiting.asked.length, 1);
  });

  it('calls an answer that is no JSON unexpected', async () => {
    for (const body of ['', '<!doctype html>', '{', 'undefined']) {
      const service = new AnswersInTurn(new Response(body));
      assert.equal((await failureOf(requestJson(ask, service))).code, 'unexpected-answer', body);
      assert.equal(service.asked.length, 1);
    }
  });

  it('tries again when the answer breaks off', async () => {
    const broken = () => new Response(new ReadableStream({ start: (c) => c.error(new TypeError('reset')) }));
    const service = new AnswersInTurn(broken, () => Response.json('ok'));
    assert.equal(await requestJson(ask, service), 'ok');
  });

  it('does not read an answer without end', async () => {
    let pulled = 0;
    let cancelled = false;
    const endless = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            pulled += 65_536;
            controller.enqueue(new Uint8Array(65_536).fill(32));
            if (pulled > 64 * 2 ** 20) controller.close();
          },
          cancel: () => {
            cancelled = true;
          },
        }),
      );
    const error = await failureOf(requestJson(ask, new AnswersInTurn(endless)));
    assert.equal(error.code, 'unexpected-answer');
    assert.equal(cancelled, true);
    assert.ok(pulled <= 9 * 2 ** 20, `${String(pulled)} bytes`);
  });

  it('handles a refusal whose body cannot be cancelled', async () => {
    const stuck = () =>
      new Response(new ReadableStream({ cancel: () => Promise.reject(new TypeError('stuck')) }), {
        status: 404,
      });
    assert.equal((await failureOf(requestJson(ask, new AnswersInTurn(stuck)))).code, 'not-found');
  });
});

describe('what requestJson says', () => {
  it('never holds an address, a token or a body', async () => {
    const canary = 'toCANARYcanaryCANARYcanary';
    const request = {
      ...ask,
      headers: { authorization: `Bearer ${canary}` },
      retries: 0,
      timeoutMs: 5,
    };
    const echo = {
      title: `The token ${canary} is not known.`,
      detail: canary,
      type: `https://x.example/${canary}`,
    };
    const answers = [
      new TypeError(`fetch ${ask.url} failed`),
      never,
      new Response(canary),
      new Response(canary, { status: 500 }),
      problem(400, 'x', echo),
      problem(401, 'x', echo),
      problem(429, 'x', { ...echo, title: canary.repeat(50) }),
    ];
    for (const answer of answers) {
      const error = await failureOf(requestJson(request, new AnswersInTurn(answer)));
      const reported = [error.message, error.slug, error.stack, String(error), JSON.stringify(error)].join(
        '\n',
      );
      assert.ok(!reported.includes(canary) && !reported.includes('host.example'), reported);
    }
  });
});

describe('browserRequestEnvironment', () => {
  it('follows no redirect, so that no token goes to another host', async () => {
    let strays = 0;
    const stranger = createServer((_request, response) => {
      strays++;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const address = (server: typeof stranger) => {
      const bound = server.address();
      assert.ok(bound && typeof bound === 'object');
      return `http://127.0.0.1:${String(bound.port)}/`;
    };
    const service = createServer((_request, response) => {
      response.writeHead(307, { location: address(stranger) }).end();
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    try {
      const request = {
        url: address(service),
        what: 'The request',
        retries: 0,
      };
      assert.equal((await failureOf(requestJson(request, browserRequestEnvironment))).code, 'network');
      assert.equal(strays, 0);
    } finally {
      service.close();
      stranger.close();
    }
  });

  it('ends a wait early when its signal aborts', async () => {
    const owner = new AbortController();
    const { sleep: pause } = browserRequestEnvironment;
    const wait = pause(3_600_000, owner.signal);
    const reason = new Error('enough');
    owner.abort(reason);
    await assert.rejects(wait, reason);
    await assert.rejects(pause(1, owner.signal), reason);
    await pause(0);
  });
});
