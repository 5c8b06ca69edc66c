import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { cells } from '../../support/division.ts';
import { withSiblings } from '../../support/package/siblings.ts';
import type { Consumer } from '../../support/package/consumer.ts';
import { launchChromium } from '../support/browser.ts';
import { TemplateSite } from './support/template-site.ts';
import { tourTemplate } from './support/template-tour.ts';

/** The templates that need no packages but those of this repository, and what else each needs of the machine. */
const TEMPLATES: Readonly<Record<string, { name: string; words: readonly string[] } | undefined>> = {
  'express': undefined,
  'vite-react': undefined,
  'php': { name: 'php', words: ['-r', "exit(extension_loaded('pdo_sqlite') ? 0 : 1);"] },
  'flask': { name: 'python3', words: ['-c', 'import flask, dotenv'] },
};

describe('npm create vh-elements -- --template', () => {
  let consumer: Consumer;
  let browser: Browser;
  before(async () => {
    [consumer, browser] = await Promise.all([withSiblings('templates'), launchChromium()]);
  });
  after(() => browser.close());

  for (const [template, needs] of cells(Object.entries(TEMPLATES))) {
    const title = `${template} writes a site on which users upload, caption and watch their own films`;
    if (needs && spawnSync(needs.name, needs.words).status !== 0) {
      process.stderr.write(`LEFT OUT, since ${needs.name} lacks a module on this machine: ${title}\n`);
      continue;
    }
    it(title, { timeout: 300_000 }, async (t) => {
      const create = path.join(consumer.folder, 'node_modules/create-vh-elements/create.mjs');
      const site = await TemplateSite.create(create, template, path.join(consumer.folder, template));
      // What `npm install` would bring: what the repository has lies further up.
      await symlink('../node_modules', path.join(site.folder, 'node_modules'));
      t.after(() => site.end());
      await site.start();
      await tourTemplate(browser, site);
      await site.end();
      assert.match(site.said, /^The users: +ann, ben, by the passwords in \.env$/m);
    });
  }
});
