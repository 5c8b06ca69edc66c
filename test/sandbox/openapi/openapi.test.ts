import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answerFaults, readContract, type Contract } from '../../support/sandbox/answers-in-contract.ts';
import { isSettled, KEY, SandboxUnderTest, formOf } from '../../support/sandbox/sandbox.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { generateClient } from './support/generated-client.ts';
import { validatorSays } from './support/public-validator.ts';

/** The operations of the service, as its interface lists them. */
const INTERFACE = `
  POST /videos; POST /videos/{videoId}/source; POST /upload; GET /videos/{videoId}; PATCH /videos/{videoId};
  DELETE /videos/{videoId}; GET /videos; POST /videos/{videoId}/thumbnail; PATCH /videos/{videoId}/thumbnail;
  GET /videos/{videoId}/status;
  POST /videos/{videoId}/captions/{language}; GET /videos/{videoId}/captions/{language};
  PATCH /videos/{videoId}/captions/{language}; DELETE /videos/{videoId}/captions/{language};
  GET /videos/{videoId}/captions;
  POST /videos/{videoId}/chapters/{language}; GET /videos/{videoId}/chapters/{language};
  DELETE /videos/{videoId}/chapters/{language}; GET /videos/{videoId}/chapters;
  POST /live-streams; GET /live-streams/{liveStreamId}; PATCH /live-streams/{liveStreamId};
  DELETE /live-streams/{liveStreamId}; GET /live-streams; POST /live-streams/{liveStreamId}/thumbnail;
  DELETE /live-streams/{liveStreamId}/thumbnail;
  POST /players; GET /players/{playerId}; PATCH /players/{playerId}; DELETE /players/{playerId}; GET /players;
  POST /players/{playerId}/logo; DELETE /players/{playerId}/logo;
  POST /upload-tokens; GET /upload-tokens/{uploadToken}; DELETE /upload-tokens/{uploadToken}; GET /upload-tokens;
  POST /watermarks; DELETE /watermarks/{watermarkId}; GET /watermarks;
  POST /webhooks; GET /webhooks/{webhookId}; DELETE /webhooks/{webhookId}; GET /webhooks;
  GET /analytics/live-streams/{liveStreamId}; GET /analytics/sessions/{sessionId}/events;
  GET /analytics/videos/{videoId}; GET /analytics/live-streams/plays; GET /analytics/videos/plays`
  .split(';')
  .map((line) => line.trim());

/** Beyond it: the way to an access token, which the interface leaves open. */
const ACCESS = ['POST /auth/api-key', 'POST /auth/refresh'];

describe('GET /openapi.json', () => {
  let sandbox: SandboxUnderTest;
  let text: string;
  let contract: Contract & { servers: { url: string }[] };
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    const answer = await sandbox.ask('GET', '/openapi.json', { authorization: false });
    assert.equal(answer.headers.get('content-type'), 'application/json');
    ({ text } = answer);
    contract = JSON.parse(text) as typeof contract;
  });
  after(() => sandbox.end());

  const operations = () =>
    Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ method: method.toUpperCase(), path, one })),
    );

  it('describes 49 of the 49 operations, and the way to an access token', () => {
    assert.equal(new Set(INTERFACE).size, 49);
    const described = operations().map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(described.sort(), [...INTERFACE, ...ACCESS].sort());
  });

  it('is OpenAPI 3.1, for the address that was asked, each operation with a name of its own', () => {
    assert.match(contract.openapi, /^3\.1\.\d$/);
    assert.deepEqual(
      contract.servers.map(({ url }) => url),
      [sandbox.url],
    );
    const names = operations().map(({ one }) => one.operationId);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/);
  });

  it('names each parameter of a path, and no schema that is not there', () => {
    for (const { path, one } of operations()) {
      const inPath = (one.parameters ?? []).filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map(({ name }) => `{${name}}`),
        path.match(/\{\w+\}/g) ?? [],
        path,
      );
    }
    const named = Object.keys(contract.components.schemas);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      assert.ok(named.includes(name), name);
  });

  it('has routes that are served: none of them is unknown to the router', async () => {
    for (const { method, path } of operations()) {
      const { text: said } = await sandbox.ask(method, path.replaceAll(/\{\w+\}/g, 'none'));
      assert.doesNotMatch(said, /unrecognized-request-url/, `${method} ${path}`);
    }
  });

  it('has examples that the service takes', async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.statusWhen(videoId, isSettled);
    const made = async (where: string, json: object) => (await sandbox.ask('POST', where, { json })).body;
    const vtt = new TextEncoder().encode('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
    await sandbox.ask('POST', `/videos/${videoId}/captions/en`, { form: formOf(vtt, { name: 'en.vtt' }) });
    const ids: Record<string, unknown> = {
      videoId,
      language: 'en',
      liveStreamId: (await made('/live-streams', { name: 'Live' }))['liveStreamId'],
      playerId: (await made('/players', {}))['playerId'],
    };
    let tried = 0;
    for (const { method, path, one } of operations()) {
      const example = one.requestBody?.content['application/json']?.example;
      if (example === undefined) continue;
      const where = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
      const { status, text: said, headers } = await sandbox.ask(method, where, { json: example });
      assert.ok(status < 300, `${method} ${path}: ${said}`);
      assert.equal(headers.get('warning'), null, `${method} ${path}`);
      tried += 1;
    }
    const taking = operations().filter(({ one }) => one.requestBody?.content['application/json']);
    // Those that take a secret have no example.
    assert.equal(tried, taking.length - ACCESS.length);
  });

  it('lets a client that is made of it alone upload a film, and read that it can be played', async () => {
    const client = generateClient(contract, KEY);
    const call = async (name: string, given: Parameters<NonNullable<(typeof client)[string]>>[0]) => {
      const { status, body } = (await client[name]?.(given)) ?? assert.fail(`there is no ${name}`);
      assert.ok(status < 300, `${name}: ${JSON.stringify(body)}`);
      return body as Record<string, string>;
    };
    const made = await call('createVideo', { json: { title: 'By a generated client' } });
    const videoId = String(made['videoId']);
    const bytes = await film('h264-aac.mp4');
    await call('uploadSource', { parameters: { videoId }, form: formOf(bytes) });
    await sandbox.statusWhen(videoId, isSettled);
    const status = (await call('getVideoStatus', { parameters: { videoId } })) as {
      encoding?: { playable?: boolean };
    };
    assert.equal(status.encoding?.playable, true);
    const video = (await call('getVideo', { parameters: { videoId } })) as { assets?: { hls?: string } };
    const playlist = await fetch(video.assets?.hls ?? '');
    assert.match(await playlist.text(), /^#EXTM3U/);

    const { token = '' } = await call('createUploadToken', { json: { ttl: 60 } });
    const other = await call('uploadWithToken', { parameters: { uploadToken: token }, form: formOf(bytes) });
    assert.notEqual(other['videoId'], videoId);
    const list = (await call('listVideos', { parameters: { pageSize: '1' } })) as {
      data?: unknown[];
    };
    assert.equal(list.data?.length, 1);
  });
});

describe('the check of answers against the document', () => {
  const answer = {
    method: 'GET',
    path: '/upload-tokens/to',
    status: 200,
    type: 'application/json',
    text: '',
  };
  const token = {
    token: `to${'a'.repeat(22)}`,
    ttl: 0,
    createdAt: '2026-11-29T12:00:00+00:00',
  };
  const faultsOf = (more: object, at: object = {}) =>
    answerFaults({ ...answer, text: JSON.stringify({ ...token, ...more }), ...at });

  it('finds nothing in an answer that is as it says', () => {
    assert.deepEqual(faultsOf({}), []);
  });

  it('finds a member that is not documented, one that is missing, another type, another status', () => {
    for (const [more, at, says] of [
      [{ owner: 'Ada' }, {}, /has a owner/],
      [{ ttl: undefined }, {}, /has no ttl/],
      [{ ttl: '0' }, {}, /is no integer/],
      [{ createdAt: '2026-11-29' }, {}, /has another form/],
      [{}, { status: 201 }, /is not documented/],
      [{}, { type: 'text/plain' }, /is text\/plain/],
      [{ title: 'no problem' }, { status: 404, type: 'application/problem+json' }, /has no status/],
    ] as const)
      assert.match(faultsOf(more, at).join(), says);
  });
});

describe('a public validator of OpenAPI documents', () => {
  it('finds the document valid', async () => {
    assert.equal(await validatorSays(readContract()), 'valid');
  });

  it('finds faults, where there are any', async () => {
    const { components } = readContract();
    assert.notEqual(await validatorSays({ openapi: '3.1.1', paths: {}, components }), 'valid');
  });
});
