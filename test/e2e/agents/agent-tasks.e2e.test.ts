import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { inRepository } from '../../support/repository.ts';
import { launchChromium } from '../support/browser.ts';
import { judge } from './support/judge.ts';
import { installPackages, taskNames, writeProject, wrongOf } from './support/workspace.ts';

/** Long enough to be seen where a page shows it, and short where it never will: this run knows that the answer is no. */
const NO_LIMIT_MS = 1500;

/** The sentence by which the checker refuses each plausible, wrong solution. */
const REFUSALS: Readonly<Record<string, RegExp>> = {
  'upload-form/key-in-the-page': /the key stays on the server/,
};

const names = await taskNames();
const folder = inRepository('.build/agents');

describe('the tasks for coding agents', { concurrency: 2 }, () => {
  let browser: Browser;
  before(async () => {
    await mkdir(folder, { recursive: true });
    await installPackages(folder);
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const name of names) {
    it(`passes the solution of ${name}, and not the project as the agent finds it`, async () => {
      const solved = await writeProject(folder, name, 'solution');
      assert.equal(await judge(name, solved, browser), undefined);
      const fault = await judge(name, await writeProject(folder, name), browser, NO_LIMIT_MS);
      assert.match(fault ?? 'passed', /^TaskFault: /);
    });
  }

  for (const [wrong, refusal] of Object.entries(REFUSALS)) {
    it(`refuses ${wrong}`, async () => {
      const [name = '', reason = ''] = wrong.split('/');
      const project = await writeProject(folder, name, `wrong/${reason}`);
      assert.match((await judge(name, project, browser, NO_LIMIT_MS)) ?? 'passed', refusal);
    });
  }

  it('are twenty, and no wrong solution is left out', async () => {
    const found = await Promise.all(
      names.map(async (name) => (await wrongOf(name)).map((reason) => `${name}/${reason}`)),
    );
    assert.deepEqual(found.flat().sort(), Object.keys(REFUSALS).sort());
    assert.equal(names.length, 20);
  });
});
