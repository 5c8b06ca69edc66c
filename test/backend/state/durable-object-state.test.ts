import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { durableObjectState } from '../../../src/backend/durable-object.ts';
import { checkState } from '../../../src/backend/state-conformance.ts';
import { sessionOf } from '../../support/backend/session-cookie.ts';
import { askGrant, videoOf } from '../../support/backend/workers.ts';
import { blockWith } from '../../support/doc-blocks.ts';
import { eventually } from '../../support/eventually.ts';
import { inRepository } from '../../support/repository.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { faultsUnderForeignVisitors } from '../../support/backend/foreign-visitors.ts';
import { StateWorkers } from './support/workerd.ts';

describe('durableObjectState in the runtime of Workers', () => {
  let service: SandboxUnderTest;
  let workers: StateWorkers;
  before(async () => {
    service = await SandboxUnderTest.start();
    workers = await StateWorkers.start({ url: service.url, key: KEY }, 4);
  });
  after(async () => {
    await workers.end();
    await service.end();
  });

  it('keeps the contract of a state over four isolates', async () => {
    let opened = 0;
    const results = await checkState(() => workers.stateOf(opened++));
    assert.deepEqual(
      results.filter(({ fault }) => fault !== undefined),
      [],
    );
  });

  it('is started by the program in the documents', () => {
    const program = readFileSync(inRepository('test/frameworks/servers/durable-object.mjs'), 'utf8');
    assert.equal(blockWith('docs/several-servers.md', 'StateObject').text, program);
  });

  it('lets in nobody whose session the site has not signed', async () => {
    const ann = sessionOf('ann');
    const cookies = ['ann', 'session=ann', `session=ben.${ann.slice(-64)}`, `session=ann.${'0'.repeat(64)}`];
    const strangers = [...cookies, `${ann}x`, `note=a ${ann}`].map((cookie) => ({ cookie }));
    assert.deepEqual(
      await faultsUnderForeignVisitors(workers.urls[0] ?? '', { cookie: sessionOf('ben') }, strangers),
      [],
    );
  });

  it('makes one video of each upload that four isolates are asked for at once, also after a restart', async () => {
    const videos = async (key: string) => {
      const asked = workers.urls.map((url) =>
        eventually(async () => {
          const answer = await askGrant(`${url}/vh`, key, key).catch(() => undefined);
          return answer?.status === 201 ? videoOf(answer) : undefined;
        }),
      );
      return new Set(await Promise.all(asked));
    };
    const keys = Array.from({ length: 8 }, (_, number) => `upload-of-a-file-${String(number)}`);
    const first = await Promise.all(keys.map(videos));
    assert.deepEqual(
      first.map(({ size }) => size),
      keys.map(() => 1),
    );
    await workers.process.stop();
    await workers.process.start();
    assert.deepEqual(await Promise.all(keys.map(videos)), first);
  });

  it('lets one visitor have no more grants from four isolates than from one', async () => {
    const began = performance.now();
    const asked = Array.from({ length: 80 }, (_, number) =>
      askGrant(`${workers.urls[number % 4] ?? ''}/vh`, `limited-upload-${String(number)}`, 'one-visitor'),
    );
    const granted = (await Promise.all(asked)).filter(({ status }) => status === 201).length;
    const refilled = Math.ceil((performance.now() - began) / 1000);
    assert.ok(granted >= 60 && granted <= 60 + refilled, String(granted));
  });

  it('is ready, and says in one line that the class is another one or has no SQLite', async () => {
    assert.equal(await workers.ready('VH_STATE'), 'ready');
    assert.match(
      await workers.ready('VH_OTHER'),
      /The shared state cannot be used: the binding names another class than StateObject\.$/,
    );
    assert.match(
      await workers.ready('VH_OLD'),
      /The shared state cannot be used: the class StateObject has no SQLite: name it in new_sqlite_classes\.$/,
    );
    assert.match(await workers.ready('VH_FORGOTTEN'), /takes the binding of the class StateObject/);
  });
});

describe('durableObjectState', () => {
  it('refuses Workers KV with the reason, another object, and a number of shards that is none', () => {
    const nothing = () => undefined;
    const kv = { get: nothing, put: nothing, list: nothing, delete: nothing, getWithMetadata: nothing };
    assert.throws(() => durableObjectState(kv as never), { message: /no atomic write/ });
    assert.throws(() => durableObjectState(undefined as never), {
      message: /binding of the class StateObject/,
    });
    const namespace = { idFromName: nothing, get: nothing as never };
    for (const shards of [0, 1.5, Number.NaN]) {
      assert.throws(() => durableObjectState(namespace, { shards }), { code: 'invalid-use' });
    }
  });

  it('spreads keys over its objects, and asks the same one for the same key', async () => {
    const asked = new Map<string, Set<string>>();
    const namespace = {
      idFromName: (name: string) => name,
      get: (name: string) => ({
        fetch: (_url: string, { body }: { body: string }) => {
          const key = String((JSON.parse(body) as unknown[])[1]);
          asked.set(key, (asked.get(key) ?? new Set()).add(name));
          return Promise.resolve(Response.json(null, { headers: { 'vh-state': '1' } }));
        },
      }),
    };
    const states = [durableObjectState(namespace), durableObjectState(namespace)];
    for (let number = 0; number < 800; number++) {
      for (const state of states) await state.get(`key ${String(number)}`);
    }
    const perObject = new Map<string, number>();
    for (const names of asked.values()) {
      assert.equal(names.size, 1);
      for (const name of names) perObject.set(name, (perObject.get(name) ?? 0) + 1);
    }
    assert.equal(perObject.size, 16);
    assert.ok(
      [...perObject.values()].every((count) => count > 20 && count < 100),
      String([...perObject]),
    );
  });
});
