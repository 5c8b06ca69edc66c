import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { conformance } from '../../src/conformance/command.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { ServiceWithThings } from '../support/frameworks/site-under-test.ts';
import { inRepository } from '../support/repository.ts';

const example = (name: string) => inRepository('test/frameworks/servers', name);
const edge = inRepository('.build/test/support/frameworks/edge-server.js');

const runtimes: readonly [string, readonly string[]][] = [
  ['Node', [example('node.mjs')]],
  ['Express', [example('express.mjs')]],
  ['a Workers-like runtime', [edge, example('workers.mjs')]],
  ['Hono on a Workers-like runtime', [edge, example('hono.mjs')]],
];

describe('the contract of the page backend', () => {
  let service: ServiceWithThings;
  before(async () => (service = await ServiceWithThings.start()));
  after(() => service.end());

  const serve = (words: readonly string[]) =>
    FrameworkServer.start({ command: process.execPath, words, env: service.env });

  for (const [name, words] of runtimes) {
    it(`holds on ${name}`, async () => {
      const server = await serve(words);
      try {
        const lines: string[] = [];
        const code = await conformance(service.wordsFor(server.url), (text) => void lines.push(text));
        const odd = lines.filter((line) => !line.startsWith('ok'));
        assert.equal(code, 0, odd.join(''));
        assert.match(odd.join(''), /^\n\d\d passed, 0 failed, 0 left out\n$/);
      } finally {
        await server.end();
      }
    });
  }

  it('is tried by the command that the package ships', async () => {
    const server = await serve([example('node.mjs')]);
    const command = inRepository('dist/conformance/vh-elements.js');
    try {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [command, 'conformance', '--url', server.url]);
      assert.match(stdout, /left out\n$/);
      await assert.rejects(run(process.execPath, [command, 'conformance']), { code: 2 });
      await assert.rejects(run(process.execPath, [command]), { code: 2 });
    } finally {
      await server.end();
    }
  });

  it('is kept in fifteen lines', async () => {
    const names = [
      'node.mjs',
      'express.mjs',
      'hono.mjs',
      'workers.mjs',
      'deno.mjs',
      'bun.mjs',
      'next/app/vh/[[...path]]/route.js',
    ];
    for (const name of names) {
      const text = await readFile(example(name), 'utf8');
      assert.ok(text.trimEnd().split('\n').length <= 15, name);
    }
  });
});
