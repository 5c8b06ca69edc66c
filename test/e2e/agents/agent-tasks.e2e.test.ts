import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { inRepository } from '../../support/repository.ts';
import { launchChromium } from '../support/browser.ts';
import { checkerFaults, REFUSALS } from './support/prove.ts';
import { installPackages, taskNames, wrongOf } from './support/workspace.ts';

/** One of each kind: a page, a server alone, a player. `npm run agent-tasks -- --prove` does the same with all. */
const HERE = ['upload-form', 'own-films', 'webhook', 'strict-policy'];

const folder = inRepository('.build/agents');

describe('the checkers of the tasks for coding agents', () => {
  let browser: Browser;
  before(async () => {
    await mkdir(folder, { recursive: true });
    await installPackages(folder);
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const name of HERE) {
    it(`${name}: passes the solution, and neither the project as it is found nor a wrong solution`, async () => {
      const { faults } = await checkerFaults(folder, name, browser);
      assert.deepEqual(faults, []);
    });
  }

  it('are twenty, and each wrong solution has the sentence that refuses it', async () => {
    const names = await taskNames();
    const wrong = await Promise.all(
      names.map(async (name) => (await wrongOf(name)).map((reason) => `${name}/${reason}`)),
    );
    assert.deepEqual(wrong.flat().sort(), Object.keys(REFUSALS).sort());
    assert.equal(names.length, 20);
  });
});
