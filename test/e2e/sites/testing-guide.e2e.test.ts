import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { chromium } from 'playwright';
import { blockWith } from '../../support/doc-blocks.ts';
import { inRepository, loadScript } from '../../support/repository.ts';
import { withSiblings } from '../../support/package/siblings.ts';

describe('the test of docs/testing.md', () => {
  it('passes beside the site that `npm create vh-elements` writes', async () => {
    const { findChromium, chromiumArgs: args } = await loadScript<{
      findChromium: () => string | undefined;
      chromiumArgs: string[];
    }>('scripts/system/browsers.mjs');
    const options = { executablePath: findChromium() ?? chromium.executablePath(), args };
    const consumer = await withSiblings('testing-guide');
    const made = await consumer.node('node_modules/create-vh-elements/create.mjs', 'site');
    assert.ok(made.ok, made.output);
    const { text } = blockWith('docs/testing.md', 'chromium.launch()');
    // This machine's Chromium, and the time that a busy machine takes.
    const patient = 'const page = await browser.newPage();\n  page.setDefaultTimeout(120_000);';
    const program = text
      .replace('chromium.launch()', `chromium.launch(${JSON.stringify(options)})`)
      .replace('const page = await browser.newPage();', patient);
    assert.ok(program.includes('120_000'));
    await consumer.write({ 'site/site.test.js': program });
    const folder = path.join(consumer.folder, 'site');
    await copyFile(inRepository('test/media/dusk.mp4'), path.join(folder, 'film.mp4'));
    const { ok, output } = await consumer.nodeIn(
      folder,
      { NODE_TEST_CONTEXT: undefined },
      '--test',
      '--test-reporter=tap',
      'site.test.js',
    );
    assert.ok(ok, output);
    assert.match(output, /^# pass 1$/m);
  });
});
