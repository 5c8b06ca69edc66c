import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Consumer } from '../support/package/consumer.ts';
import { withSiblings } from '../support/package/siblings.ts';
import { inRepository } from '../support/repository.ts';

/** What a stranger writes: two tests, each of which begins anew. */
const SPEC = `
import { test as base, expect } from 'playwright/test';
import { sandboxFixtures } from 'vh-elements-sandbox/testing';

const test = base.extend(sandboxFixtures());

test('a token ends within a year', async ({ sandbox }) => {
  const seeded = await sandbox.seed({ tokens: [{ ttl: 3600 }], videos: [{ title: 'A', film: 1 }] });
  expect([seeded.tokens.length, seeded.videos.length]).toEqual([1, 1]);
  await sandbox.clock.advance('365d');
  expect((await sandbox.ask('GET', '/upload-tokens')).data).toEqual([]);
});

test('nothing is left of the test before', async ({ sandbox }) => {
  expect((await sandbox.ask('GET', '/videos')).data).toEqual([]);
  await sandbox.faults.preset('429');
  await expect(sandbox.ask('GET', '/videos')).rejects.toThrow(/429/);
});
`;

describe("the fixtures of vh-elements-sandbox/testing, with Playwright's own runner", () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await withSiblings('sandbox-playwright');
  });

  it('start a sandbox for a worker, and begin anew for each test', async () => {
    await consumer.write({ 'package.json': '{"type": "module"}', 'a.spec.mjs': SPEC });
    const runner = inRepository('node_modules/playwright/cli.js');
    const { ok, output } = await consumer.node(runner, 'test', '--reporter=list', '--timeout=120000');
    assert.match(output, /2 passed/);
    assert.equal(ok, true);
  });
});
