import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Consumer } from '../support/package/consumer.ts';
import { withSiblings } from '../support/package/siblings.ts';
import { inRepository } from '../support/repository.ts';

describe("the fixtures of vh-elements-sandbox/testing, with Playwright's own runner", () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await withSiblings('sandbox-playwright');
  });

  it('hold what they promise, in a project that has nothing but the packages', async () => {
    await cp(inRepository('test/frameworks/projects/sandbox-tests'), consumer.folder, { recursive: true });
    const runner = inRepository('node_modules/playwright/cli.js');
    // All of them: npm run bench -- sandbox-helpers.
    const some = ['-g', 'a seed|a reset|a year ahead'];
    const env = { RESETS: '3' };
    const { ok, output } = await consumer.nodeIn(consumer.folder, env, runner, 'test', ...some);
    assert.match(output, /3 passed/);
    assert.equal(ok, true);
  });
});
